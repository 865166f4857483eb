// Every path of the portal, who may open it, and which code is fetched for it.
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import { adminRoutes } from './admin-routes.ts';
import { CrashedPage } from './areas/public/crashed-page.tsx';
import { GuardWaiting, PagePending } from './areas/public/root-layout.tsx';
import { type Arrival, safeNext } from './lib/go.ts';
import { lazyPage } from './lib/lazy-page.ts';
import { session, sessionReady } from './lib/session.ts';
import {
  confirmEmailRoute,
  forgotPasswordRoute,
  landingRoute,
  proofRoute,
  resetPasswordRoute,
  signUpRoute,
  verifyCodeRoute,
  verifyRoute,
} from './public-routes.ts';
import { rootRoute, signedIn, unknownPage } from './root-route.ts';
import {
  accountSearch,
  listSearch,
  noticeSearch,
  orderSearch,
  pageOf,
  textOf,
  writtenOf,
} from './search-params.ts';

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: safeNext(search.next),
  }),
  beforeLoad: async ({ search }) => {
    await sessionReady();
    const current = session();
    if (current.status !== 'signed_in') return;
    if (current.mustChangePassword) throw redirect({ to: '/change-password' });
    throw search.next ? redirect({ href: search.next }) : redirect({ to: '/app' });
  },
  pendingComponent: GuardWaiting,
  component: lazyPage(() => import('./areas/public/accounts/login-route.tsx'), 'LoginRoute'),
});

const changePasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/change-password',
  beforeLoad: async () => {
    await sessionReady();
    if (session().status !== 'signed_in') throw redirect({ to: '/login', search: { next: undefined } });
  },
  pendingComponent: GuardWaiting,
  component: lazyPage(() => import('./areas/public/accounts/change-password-page.tsx'), 'ChangePasswordPage'),
});

const secondFactorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin/second-factor',
  beforeLoad: async ({ location }) => {
    const current = await signedIn(location.href);
    if (!current.isAdmin) throw redirect({ to: '/app' });
  },
  pendingComponent: GuardWaiting,
  component: lazyPage(() => import('./areas/public/accounts/second-factor-page.tsx'), 'SecondFactorPage'),
});

const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/s/$token',
  component: lazyPage(() => import('./areas/public/files/shared-page.tsx'), 'SharedPage'),
});

const appRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/app',
  beforeLoad: async ({ location }) => {
    const current = await signedIn(location.href);
    if (current.isAdmin) throw redirect({ to: '/admin' });
  },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: GuardWaiting,
  notFoundComponent: unknownPage,
  component: lazyPage(() => import('./areas/customer/customer-shell.tsx'), 'CustomerShell'),
});

const dashboardRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/',
  component: lazyPage(() => import('./areas/customer/dashboard-page.tsx'), 'DashboardPage'),
});
const rechargeRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/recharge-history',
  validateSearch: (search: Record<string, unknown>) => ({
    ...writtenOf(search, 'paymentID'),
    ...textOf(search, 'status'),
    ...writtenOf(search, 'amount'),
    ...pageOf(search),
  }),
  component: lazyPage(() => import('./areas/customer/recharge-page.tsx'), 'RechargePage'),
});
const newNidRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/new-nid',
  component: lazyPage(() => import('./areas/customer/documents/new-nid-page.tsx'), 'NewNidPage'),
});
const tinRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/tin-certificate',
  component: lazyPage(
    () => import('./areas/customer/documents/tin-certificate-page.tsx'),
    'TinCertificatePage',
  ),
});
const unofficialCopyRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/server-copy-unofficial',
  component: lazyPage(
    () => import('./areas/customer/documents/server-copy-unofficial-page.tsx'),
    'ServerCopyUnofficialPage',
  ),
});
const signToServerRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/sign2server',
  component: lazyPage(() => import('./areas/customer/documents/sign-to-server-page.tsx'), 'SignToServerPage'),
});
const editServerCopyRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/sign2server/edit/$id',
  component: lazyPage(
    () => import('./areas/customer/documents/sign-to-server-page.tsx'),
    'EditServerCopyPage',
  ),
});
const newBirthRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/new-birth-certificate',
  component: lazyPage(
    () => import('./areas/customer/documents/birth-certificate-page.tsx'),
    'NewBirthCertificatePage',
  ),
});
const editBirthRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/edit-birth-certificate/$id',
  component: lazyPage(
    () => import('./areas/customer/documents/birth-certificate-page.tsx'),
    'EditBirthCertificatePage',
  ),
});
const editNidRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/edit-nid/$id',
  component: lazyPage(() => import('./areas/customer/documents/edit-nid-page.tsx'), 'EditNidPage'),
});
const myFilesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/my-files',
  validateSearch: listSearch,
  component: lazyPage(() => import('./areas/customer/my-files-page.tsx'), 'MyFilesPage'),
});
const fileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/my-files/$id',
  component: lazyPage(() => import('./areas/customer/file-page.tsx'), 'FilePage'),
});
const sharingRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/sharing',
  component: lazyPage(() => import('./areas/customer/sharing-page.tsx'), 'SharingPage'),
});
const myOrdersRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/my-orders',
  validateSearch: orderSearch,
  component: lazyPage(() => import('./areas/customer/my-orders-page.tsx'), 'MyOrdersPage'),
});
const newOrderRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/my-orders/new',
  validateSearch: (search) => textOf(search, 'service'),
  component: lazyPage(() => import('./areas/customer/new-order-page.tsx'), 'NewOrderPage'),
});
const orderRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/my-orders/$id',
  component: lazyPage(() => import('./areas/customer/order-page.tsx'), 'OrderPage'),
});
const profileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/profile',
  validateSearch: accountSearch,
  component: lazyPage(() => import('./areas/customer/profile-page.tsx'), 'ProfilePage'),
});

const sharedFileRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/shared',
  component: lazyPage(() => import('./areas/customer/shared-file-page.tsx'), 'SharedFilePage'),
});

const noticesRoute = createRoute({
  getParentRoute: () => appRoute,
  path: '/notices',
  validateSearch: noticeSearch,
  component: lazyPage(() => import('./areas/customer/notices-page.tsx'), 'NoticesPage'),
});

const routeTree = rootRoute.addChildren([
  landingRoute,
  loginRoute,
  signUpRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  confirmEmailRoute,
  changePasswordRoute,
  secondFactorRoute,
  proofRoute,
  verifyRoute,
  verifyCodeRoute,
  sharedRoute,
  appRoute.addChildren([
    dashboardRoute,
    rechargeRoute,
    newNidRoute,
    tinRoute,
    unofficialCopyRoute,
    signToServerRoute,
    editServerCopyRoute,
    newBirthRoute,
    editBirthRoute,
    editNidRoute,
    myFilesRoute,
    fileRoute,
    sharingRoute,
    myOrdersRoute,
    newOrderRoute,
    orderRoute,
    profileRoute,
    noticesRoute,
    sharedFileRoute,
  ]),
  adminRoutes,
]);

export const router = createRouter({
  routeTree,
  scrollRestoration: true,
  defaultPendingComponent: PagePending,
  defaultPendingMs: 250,
  defaultPendingMinMs: 0,
  defaultErrorComponent: CrashedPage,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState extends Arrival {}
}
