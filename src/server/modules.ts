// The order of the modules: each may use those above it and none below. A test checks every import; what must flow the other way is passed in as a
// function by open-modules.ts.

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
  'backup',
  'checkup',
] as const;
