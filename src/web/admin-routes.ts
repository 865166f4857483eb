// The routes of the back office.
import { createRoute, redirect } from '@tanstack/react-router';
import type { ReportName } from '#contract/reports/rules.ts';
import { GuardWaiting } from './areas/public/root-layout.tsx';
import { lazyPage } from './lib/loading/lazy-page.ts';
import { rootRoute, signedIn, unknownPage } from './root-route.ts';
import {
  accountSearch,
  idOf,
  listSearch,
  noticeSearch,
  orderSearch,
  pageOf,
  textOf,
} from './search-params.ts';

const userListSearch = (search: Record<string, unknown>) => ({
  ...listSearch(search),
  ...idOf(search, 'user'),
});
const daysSearch = (search: Record<string, unknown>) => textOf(search, 'from', 'to');

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  beforeLoad: async ({ location }) => {
    const current = await signedIn(location.href);
    if (!current.isAdmin) throw redirect({ to: '/app' });
  },
  pendingMs: 0,
  pendingComponent: GuardWaiting,
  notFoundComponent: unknownPage,
  component: lazyPage(() => import('./areas/admin/admin-shell.tsx'), 'AdminShell'),
});
const adminOrdersPage = () => import('./areas/admin/orders/orders-page.tsx');
const adminHomeRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/',
  component: lazyPage(adminOrdersPage, 'StaffHome'),
});
const adminDashboardRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/dashboard',
  component: lazyPage(() => import('./areas/admin/admin-dashboard-page.tsx'), 'AdminDashboardPage'),
});
const adminOrdersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/orders',
  validateSearch: orderSearch,
  component: lazyPage(adminOrdersPage, 'AllOrdersPage'),
});
const adminPendingRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/orders/pending',
  validateSearch: orderSearch,
  component: lazyPage(adminOrdersPage, 'PendingOrdersPage'),
});
const adminCompletedRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/orders/completed',
  validateSearch: orderSearch,
  component: lazyPage(adminOrdersPage, 'CompletedOrdersPage'),
});
const adminBulkRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/orders/bulk',
  component: lazyPage(() => import('./areas/admin/orders/bulk-page.tsx'), 'BulkPage'),
});
const adminRepliesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/orders/replies',
  component: lazyPage(() => import('./areas/admin/orders/saved-replies-page.tsx'), 'SavedRepliesPage'),
});
const adminOrderHistoryRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/order-history',
  validateSearch: userListSearch,
  component: lazyPage(() => import('./areas/admin/orders/order-history-page.tsx'), 'OrderHistoryPage'),
});
const adminOrderRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/orders/details/$id',
  component: lazyPage(() => import('./areas/admin/orders/order-details-page.tsx'), 'OrderDetailsPage'),
});
const adminRechargesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/recharge-history',
  validateSearch: (search: Record<string, unknown>) => ({
    ...listSearch(search),
    ...textOf(search, 'status', 'day', 'way'),
  }),
  component: lazyPage(() => import('./areas/admin/wallet/recharge-history-page.tsx'), 'RechargeHistoryPage'),
});
const drawerPages = () => import('./areas/admin/wallet/drawer/drawer-page.tsx');
const adminDrawerRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/cash-drawer',
  validateSearch: (search: Record<string, unknown>) => ({ ...pageOf(search), ...idOf(search, 'user') }),
  component: lazyPage(drawerPages, 'DrawerPage'),
});
const adminCashCountsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/cash-counts',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageOf(search),
    ...idOf(search, 'user'),
    ...textOf(search, 'from', 'to', 'status'),
  }),
  component: lazyPage(drawerPages, 'CashCountsPage'),
});
const adminCashCountRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/cash-counts/$id',
  validateSearch: pageOf,
  component: lazyPage(drawerPages, 'CashCountPage'),
});
const adminApprovalsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/approvals',
  validateSearch: pageOf,
  component: lazyPage(() => import('./areas/admin/wallet/approvals-page.tsx'), 'ApprovalsPage'),
});
const adminPaymentsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/payments',
  validateSearch: (search: Record<string, unknown>) => ({
    ...listSearch(search),
    ...textOf(search, 'state', 'payment'),
  }),
  component: lazyPage(() => import('./areas/admin/payments/payments-page.tsx'), 'PaymentsPage'),
});
const adminSettlementsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settlements',
  validateSearch: pageOf,
  component: lazyPage(() => import('./areas/admin/payments/settlements-page.tsx'), 'SettlementsPage'),
});
const adminSettlementRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settlements/$id',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageOf(search),
    ...textOf(search, 'match', 'open'),
  }),
  component: lazyPage(() => import('./areas/admin/payments/settlement-page.tsx'), 'SettlementPage'),
});
const adminNoticesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/notices',
  validateSearch: noticeSearch,
  component: lazyPage(() => import('./areas/admin/notices-page.tsx'), 'AdminNoticesPage'),
});
const adminUsersRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users',
  validateSearch: (search: Record<string, unknown>) => ({
    ...listSearch(search),
    ...textOf(search, 'active', 'who', 'sort'),
  }),
  component: lazyPage(() => import('./areas/admin/accounts/users-page.tsx'), 'UsersPage'),
});

const adminActivityRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/activity',
  validateSearch: (search: Record<string, unknown>) => ({
    ...listSearch(search),
    ...textOf(search, 'kind', 'from', 'to'),
    ...idOf(search, 'id'),
  }),
  component: lazyPage(() => import('./areas/admin/audit-log/activity-page.tsx'), 'ActivityPage'),
});
const adminUserRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/user/details/$id',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageOf(search),
    ...textOf(search, 'tab'),
  }),
  component: lazyPage(() => import('./areas/admin/accounts/user-details-page.tsx'), 'UserDetailsPage'),
});
const adminAutoHistoryRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/auto-services-history',
  validateSearch: userListSearch,
  component: lazyPage(
    () => import('./areas/admin/files/auto-services-history-page.tsx'),
    'AutoServicesHistoryPage',
  ),
});
const adminRolesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/users/roles',
  component: lazyPage(() => import('./areas/admin/accounts/roles-page.tsx'), 'RolesPage'),
});
const adminJobsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/jobs',
  component: lazyPage(() => import('./areas/admin/jobs-page.tsx'), 'JobsPage'),
});
const adminCheckupRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/checkup',
  component: lazyPage(() => import('./areas/admin/checkup-page.tsx'), 'CheckupPage'),
});
const adminFirstStepsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/first-steps',
  component: lazyPage(() => import('./areas/admin/first-steps-page.tsx'), 'FirstStepsPage'),
});
const adminServicesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/services',
  component: lazyPage(() => import('./areas/admin/catalogue/services-page.tsx'), 'ServicesPage'),
});
const adminSubTypesRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/services/sub-types/$id',
  component: lazyPage(() => import('./areas/admin/catalogue/sub-types-page.tsx'), 'SubTypesPage'),
});
const adminServiceFormRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/services/form/$id',
  component: lazyPage(() => import('./areas/admin/catalogue/form-page.tsx'), 'ServiceFormPage'),
});
const adminSettingsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/settings',
  component: lazyPage(() => import('./areas/admin/settings-page.tsx'), 'SettingsPage'),
});
const dayPage = () => import('./areas/admin/reports/day-page.tsx');
const adminDayRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/day',
  validateSearch: (search) => textOf(search, 'period'),
  component: lazyPage(dayPage, 'DayPage'),
});
const adminAccountsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/accounts',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageOf(search),
    ...textOf(search, 'account', 'from', 'to'),
  }),
  component: lazyPage(() => import('./areas/admin/reports/accounts-page.tsx'), 'AccountsPage'),
});
const adminMovementsRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/movements',
  validateSearch: (search: Record<string, unknown>) => ({
    ...pageOf(search),
    ...textOf(search, 'what', 'from', 'to', 'way', 'service', 'operator'),
  }),
  component: lazyPage(dayPage, 'MovementsPage'),
});
/** One route for each report; the menu does not compile until every report has one. */
const reportRoute = <const N extends ReportName>(name: N) =>
  createRoute({
    getParentRoute: () => adminRoute,
    path: `/reports/${name}`,
    validateSearch: daysSearch,
    component: lazyPage(() => import('./areas/admin/reports/reports-page.tsx'), 'ReportPage'),
  });
const adminAccountRoute = createRoute({
  getParentRoute: () => adminRoute,
  path: '/account',
  validateSearch: accountSearch,
  component: lazyPage(() => import('./areas/admin/accounts/account-page.tsx'), 'AdminAccountPage'),
});

export const adminRoutes = adminRoute.addChildren([
  adminHomeRoute,
  adminDashboardRoute,
  adminOrdersRoute,
  adminPendingRoute,
  adminCompletedRoute,
  adminOrderRoute,
  adminBulkRoute,
  adminRepliesRoute,
  adminOrderHistoryRoute,
  adminRechargesRoute,
  adminDrawerRoute,
  adminCashCountsRoute,
  adminCashCountRoute,
  adminDayRoute,
  adminAccountsRoute,
  adminMovementsRoute,
  adminApprovalsRoute,
  adminPaymentsRoute,
  adminSettlementsRoute,
  adminSettlementRoute,
  adminNoticesRoute,
  adminUsersRoute,
  adminActivityRoute,
  adminUserRoute,
  adminAutoHistoryRoute,
  adminRolesRoute,
  adminJobsRoute,
  adminCheckupRoute,
  adminFirstStepsRoute,
  adminServicesRoute,
  adminSubTypesRoute,
  adminServiceFormRoute,
  adminSettingsRoute,
  reportRoute('sales'),
  reportRoute('users'),
  reportRoute('performance'),
  adminAccountRoute,
]);
