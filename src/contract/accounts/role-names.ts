// What the roles of staff are called.
export const roleNames = {
  bn: { owner: 'মালিক', operator: 'অপারেটর', cashier: 'ক্যাশিয়ার', accountant: 'হিসাবরক্ষক', auditor: 'নিরীক্ষক' },
  en: {
    owner: 'Owner',
    operator: 'Operator',
    cashier: 'Cashier',
    accountant: 'Accountant',
    auditor: 'Auditor',
  },
} as const;
