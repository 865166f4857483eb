// Who may do what: a single table, enforced by every endpoint on the server and shown to staff.

export const staffRoles = ['owner', 'operator', 'cashier', 'accountant', 'auditor'] as const;
export type StaffRole = (typeof staffRoles)[number];

export const rights = {
  'dashboard.read': ['owner', 'operator', 'cashier', 'accountant', 'auditor'],
  'users.read': ['owner', 'operator', 'cashier', 'accountant', 'auditor'],
  'customers.register': ['owner', 'cashier'],
  'users.manage': ['owner'],
  'users.view_as': ['owner'],
  'orders.read': ['owner', 'operator', 'cashier', 'accountant', 'auditor'],
  'orders.work': ['owner', 'operator'],
  'orders.refund': ['owner', 'accountant'],
  'files.read': ['owner', 'operator', 'auditor'],
  'wallets.read': ['owner', 'operator', 'cashier', 'accountant', 'auditor'],
  'cash.take': ['owner', 'cashier', 'accountant'],
  'wallets.move': ['owner', 'accountant'],
  'services.read': ['owner', 'operator', 'cashier', 'accountant', 'auditor'],
  'services.manage': ['owner'],
  'reports.read': ['owner', 'accountant', 'auditor'],
  'trail.read': ['owner', 'auditor'],
  'trail.open': ['owner'],
  'settings.read': ['owner', 'auditor'],
  'settings.manage': ['owner'],
} as const satisfies Record<string, readonly StaffRole[]>;

export type Right = keyof typeof rights;

export function isStaffRole(role: string): role is StaffRole {
  return (staffRoles as readonly string[]).includes(role);
}

export function isStaff(roles: readonly string[]): boolean {
  return roles.some(isStaffRole);
}

/** Whether someone works on orders but reads no reports, so that they start at the orders and not at the dashboard. */
export const isOperator = (roles: readonly string[]): boolean =>
  hasRight(roles, 'orders.work') && !hasRight(roles, 'reports.read');

export function hasRight(roles: readonly string[], right: Right): boolean {
  const allowed: readonly string[] = rights[right];
  return roles.some((role) => allowed.includes(role));
}
