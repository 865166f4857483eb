// Personal data in the ledger: the books identify people by id only, and survive erasure.
import { books, type PersonalData } from '../platform/personal-data.ts';

export const ledgerData: PersonalData = {
  tables: {
    ledger_transfers: {
      // The only change to a transfer that is allowed.
      erasure: { act: 'call', statement: 'select ledger_erase_reasons($person)', columns: ['reason'] },
      other: ['kind', 'debit_account', 'credit_account', 'ref'],
      life: books,
    },
    ledger_frozen: { other: ['account', 'rule'], life: books },
    ledger_snapshots: { other: ['account'], life: books },
    wallets: { other: [], life: books },
  },
  sections: {
    wallet: {
      // Only reasons that customers may read: staff write the others for each other.
      select: `select kind, case when credit_account = 'wallet:' || user_id then 'in' else 'out' end as direction, amount_paisa, posted_after_paisa,
                      held_after_paisa, ref, case when kind = 'refund' then reason else '' end as reason, created_at from ledger_transfers where user_id = $person order by wallet_version`,
    },
  },
};
