// The order of the modules: each may use those above it and none below. A test holds every import to it;
// what must flow the other way is handed in as a function by app.ts.

export const modules = [
  'platform',
  'ledger',
  'audit-log',
  'accounts',
  'notices',
  'settings',
  'wallet',
  'catalogue',
  'registry',
  'files',
  'documents',
  'orders',
  'payments',
  'reports',
  'privacy',
] as const;
