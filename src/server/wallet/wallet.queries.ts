// All SQL of cash requests, which await approval by a second member of staff.
import { sql } from 'kysely';
import type { RechargeWay } from '#contract/wallet/ways.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

export async function insertCashRequest(
  trx: Trx,
  cash: {
    id: string;
    kind: string;
    userId: number;
    amountPaisa: bigint;
    bonusPaisa: bigint;
    requestedBy: number;
    note: string;
    /** Set for refunds only. */
    orderId?: number;
    /** The day that the cash counts towards, if its taker has a limit. */
    takenDay?: string | undefined;
  },
): Promise<void> {
  await trx
    .insertInto('cash_requests')
    .values({
      id: cash.id,
      kind: cash.kind,
      user_id: cash.userId,
      amount_paisa: cash.amountPaisa,
      bonus_paisa: cash.bonusPaisa,
      requested_by: cash.requestedBy,
      note: cash.note,
      order_id: cash.orderId ?? null,
      taken_day: cash.takenDay ?? null,
    })
    .execute();
}

export async function hasOpenCashRequests(reader: Reader, userId: number): Promise<boolean> {
  const row = await reader
    .selectFrom('cash_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'pending')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Sums an order's refunds that await approval. The caller holds the order's lock. */
export async function sumWaitingRefunds(trx: Trx, orderId: number): Promise<bigint> {
  const { paisa } = await trx
    .selectFrom('cash_requests')
    .select(sql<bigint>`coalesce(sum(amount_paisa), 0)::bigint`.as('paisa'))
    .where('order_id', '=', orderId)
    .where('status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return paisa;
}

export function lockCashRequest(trx: Trx, id: string) {
  return trx
    .selectFrom('cash_requests')
    .leftJoin('recharge_ways as w', (join) => join.on(sql`w.ref`, '=', sql`'cash:' || cash_requests.id`))
    .select([
      'id',
      'kind',
      'cash_requests.user_id',
      'amount_paisa',
      'bonus_paisa',
      'status',
      'requested_by',
      sql<string | null>`taken_day::text`.as('taken_day'),
      'order_id',
    ])
    .select(['note', sql<RechargeWay | null>`w.way`.as('way'), 'w.reference'])
    .where('id', '=', id)
    .forUpdate('cash_requests')
    .executeTakeFirst();
}

export async function listCashRequests(reader: Reader, page: number, pageSize: number) {
  const waiting = reader.selectFrom('cash_requests').where('status', '=', 'pending');
  const { count } = await waiting.select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  const rows = await reader
    .selectFrom('cash_requests')
    .innerJoin('users', 'users.id', 'cash_requests.user_id')
    .leftJoin('wallets', 'wallets.user_id', 'cash_requests.user_id')
    .leftJoin('recharge_ways as w', (join) => join.on(sql`w.ref`, '=', sql`'cash:' || cash_requests.id`))
    .select([
      'cash_requests.id',
      'cash_requests.kind',
      'cash_requests.user_id',
      'users.first_name',
      'users.last_name',
      'users.username',
      'cash_requests.amount_paisa',
      'cash_requests.bonus_paisa',
      'cash_requests.note',
      'cash_requests.order_id',
      sql<RechargeWay | null>`w.way`.as('way'),
      'w.reference',
      'cash_requests.requested_by',
      'cash_requests.created_at',
      sql<bigint>`coalesce(posted_paisa - held_paisa, 0)`.as('available'),
    ])
    .where('cash_requests.status', '=', 'pending')
    .orderBy('cash_requests.created_at')
    .orderBy('cash_requests.id')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  return { rows, count };
}

export async function decideCashRequest(
  trx: Trx,
  id: string,
  status: 'accepted' | 'rejected',
  by: number,
): Promise<void> {
  await trx
    .updateTable('cash_requests')
    .set({ status, decided_by: by, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}
