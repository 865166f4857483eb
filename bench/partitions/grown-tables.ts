// The tables that grow without end: how their rows are made, and the statements that read them (the portal's own where a function has them).
import { sql } from 'kysely';
import { listTimeline } from '../../src/server/orders/timeline.queries.ts';
import type { Database } from '../../src/server/platform/database/connect.ts';
import { listEvents } from '../../src/server/reports/activity/activity.queries.ts';
import { findTransfer } from '../../src/server/reports/search.queries.ts';
import { listTransactions } from '../../src/server/reports/transactions.queries.ts';

export interface Filling {
  readonly rows: number;
  readonly users: number;
}

/** @param i another one each time */
type Query = (db: Database, i: number, filling: Filling) => Promise<unknown>;

export interface GrownTable {
  readonly name: string;
  /** The column with the time of a row, by which months are cut. */
  readonly time: string;
  readonly columns: string;
  /** Values of row `n`, which came about at `moment`; `users` is how many there are. */
  readonly values: string;
  /** A change of nothing, for rows that a vacuum is to find dead. */
  readonly touch: string;
  readonly queries: Record<string, Query>;
}

const allEvents = {
  subjectId: undefined,
  user: undefined,
  kind: undefined,
  search: '',
  from: undefined,
  to: undefined,
  page: 1,
  pageSize: 20,
};
const someone = (i: number, { users }: Filling) => 1 + ((i * 7919) % users);
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const trail: GrownTable = {
  name: 'trail',
  time: 'at',
  columns: 'at, kind, actor_id, subject_id, object_kind, object_id, ip, details',
  values: `moment, (array['document.made', 'file.opened', 'wallet.recharged', 'order.completed'])[1 + n % 4], 1 + n % 40,
    1 + n * 7919 % users, 'file', (n / 3)::text, '10.0.0.7', '{"number": "••••4567"}'::jsonb`,
  touch: 'ip = ip',
  queries: {
    'newest page, with the count of all': (db) => listEvents(db, allEvents),
    'further down, from an entry on': (db, i, { rows }) =>
      listEvents(db, { ...allEvents, beforeId: BigInt(Math.round(rows * (1 - (i % 50) / 100))) }),
    'about one person': (db, i, filling) => listEvents(db, { ...allEvents, subjectId: someone(i, filling) }),
    'of one day': (db, i) => listEvents(db, { ...allEvents, from: dayBefore(1 + i), to: dayBefore(1 + i) }),
    'one entry': (db, i, filling) => listEvents(db, { ...allEvents, id: someone(i, filling) }),
    'what was done with one file': (db, i, { rows }) =>
      sql`select id, at, kind from trail where object_kind = 'file' and object_id = ${String((i * 7919) % Math.floor(rows / 3))} order by id desc limit 20`.execute(
        db,
      ),
    'hash of a sealed stretch': (db, i, filling) =>
      sql`select count(*), sha256(convert_to(string_agg(details::text, '' order by id), 'utf8'))
            from trail where id between ${someone(i, filling)} and ${someone(i, filling) + 500}`.execute(db),
  },
};

const timeline: GrownTable = {
  name: 'order_timeline',
  time: 'at',
  columns: 'order_id, what, status, actor_id, at',
  values: `n / 2, case n % 2 when 0 then 'create' else 'end' end, case n % 2 when 0 then 'pending' else 'completed' end, 1 + n % users, moment`,
  touch: 'note = note',
  queries: {
    'of one order': (db, i, { rows }) => listTimeline(db, (i * 7919) % Math.floor(rows / 2), true),
    'last entry of an order': (db, i, { rows }) =>
      sql`select max(at) from order_timeline where order_id = ${(i * 7919) % Math.floor(rows / 2)}`.execute(
        db,
      ),
  },
};

const live: GrownTable = {
  name: 'live_events',
  time: 'created_at',
  columns: 'audience, message, created_at',
  values: `case n % 3 when 0 then 'staff' else 'user:' || 1 + n % users end, jsonb_build_object('type', 'order_updated', 'orderId', n), moment`,
  touch: 'audience = audience',
  queries: {
    'what is new to a process': (db) =>
      sql`select id, audience, message, committed_by::text, pg_snapshot_xmin(pg_current_snapshot())::text as horizon
            from live_events where committed_by >= (pg_snapshot_xmin(pg_current_snapshot())::text)::xid8 order by id`.execute(
        db,
      ),
  },
};

const transferId = (n: string) =>
  `(lpad(to_hex(${n}), 12, '0') || '7000' || '8' || right(md5((${n})::text), 15))::uuid`;
const allTransactions = {
  userId: undefined,
  status: undefined,
  search: '',
  day: undefined,
  page: 1,
  pageSize: 20,
};

/** Of ten transfers one is a recharge, five hold a price, four take it. */
const transfers: GrownTable = {
  name: 'ledger_transfers',
  time: 'created_at',
  columns: `id, kind, debit_account, credit_account, amount_paisa, ref, user_id, wallet_version, posted_after_paisa, held_after_paisa, hold_id, created_at`,
  values: `${transferId('n')}, case when n % 10 = 0 then 'recharge' when n % 2 = 1 then 'hold' else 'capture' end,
    case when n % 10 = 0 then 'admin_cash' else 'wallet:' || 1 + n * 7919 % users end,
    case when n % 10 = 0 then 'wallet:' || 1 + n * 7919 % users else 'revenue' end,
    15000, 'order:' || n / 2 || ':1', 1 + n * 7919 % users, 1 + n / users, 100000, 0,
    case when n % 2 = 0 and n % 10 > 0 then ${transferId('n - 1')} end, moment`,
  touch: 'reason = reason',
  queries: {
    'recharges of all, newest page': (db) => listTransactions(db, allTransactions),
    'recharges of all on one day': (db, i) =>
      listTransactions(db, { ...allTransactions, day: dayBefore(1 + i) }),
    "one customer's movements": (db, i, filling) =>
      listTransactions(db, { ...allTransactions, userId: someone(i, filling) }),
    'one transfer by its id': async (db, i, filling) => {
      const { rows } = await sql<{
        id: string;
      }>`select ${sql.raw(transferId(String(someone(i, filling))))} as id`.execute(db);
      return findTransfer(db, rows[0]!.id);
    },
    'was this posted before (kind, ref)': (db, i, filling) =>
      sql`select id from ledger_transfers where kind = 'hold' and ref = ${`order:${someone(i, filling)}:1`}`.execute(
        db,
      ),
    'is this hold resolved': (db, i, filling) =>
      sql`select id from ledger_transfers where hold_id = ${sql.raw(transferId(String(someone(i, filling))))}`.execute(
        db,
      ),
  },
};

export const grownTables: readonly GrownTable[] = [trail, timeline, live, transfers];
