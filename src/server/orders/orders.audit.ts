// Audit rules: each order's money agrees with its status.
import { sql } from 'kysely';
import { type AuditRule, hasMoved } from '../ledger/audit.ts';

type Row = { where: string; detail: string };

/** Its findings name transfers. */
export const orphanedHoldRule: AuditRule = {
  rule: 'money is set aside for an order',
  find: async (reader, since) =>
    (
      await sql<Row>`select 'transfer:' || h.id as "where", h.ref as detail from ledger_transfers h
        where h.kind = 'hold' and h.ref like 'order:%' and ${hasMoved('h.user_id', since)}
          and not exists (select from ledger_transfers r where r.hold_id = h.id)
          and not exists (select from orders o where o.customer_id = h.user_id and o.hold_id = h.id)`.execute(
        reader,
      )
    ).rows,
};

export const orderRules: readonly AuditRule[] = [
  {
    rule: 'an open order has exactly its open hold',
    find: async (reader, since) =>
      (
        await sql<Row>`select 'order:' || o.id as "where", o.status as detail from orders o
          left join ledger_transfers h on h.id = o.hold_id
          where o.status in ('pending', 'processing') and o.price_paisa > 0 and ${hasMoved('o.customer_id', since)}
            and (h.kind is distinct from 'hold' or h.user_id <> o.customer_id or h.amount_paisa <> o.price_paisa
              or exists (select from ledger_transfers r where r.hold_id = h.id))`.execute(reader)
      ).rows,
  },
  orphanedHoldRule,
  {
    rule: 'a completed order has one capture, an ended one a release',
    find: async (reader, since) =>
      (
        await sql<Row>`select 'order:' || o.id as "where", o.status as detail from orders o
          left join ledger_transfers r on r.hold_id = o.hold_id
          where ${hasMoved('o.customer_id', since)} and o.price_paisa > 0 and o.status in ('completed', 'rejected', 'cancelled')
            and (r.kind is distinct from (case o.status when 'completed' then 'capture' else 'release' end) or r.id is distinct from o.settled_by)`.execute(
          reader,
        )
      ).rows,
  },
  {
    rule: 'each order says what was refunded of it',
    find: async (reader, since) =>
      (
        await sql<Row>`select 'order:' || o.id as "where", 'says ' || o.refunded_paisa || ', refunds ' || coalesce(r.sum, 0) as detail from orders o
          left join (select refunds, sum(amount_paisa) as sum from ledger_transfers where refunds is not null group by refunds) r on r.refunds = o.settled_by
          where ${hasMoved('o.customer_id', since)} and o.refunded_paisa <> coalesce(r.sum, 0)`.execute(
          reader,
        )
      ).rows,
  },
];
