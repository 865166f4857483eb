// The ledger audit, nightly and on demand: stores and presents the result, and freezes accounts with findings.
import type { Books } from '#contract/reports/book-calls.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Finding } from '../ledger/audit.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { createComputedGauge, toUnixSeconds } from '../platform/computed-gauge.ts';
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import { withQueryTimeout } from '../platform/database/connection/query-timeout.ts';
import { Fault } from '../platform/fault.ts';
import type { Log } from '../platform/log.ts';
import { type AuditResult, auditBooks } from './audit-books.ts';
import { bookRules } from './book-rules.ts';
import * as queries from './books.queries.ts';

export type BooksService = ReturnType<typeof createBooks>;

export interface BooksDeps {
  readonly db: Database;
  readonly log: Log;
  /** Notifies staff that the books are wrong, in the transaction that records it. */
  readonly notifyStaff: (trx: Trx) => Promise<void>;
}

/** In seconds per statement: longer than the half hour after which the database cancels a read. */
const nightlyTimeout = 1_900;

/** @returns false if another audit is running */
async function run(
  deps: BooksDeps,
  begin: () => Promise<bigint | undefined>,
  by: number | undefined,
  mayBeginAtLast: boolean,
): Promise<boolean> {
  const { db, log, notifyStaff } = deps;
  let id: bigint | undefined;
  // One snapshot of all tables, so that concurrent commits are visible entirely or not at all.
  const read = async (trx: Trx) => {
    if (!(await queries.takeAuditLock(trx))) return undefined;
    const since = mayBeginAtLast ? await queries.findHorizon(trx) : undefined;
    const reach = { isWhole: since === undefined, horizon: await queries.currentHorizon(trx) };
    id = await begin();
    if (id === undefined) return undefined;
    return { ...(await auditBooks(trx, since)), reach };
  };
  try {
    const result = await db.transaction().setIsolationLevel('repeatable read').execute(read);
    if (!result) return false;
    await conclude(deps, id!, by, result);
    return true;
  } catch (error) {
    if (id !== undefined) {
      log.error({ fault: (error as { code?: string }).code }, 'the audit of the books could not be finished');
      await queries.recordFailedAudit(db, id);
      await inTransaction(db, notifyStaff);
    }
    throw error;
  }
}

async function conclude(
  deps: BooksDeps,
  id: bigint,
  by: number | undefined,
  { findings, accounts, reach }: AuditResult & { readonly reach: queries.AuditScope },
): Promise<void> {
  const { db, notifyStaff, log } = deps;
  await inTransaction(db, async (trx) => {
    await queries.finish(trx, id, bookRules.length, findings, accounts, reach);
    if (findings.length === 0) return;
    await recordEvent(trx, {
      kind: 'books.wrong',
      actorId: by,
      object: { kind: 'audit', id: id.toString() },
      details: { findings: findings.length },
    });
    await notifyStaff(trx);
  });
  if (findings.length > 0)
    log.fatal(
      { findings: findings.length, first: findings[0]!.where, rule: findings[0]!.rule },
      'THE BOOKS DO NOT BALANCE: the accounts concerned take no posting until an audit finds them right',
    );
}

async function read(deps: BooksDeps): Promise<Books> {
  const { db } = deps;
  const [last, frozen] = await Promise.all([queries.findLast(db), queries.listFrozen(db)]);
  return {
    state: last === undefined ? 'never' : last.findings === 0 ? 'balanced' : 'wrong',
    audited_at: last?.finished_at?.toISOString() ?? null,
    rules: last?.rules ?? 0,
    findings: last?.findings ?? 0,
    shown: (last?.shown ?? []) as unknown as Finding[],
    frozen: frozen.map(({ account, rule, frozen_at }) => ({
      account,
      rule,
      since: frozen_at.toISOString(),
    })),
  };
}

/**
 * Runs once a day after 3 a.m. Dhaka time, in one process. Audits what has moved since the last audit; once a week, and
 * after any finding, everything.
 */
export async function auditNightly(deps: BooksDeps): Promise<void> {
  const { db } = deps;
  if (!(await queries.isNightlyDue(db))) return;
  await withQueryTimeout(nightlyTimeout, () => run(deps, () => queries.beginNightly(db), undefined, true));
}

/** Runs a full audit. @throws Fault `audit_running` */
export async function auditNow(deps: BooksDeps, by: number): Promise<Books> {
  const { db } = deps;
  if (!(await run(deps, () => queries.beginRequested(db, by), by, false))) throw new Fault('audit_running');
  return read(deps);
}

export function createBooks(deps: BooksDeps) {
  return {
    /** Metrics of the last audit's findings and of frozen accounts. */
    gauges: [
      createComputedGauge(
        'books_findings',
        'Findings of the last audit of the books; anything above 0 is an alarm',
        async () => (await queries.findLast(deps.db))?.findings ?? 0,
      ),
      createComputedGauge(
        'books_frozen_accounts',
        'Accounts that take no posting because their books do not balance',
        async () => (await queries.listFrozen(deps.db)).length,
      ),
      createComputedGauge(
        'books_audited_timestamp_seconds',
        'When the last whole audit of the books was finished; an alarm when it is older than two days',
        async () => toUnixSeconds((await queries.findLast(deps.db))?.finished_at),
      ),
      createComputedGauge(
        'books_audit_failed',
        '1: the last audit of the books could not be finished; an alarm',
        async () => ((await queries.hasFailed(deps.db)) ? 1 : 0),
      ),
    ],
    ...bindDeps(deps, { read, auditNightly, auditNow }),
  };
}
