// Audit rules: every completed payment is in the ledger exactly once.
import { sql } from 'kysely';
import { type AuditRule, hasMoved } from '../ledger/audit.ts';

type Row = { where: string; detail: string };

export const paymentRules: readonly AuditRule[] = [
  {
    rule: 'a completed payment has its recharge and bonus, any other has none',
    find: async (reader, since) =>
      (
        await sql<Row>`select 'payment:' || p.id as "where", p.state as detail from payments p
          left join ledger_transfers r on r.kind = 'recharge' and r.ref = 'payment:' || p.id
          left join ledger_transfers b on b.kind = 'bonus' and b.ref = 'payment:' || p.id
          where ${hasMoved('p.user_id', since)} and ((p.state = 'completed') <> (r.id is not null)
             or (p.state = 'completed' and (r.amount_paisa <> coalesce(p.credited_paisa, p.amount_paisa) or r.user_id <> p.user_id
               or coalesce(b.amount_paisa, 0) <> p.bonus_paisa)))`.execute(reader)
      ).rows,
  },
];
