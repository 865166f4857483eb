// Audit rules: a request is in the ledger exactly if it was approved, and cash counts agree with the ledger.
import { sql } from 'kysely';
import { type AuditRule, hasMoved } from '../ledger/audit.ts';

type Row = { where: string; detail: string };

export const walletRules: readonly AuditRule[] = [
  {
    rule: 'an approved request has its movement and bonus, any other has none',
    find: async (reader, since) =>
      (
        await sql<Row>`select 'wallet:' || c.user_id as "where", c.kind || ' ' || c.id || ', ' || c.status as detail from cash_requests c
          left join ledger_transfers t on t.kind = c.kind
            and t.ref = case c.kind when 'refund' then 'order:' || c.order_id || ':refund:' || c.id else 'cash:' || c.id end
          left join ledger_transfers b on b.kind = 'bonus' and b.ref = 'cash:' || c.id
          where ${hasMoved('c.user_id', since)} and ((c.status = 'accepted') <> (t.id is not null)
             or (t.id is not null and (t.amount_paisa <> c.amount_paisa or t.user_id <> c.user_id))
             or coalesce(b.amount_paisa, 0) <> (case c.status when 'accepted' then c.bonus_paisa else 0 end))`.execute(
          reader,
        )
      ).rows,
  },
  {
    rule: 'each count of cash has the movements of its drawer and goes on from the one before',
    // Counts never change, so those older than a week were audited seven times already.
    find: async (reader, since) =>
      (
        await sql<Row>`
          with counts as (
            select c.*, lag(kept_paisa, 1, 0::bigint) over w as kept_before, lag(waiting_paisa, 1, 0::bigint) over w as waited_before
              from cash_counts c window w as (partition by user_id order by number)),
          looked_at as (select * from counts where ${since === undefined ? sql`true` : sql`counted_at > now() - interval '7 days'`}),
          sums as (
            select l.id, coalesce(sum(m.paisa) filter (where m.kind = 'recharge'), 0) as taken,
                   coalesce(-sum(m.paisa) filter (where m.kind = 'withdrawal'), 0) as paid, coalesce(bool_or(m.actor_id <> l.user_id), false) as is_other
              from looked_at l left join lateral (
                select coalesce(r.kind, t.kind) as kind, coalesce(r.actor_id, t.actor_id) as actor_id,
                       case when t.debit_account = 'admin_cash' then t.amount_paisa when t.credit_account = 'admin_cash' then -t.amount_paisa end as paisa
                  from cash_count_movements c join ledger_transfers t on t.id = c.transfer_id left join ledger_transfers r on r.id = t.reverses
                 where c.count_id = l.id) m on true
             group by l.id)
          select 'count:' || l.id as "where", 'taken ' || l.taken_paisa || ', movements ' || s.taken || ', paid ' || l.paid_paisa || ', movements ' || s.paid
                 || ', opening ' || l.opening_paisa || ', kept before ' || l.kept_before as detail
            from looked_at l join sums s on s.id = l.id
           where (l.taken_paisa, l.paid_paisa, l.opening_paisa, l.waiting_before_paisa)
               is distinct from (s.taken::bigint, s.paid::bigint, l.kept_before, l.waited_before) or s.is_other`.execute(
          reader,
        )
      ).rows,
  },
];
