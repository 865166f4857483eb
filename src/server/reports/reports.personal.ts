// Personal data in reports: sums of closed days, which are part of the books.
import { books, type PersonalData } from '../platform/personal-data.ts';

export const reportsData: PersonalData = {
  tables: {
    ledger_audits: { other: ['day', 'shown'], life: books },
    ledger_days: { other: ['day'], life: books },
    ledger_days_accounts: { other: ['day', 'account'], life: books },
    ledger_days_active: { other: ['day'], life: books },
    ledger_days_sold: { other: ['day', 'file_kind'], life: books },
    worked_days: { other: ['day'], life: books },
  },
};
