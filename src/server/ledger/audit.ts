// Checks that the books balance. Every rule is one query that finds violations; an empty result is the proof.
import { type RawBuilder, sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';
import { heldChange, postedChange } from './wallet-effect.ts';

export interface Finding {
  readonly rule: string;
  /** Ids only, never people's names or numbers. */
  readonly where: string;
  readonly detail: string;
}

/** Transaction id below which an earlier audit found no fault; undefined audits everything. */
export type Since = string | undefined;

export interface AuditRule {
  readonly rule: string;
  find(reader: Reader, since?: Since): Promise<{ where: string; detail: string }[]>;
}

/** Condition that selects every user in a full audit, otherwise users whose wallet has moved. @param column the column with the user id */
export const hasMoved = (column: string, since: Since): RawBuilder<boolean> =>
  since === undefined
    ? sql`true`
    : sql`${sql.ref(column)} in (select user_id from ledger_transfers where committed_by >= ${since}::xid8)`;

type Row = { where: string; detail: string };
const query = (text: (since: Since) => RawBuilder<Row>) => async (reader: Reader, since?: Since) =>
  (await text(since).execute(reader)).rows;

export const snapshotRule = 'snapshots say what the entries say';

/** Rules about the ledger alone; other modules add rules about what the money paid for. */
export const ledgerRules: readonly AuditRule[] = [
  {
    rule: 'all entries together are zero',
    find: query(
      (since) => sql<Row>`select 'books' as "where", sum(amount_paisa)::text as detail from ledger_entries
        where ${since === undefined ? sql`true` : sql`committed_by >= ${since}::xid8`} having sum(amount_paisa) <> 0`,
    ),
  },
  {
    rule: 'each wallet holds what its entries say',
    find: query(
      (
        since,
      ) => sql<Row>`select 'wallet:' || w.user_id as "where", 'posted ' || w.posted_paisa || ', entries ' || coalesce(e.sum, 0) as detail
      from wallets w left join (select account, sum(amount_paisa) as sum from ledger_entries where ${hasMoved('user_id', since)} group by account) e
        on e.account = 'wallet:' || w.user_id
      where ${hasMoved('w.user_id', since)} and w.posted_paisa <> coalesce(e.sum, 0)`,
    ),
  },
  {
    rule: 'each wallet has held what its open holds say',
    find: query(
      (
        since,
      ) => sql<Row>`select 'wallet:' || w.user_id as "where", 'held ' || w.held_paisa || ', open holds ' || coalesce(h.sum, 0) as detail
      from wallets w left join (
        select t.user_id, sum(t.amount_paisa) as sum from ledger_transfers t
         where t.kind = 'hold' and ${hasMoved('t.user_id', since)} and not exists (select from ledger_transfers r where r.hold_id = t.id)
         group by t.user_id) h on h.user_id = w.user_id
      where ${hasMoved('w.user_id', since)} and w.held_paisa <> coalesce(h.sum, 0)`,
    ),
  },
  {
    rule: 'the versions of a wallet have no gap and each balance follows from the one before',
    find: query(
      (since) => sql<Row>`select 'transfer:' || id as "where", 'version ' || wallet_version as detail from (
      select t.*,
        lag(wallet_version, 1, 0::bigint) over w as version_before,
        lag(posted_after_paisa, 1, 0::bigint) over w as posted_before,
        lag(held_after_paisa, 1, 0::bigint) over w as held_before,
        ${postedChange} as posted_change,
        ${heldChange} as held_change
      from ledger_transfers t where ${hasMoved('t.user_id', since)} window w as (partition by user_id order by wallet_version)) chain
      where wallet_version <> version_before + 1
         or posted_after_paisa <> posted_before + posted_change
         or held_after_paisa <> held_before + held_change
         or posted_after_paisa - held_after_paisa < 0 or held_after_paisa < 0`,
    ),
  },
  {
    rule: 'each wallet stands at its last transfer',
    find: query(
      (
        since,
      ) => sql<Row>`select 'wallet:' || w.user_id as "where", 'version ' || w.version || ', transfers ' || count(t.id) as detail
      from wallets w left join ledger_transfers t on t.user_id = w.user_id where ${hasMoved('w.user_id', since)}
      group by w.user_id, w.version having w.version <> count(t.id)`,
    ),
  },
  {
    rule: 'each wallet says what its last transfer says',
    // Covers wallets that haven't moved as well: one index lookup each.
    find: query(
      () => sql<Row>`select 'wallet:' || w.user_id as "where", 'posted ' || w.posted_paisa || ', held ' || w.held_paisa as detail
      from wallets w left join lateral (select posted_after_paisa, held_after_paisa, wallet_version from ledger_transfers t
        where t.user_id = w.user_id order by wallet_version desc limit 1) t on true
      where (w.posted_paisa, w.held_paisa, w.version)
        is distinct from (coalesce(t.posted_after_paisa, 0), coalesce(t.held_after_paisa, 0), coalesce(t.wallet_version, 0))`,
    ),
  },
  {
    rule: 'a capture or release fits its hold',
    find: query(
      (since) => sql<Row>`select 'transfer:' || r.id as "where", r.kind as detail
      from ledger_transfers r join ledger_transfers h on h.id = r.hold_id
      where ${hasMoved('r.user_id', since)} and (h.kind <> 'hold' or h.user_id <> r.user_id or h.amount_paisa <> r.amount_paisa)`,
    ),
  },
  {
    rule: 'a reversal mirrors what it reverses',
    find: query(
      (since) => sql<Row>`select 'transfer:' || r.id as "where", t.kind as detail
      from ledger_transfers r join ledger_transfers t on t.id = r.reverses
      where ${hasMoved('r.user_id', since)}
        and (r.amount_paisa <> t.amount_paisa or r.debit_account <> t.credit_account or r.credit_account <> t.debit_account)`,
    ),
  },
  {
    rule: 'the refunds of a sale return no more than it took',
    find: query(
      (
        since,
      ) => sql<Row>`select 'transfer:' || c.id as "where", 'took ' || c.amount_paisa || ', refunds ' || sum(r.amount_paisa) as detail
      from ledger_transfers r join ledger_transfers c on c.id = r.refunds
      where ${hasMoved('r.user_id', since)} group by c.id
      having sum(r.amount_paisa) > c.amount_paisa or c.kind <> 'capture' or bool_or(r.user_id <> c.user_id)
        or bool_or(r.debit_account <> c.credit_account or r.credit_account <> c.debit_account)
        or exists (select from ledger_transfers t where t.reverses = c.id)`,
    ),
  },
  {
    rule: snapshotRule,
    // Compares each snapshot with the one before, so that every entry is read once, however many snapshots there are.
    find: query(
      (
        since,
      ) => sql<Row>`select s.account as "where", 'snapshot ' || s.balance_paisa || ', entries ' || s.before + coalesce(e.sum, 0) as detail
      from (select account, complete_below, balance_paisa,
              lag(balance_paisa, 1, 0::bigint) over w as before, lag(complete_below, 1, '0'::xid8) over w as from_xid
              from ledger_snapshots window w as (partition by account order by complete_below)) s
        left join lateral (select sum(amount_paisa) as sum from ledger_entries e where e.account = s.account
          and e.committed_by >= s.from_xid and e.committed_by < s.complete_below) e on true
      where s.balance_paisa <> s.before + coalesce(e.sum, 0)
        and ${since === undefined ? sql`true` : sql`s.complete_below > ${since}::xid8`}`,
    ),
  },
];

/** Runs every rule. @param reader a transaction, so that all rules see the same snapshot @returns the findings; empty if the books are right */
export async function audit(reader: Reader, rules: readonly AuditRule[], since?: Since): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { rule, find } of rules) {
    for (const row of await find(reader, since)) findings.push({ rule, ...row });
  }
  return findings;
}
