// The root of all addresses, and who is let in.
import { createRootRoute, redirect } from '@tanstack/react-router';
import { CrashedPage } from './areas/public/crashed-page.tsx';
import { NotFoundPage } from './areas/public/not-found-page.tsx';
import { RootLayout } from './areas/public/root-layout.tsx';
import { session, sessionReady } from './lib/session.ts';

export const rootRoute = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: CrashedPage,
});

/** The address to return to after the login, if it lies inside the portal. */
export function safeNext(next: unknown): string | undefined {
  return typeof next === 'string' && /^\/(app|admin)(\/|\?|$)/.test(next) ? next : undefined;
}

export async function signedIn(href: string) {
  await sessionReady();
  const current = session();
  if (current.status !== 'signed_in') throw redirect({ to: '/login', search: { next: safeNext(href) } });
  if (current.mustChangePassword) throw redirect({ to: '/change-password' });
  return current;
}
