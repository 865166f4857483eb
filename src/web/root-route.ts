// The root route, and the check that a user is signed in.
import { createRootRoute, redirect } from '@tanstack/react-router';
import { CrashedPage } from './areas/public/crashed-page.tsx';
import { RootLayout } from './areas/public/root-layout.tsx';
import { lazyPage } from './lib/loading/lazy-page.ts';
import { safeNext } from './lib/navigation.ts';
import { session, sessionReady } from './lib/session.ts';

/** For areas with a frame of their own. */
export const unknownPage = lazyPage(() => import('./areas/public/unknown-page.tsx'), 'UnknownPage');

export const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyPage(() => import('./areas/public/not-found-page.tsx'), 'NotFoundPage'),
  errorComponent: CrashedPage,
});

export async function signedIn(href: string) {
  await sessionReady();
  const current = session();
  if (current.status !== 'signed_in') throw redirect({ to: '/login', search: { next: safeNext(href) } });
  if (current.mustChangePassword) throw redirect({ to: '/change-password' });
  return current;
}
