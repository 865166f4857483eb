// All SQL of stored ledger audits and the accounts that they freeze.
import { sql } from 'kysely';
import type { Finding } from '../ledger/audit.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../platform/database/connect.ts';
import { dateInDhaka } from '../platform/database/dhaka.ts';

/** For nightly audits, a day begins at 3 a.m. */
const auditDay = dateInDhaka(sql`now() - interval '3 hours'`);
/** The process that claimed it has died. */
const isLost = sql<boolean>`finished_at is null and started_at < now() - interval '1 hour'`;

/** Whether the nightly audit is unclaimed. Doesn't take the lock, which a correction may be waiting for. */
export async function isNightlyDue(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ is_due: boolean }>`
    select not exists (select from ledger_audits where day = ${auditDay} and not (${isLost})) as is_due`.execute(
    reader,
  );
  return rows[0]!.is_due;
}

/**
 * Claims the nightly audit for one process. If that process dies, it can be claimed again after an hour. Each claim is a new audit, so that ids follow
 * the order of snapshots.
 */
export function beginNightly(db: Database): Promise<bigint | undefined> {
  return inTransaction(db, async (trx) => {
    await sql`update ledger_audits set day = null, failed_at = coalesce(failed_at, now())
      where day = ${auditDay} and ${isLost}`.execute(trx);
    const { rows } = await sql<{ id: bigint }>`
      insert into ledger_audits (day) select ${auditDay} on conflict (day) do nothing returning id`.execute(
      trx,
    );
    return rows[0]?.id;
  });
}

export async function beginRequested(db: Reader, by: number | null): Promise<bigint> {
  const { id } = await db
    .insertInto('ledger_audits')
    .values({ asked_by: by })
    .returning('id')
    .executeTakeFirstOrThrow();
  return BigInt(id);
}

/**
 * Finds where a nightly audit may start: at the last one, if that found nothing and a full one was made within a week.
 * An audit dated in the future was made while the clock was wrong, and doesn't count.
 * @returns undefined if a full audit is needed
 */
export async function findHorizon(reader: Reader): Promise<string | undefined> {
  const { rows } = await sql<{ horizon: string | null }>`
    select case when findings = 0 and failed_at is null and exists (
             select from ledger_audits w where w.is_whole and w.findings = 0 and w.finished_at between now() - interval '7 days' and now())
           then horizon::text end as horizon
      from ledger_audits where finished_at is not null or failed_at is not null
     order by id desc limit 1`.execute(reader);
  return rows[0]?.horizon ?? undefined;
}

/** Reads the transaction id below which all transactions have ended and are visible. */
export async function currentHorizon(trx: Trx): Promise<string> {
  const { rows } = await sql<{
    horizon: string;
  }>`select pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(trx);
  return rows[0]!.horizon;
}

const auditLock = 7_301_970;
const freezeLock = 7_301_971;

/** Allows one audit at a time, across all processes; held until the transaction ends. */
export async function takeAuditLock(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{
    is_mine: boolean;
  }>`select pg_try_advisory_xact_lock(${auditLock}) as is_mine`.execute(trx);
  return rows[0]!.is_mine;
}

export async function recordFailedAudit(db: Database, id: bigint): Promise<void> {
  await sql`update ledger_audits set failed_at = clock_timestamp() where id = ${id}`.execute(db);
}

/** Whether the latest audit failed to finish. */
export async function hasFailed(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ has_failed: boolean }>`
    select coalesce((select failed_at is not null from ledger_audits where finished_at is not null or failed_at is not null
      order by id desc limit 1), false) as has_failed`.execute(reader);
  return rows[0]!.has_failed;
}

/** Raises the statement timeout for the audit, which nothing waits for. */
export async function allowLongReading(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = '30min'`.execute(trx);
  await sql`set local lock_timeout = '30s'`.execute(trx);
  await sql`set local idle_in_transaction_session_timeout = '5min'`.execute(trx);
}

/** Scope of an audit: whether it was a full one, and the transaction id below which nothing was left out. */
export interface AuditScope {
  readonly isWhole: boolean;
  readonly horizon: string;
}

export async function finish(
  trx: Trx,
  id: bigint,
  rules: number,
  findings: readonly Finding[],
  accounts: readonly { account: string; rule: string }[],
  reach: AuditScope,
): Promise<void> {
  await trx
    .updateTable('ledger_audits')
    .set({
      is_whole: reach.isWhole,
      horizon: reach.horizon,
      finished_at: sql`clock_timestamp()`,
      failed_at: null,
      rules,
      findings: findings.length,
      shown: JSON.stringify(findings.slice(0, 50)),
    })
    .where('id', '=', id)
    .execute();
  // A later audit that has finished already saw more.
  await sql`select pg_advisory_xact_lock(${freezeLock})`.execute(trx);
  await sql`select ledger_set_frozen(${id}::bigint, ${accounts.map(({ account }) => account)}::text[], ${accounts.map(({ rule }) => rule)}::text[])
    where not exists (select from ledger_audits where id > ${id} and finished_at is not null)`.execute(trx);
}

/** Finds the owner of the wallet that a finding concerns. */
export async function findOwner(
  reader: Reader,
  kind: 'transfer' | 'payment' | 'order',
  id: string,
): Promise<number | undefined> {
  const from = {
    transfer: sql`select user_id as id from ledger_transfers where id = ${id}::uuid`,
    payment: sql`select user_id as id from payments where id = ${id}`,
    order: sql`select customer_id as id from orders where id = ${id}::int`,
  }[kind];
  return (await sql<{ id: number }>`${from}`.execute(reader)).rows[0]?.id;
}

export function findLast(reader: Reader) {
  return reader
    .selectFrom('ledger_audits')
    .select(['finished_at', 'rules', 'findings', 'shown'])
    .where('finished_at', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

export function listFrozen(reader: Reader) {
  return reader
    .selectFrom('ledger_frozen')
    .select(['account', 'rule', 'frozen_at'])
    .orderBy('account')
    .limit(200)
    .execute();
}
