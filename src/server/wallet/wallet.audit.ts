// Audit rules: what waited for a second person is in the ledger exactly if that person approved it.
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
];
