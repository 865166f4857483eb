// All routes of the portal, who may open them, and which code each fetches.
import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import type { DocumentKind, DocumentKinds, DocumentRecord } from '#contract/documents/kinds.ts';
import { adminRoutes } from './admin-routes.ts';
import { CrashedPage } from './areas/public/crashed-page.tsx';
import { GuardWaiting, PagePending } from './areas/public/root-layout.tsx';
import { lazyPage } from './lib/loading/lazy-page.ts';
import { type Arrival, safeNext } from './lib/navigation.ts';
import { session, sessionReady } from './lib/session.ts';
import {
  confirmEmailRoute,
  forgotPasswordRoute,
  landingRoute,
  notMeRoute,
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
  textOrNumberOf,
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
  beforeLoad: async ({ cause }) => {
    await sessionReady();
    const current = session();
    if (current.status !== 'signed_in') throw redirect({ to: '/login', search: { next: undefined } });
    // The user already has a password of their own. Not right after choosing it on this page, which leads on by itself.
    if (cause === 'enter' && !current.mustChangePassword)
      throw redirect({
        to: current.isAdmin ? '/admin/account' : '/app/profile',
        search: { tab: 'password' },
      });
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
    ...textOrNumberOf(search, 'paymentID'),
    ...textOf(search, 'status'),
    ...textOrNumberOf(search, 'amount'),
    ...pageOf(search),
  }),
  component: lazyPage(() => import('./areas/customer/recharge-page.tsx'), 'RechargePage'),
});
type AddressOf<Page> = Page extends `/app${infer Path}` ? Path : never;
/** A path from the table of document kinds, through its types only: the table is too large for the first visit. */
type DocumentAddress = AddressOf<DocumentKinds[DocumentKind]['page'] | DocumentRecord['editor']>;
const documentPage = <const P extends DocumentAddress>(path: P, component: ReturnType<typeof lazyPage>) =>
  createRoute({ getParentRoute: () => appRoute, path, component });
const documentRoutes = [
  documentPage(
    '/new-nid',
    lazyPage(() => import('./areas/customer/documents/new-nid-page.tsx'), 'NewNidPage'),
  ),
  documentPage(
    '/tin-certificate',
    lazyPage(() => import('./areas/customer/documents/tin-certificate-page.tsx'), 'TinCertificatePage'),
  ),
  documentPage(
    '/server-copy-unofficial',
    lazyPage(
      () => import('./areas/customer/documents/server-copy-unofficial-page.tsx'),
      'ServerCopyUnofficialPage',
    ),
  ),
  documentPage(
    '/sign2server',
    lazyPage(() => import('./areas/customer/documents/sign-to-server-page.tsx'), 'SignToServerPage'),
  ),
  documentPage(
    '/sign2server/edit/$id',
    lazyPage(() => import('./areas/customer/documents/sign-to-server-page.tsx'), 'EditSignToServerPage'),
  ),
  documentPage(
    '/new-birth-certificate',
    lazyPage(
      () => import('./areas/customer/documents/birth-certificate-page.tsx'),
      'NewBirthCertificatePage',
    ),
  ),
  documentPage(
    '/edit-birth-certificate/$id',
    lazyPage(
      () => import('./areas/customer/documents/birth-certificate-page.tsx'),
      'EditBirthCertificatePage',
    ),
  ),
  documentPage(
    '/edit-nid/$id',
    lazyPage(() => import('./areas/customer/documents/edit-nid-page.tsx'), 'EditNidPage'),
  ),
] as const;
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
  notMeRoute,
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
    ...documentRoutes,
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
  // The page of another order, person or paper keeps nothing that was typed, opened or started on this one.
  defaultRemountDeps: ({ params }) => params,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState extends Arrival {}
}
