// All SQL of staff operations on payments: the list, and the steps of a decision.
import { sql } from 'kysely';
import type { PaymentState } from '#contract/payments/calls.ts';
import { loadStaffNames } from '../accounts/staff-names.queries.ts';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import { hasText, searchedNumber } from '../platform/database/search.ts';
import type { Sql } from '../platform/database/searched-list.ts';

export interface OperationFilter {
  /** Only payments after this one in the list. */
  beforeId?: string | undefined;
  state: PaymentState | 'all' | 'open' | 'attention';
  provider: string | undefined;
  search: string;
  page: number;
  pageSize: number;
}

/**
 * Lease of a refund. Its three requests, each sent twice and waiting for a token twice, take twelve minutes at most; no other refund may begin in the
 * meantime. A lease further ahead was taken while the clock was wrong, and doesn't count.
 */
const refundMinutes = 15;

export interface OperationRow {
  id: string;
  provider: string;
  provider_payment_id: string | null;
  user_id: number;
  first_name: string;
  last_name: string;
  username: string;
  amount_paisa: bigint;
  bonus_paisa: bigint;
  credited_paisa: bigint | null;
  payer_number: string;
  transaction_id: string | null;
  state: PaymentState;
  attention: string;
  failure_code: string;
  facts: StoredFacts | null;
  proposal: { action: 'credit' | 'close' | 'refund'; note: string } | null;
  proposed_by: number | null;
  resolved_by: number | null;
  resolved_note: string;
  resolved_at: Date | null;
  refund_id: string | null;
  refund_lease_until: Date;
  /** Duration of the lease. */
  refund_minutes: number;
  created_at: Date;
  settled_at: Date | null;
}

export interface StoredFacts {
  providerPaymentId: string;
  invoice: string;
  amountPaisa: string;
  currency: string;
  transactionId: string;
  payerNumber: string;
}

const stateSets: Record<string, readonly string[]> = {
  open: ['created', 'redirected'],
  attention: ['needs_attention', 'refunding'],
};

function whereOf(filter: OperationFilter): Sql {
  const conditions = [sql`true`];
  if (filter.beforeId !== undefined)
    conditions.push(
      sql`(p.created_at, p.id) < (select l.created_at, l.id from payments l where l.id = ${filter.beforeId})`,
    );
  if (filter.state !== 'all')
    conditions.push(sql`p.state = any(${stateSets[filter.state] ?? [filter.state]})`);
  if (filter.provider) conditions.push(sql`p.provider = ${filter.provider}`);
  if (filter.search !== '')
    conditions.push(sql`(p.id = ${filter.search} or p.provider_payment_id = ${filter.search} or p.transaction_id = ${filter.search}
      or p.facts->>'transactionId' = ${filter.search} or p.payer_number = ${searchedNumber(filter.search) ?? filter.search}
      or ${hasText('u.search_text', filter.search)})`);
  return sql`where ${sql.join(conditions, sql` and `)}`;
}

const from = sql`from payments p join users u on u.id = p.user_id`;
const operations = sql`
  select p.id, p.provider, p.provider_payment_id, p.user_id, u.first_name, u.last_name, u.username, p.amount_paisa, p.bonus_paisa,
         p.credited_paisa, p.payer_number, p.transaction_id, p.state, p.attention, p.failure_code, p.facts, p.proposal, p.proposed_by,
         p.resolved_by, p.resolved_note, p.resolved_at, p.refund_id, p.refund_lease_until,
         case when p.refund_lease_until < now() + ${refundMinutes} * interval '1 minute' + interval '1 hour'
              then ceil(extract(epoch from greatest(p.refund_lease_until, now()) - now()) / 60)::int else 0 end as refund_minutes,
         p.created_at, p.settled_at
    ${from}`;

export async function listOperations(reader: Reader, filter: OperationFilter): Promise<OperationRow[]> {
  const { rows } =
    await sql<OperationRow>`${operations} ${whereOf(filter)} order by p.created_at desc, p.id desc
    limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(reader);
  return rows;
}

export async function countOperations(reader: Reader, filter: OperationFilter): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count ${from} ${whereOf(filter)}`.execute(reader);
  return rows[0]!.count;
}

export async function findOperation(reader: Reader, id: string): Promise<OperationRow | undefined> {
  const { rows } = await sql<OperationRow>`${operations} where p.id = ${id}`.execute(reader);
  return rows[0];
}

export interface NamedOperation extends OperationRow {
  proposer: string;
  resolver: string;
}

/** Adds the names of those who proposed and decided. */
export async function nameDeciders(reader: Reader, rows: readonly OperationRow[]): Promise<NamedOperation[]> {
  const nameOf = await loadStaffNames(
    reader,
    rows.flatMap((row) => [row.proposed_by, row.resolved_by]),
  );
  return rows.map((row) => ({
    ...row,
    proposer: nameOf(row.proposed_by),
    resolver: nameOf(row.resolved_by),
  }));
}

export function listNotices(reader: Reader, invoice: string) {
  return reader
    .selectFrom('payment_notices')
    .select(['received_at', 'transaction_id', 'amount_paisa', 'currency', 'status'])
    .where('invoice', '=', invoice)
    .orderBy('received_at')
    .limit(100)
    .execute();
}

export async function propose(
  trx: Trx,
  id: string,
  proposal: { action: string; note: string } | null,
  by: number | null,
): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ proposal: proposal && JSON.stringify(proposal), proposed_by: by, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Stores who decided and the resulting state; `completed` is stored by the credit itself. */
export async function decide(
  trx: Trx,
  id: string,
  decision: {
    state?: 'closed' | 'refunding';
    by: number;
    note: string;
    creditedPaisa?: bigint;
    bonusPaisa?: bigint;
    /** Transaction of the money that goes back; it can't be credited from then on. */
    transactionId?: string | undefined;
  },
): Promise<void> {
  await trx
    .updateTable('payments')
    .set({
      resolved_by: decision.by,
      resolved_note: decision.note,
      resolved_at: sql`now()`,
      updated_at: sql`now()`,
      ...(decision.state ? { state: decision.state } : {}),
      ...(decision.state === 'refunding'
        ? {
            refund_lease_until: sql<Date>`date_trunc('milliseconds', now() + ${refundMinutes} * interval '1 minute')`,
          }
        : {}),
      ...(decision.creditedPaisa === undefined ? {} : { credited_paisa: decision.creditedPaisa }),
      ...(decision.bonusPaisa === undefined ? {} : { bonus_paisa: decision.bonusPaisa }),
      ...(decision.transactionId === undefined ? {} : { transaction_id: decision.transactionId }),
    })
    .where('id', '=', id)
    .execute();
}

/**
 * Stores the outcome of a refund; one whose outcome is unknown can be retried at once.
 * @returns false if the payment no longer belongs to this refund, because another one ended it or began after the lease. A successful refund is
 *   stored even so
 */
export async function endRefund(
  db: Database | Trx,
  row: OperationRow,
  ended: { state: 'refunded' | 'needs_attention' | 'refunding'; refundId?: string },
): Promise<boolean> {
  const { id, refund_lease_until: lease, ...decided } = row;
  const written = await db
    .updateTable('payments')
    .set({
      state: ended.state,
      refund_lease_until: sql`'-infinity'`,
      updated_at: sql`now()`,
      ...(ended.refundId === undefined ? {} : { refund_id: ended.refundId }),
      // Restores the decision if another refund, which was rejected meanwhile, has reverted it.
      ...(ended.state === 'refunded'
        ? {
            resolved_by: decided.resolved_by,
            resolved_at: decided.resolved_at,
            resolved_note: decided.resolved_note,
            proposal: decided.proposal === null ? null : JSON.stringify(decided.proposal),
            proposed_by: decided.proposed_by,
            transaction_id: decided.transaction_id,
          }
        : {}),
      // A rejected refund reverts the decision.
      ...(ended.state === 'needs_attention'
        ? {
            ...{ resolved_by: null, resolved_at: null, resolved_note: '', proposal: null, proposed_by: null },
            transaction_id: null,
          }
        : {}),
    })
    .where('id', '=', id)
    .where('state', 'in', ended.state === 'refunded' ? ['refunding', 'needs_attention'] : ['refunding'])
    .$if(ended.state !== 'refunded', (own) => own.where('refund_lease_until', '=', lease))
    .executeTakeFirst();
  return written.numUpdatedRows > 0n;
}
