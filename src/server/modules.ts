// The order of the modules: each may use those above it and none below. A test checks every import. Dependencies in the other direction are passed in
// as functions by open-modules.ts.

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
