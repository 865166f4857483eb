// Which right a page of the back office needs, if not all staff may see it; the menu shows no others.
import { hasRight, type Right } from '#contract/access.ts';

const rightOfPage: readonly (readonly [under: string, right: Right])[] = [
  ['/admin/day', 'reports.read'],
  ['/admin/accounts', 'reports.read'],
  ['/admin/movements', 'reports.read'],
  ['/admin/reports/', 'reports.read'],
  ['/admin/recharge-history', 'wallets.read'],
  ['/admin/cash-', 'wallets.read'],
  ['/admin/approvals', 'wallets.read'],
  ['/admin/payments', 'wallets.read'],
  ['/admin/settlements', 'wallets.read'],
  ['/admin/orders/bulk', 'orders.work'],
  ['/admin/orders/replies', 'orders.work'],
  ['/admin/auto-services-history', 'files.read'],
  ['/admin/users/activity', 'trail.read'],
  ['/admin/settings', 'settings.read'],
  ['/admin/checkup', 'settings.read'],
  ['/admin/jobs', 'settings.read'],
  ['/admin/first-steps', 'settings.read'],
];

export const maySeePage = (roles: readonly string[], path: string): boolean =>
  rightOfPage.every(([under, right]) => !path.startsWith(under) || hasRight(roles, right));
