// The portal with its router: shows the page of the URL, and then follows URL and session.
import { QueryClientProvider } from '@tanstack/react-query';
import { type AnyRoute, RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import type { Root } from 'react-dom/client';
import { startWorkerOnEntryPages } from './entry-preload.ts';
import { queryClient } from './lib/api/query.ts';
import { fetchCode } from './lib/loading/code.ts';
import { setNavigator } from './lib/navigation.ts';
import { sendsCookies } from './lib/new-tab.ts';
import { accessToken, onSessionChange, session } from './lib/session.ts';
import { router } from './router.tsx';

function whoIsIn(): string {
  const current = session();
  return current.status === 'signed_in'
    ? `${current.user.id} ${current.isAdmin} ${current.mustChangePassword}`
    : current.status;
}

function followSession(): void {
  let seen = whoIsIn();
  onSessionChange(() => {
    const now = whoIsIn();
    if (now === seen) return;
    // Nothing fetched by one user may be visible to the next.
    if (seen !== 'checking') queryClient.clear();
    seen = now;
    void router.invalidate();
  });
}

/** Fetches and sets up the page's code while the session is checked. Users without a session are redirected afterwards. */
function setUpPage(): void {
  if (session().status !== 'checking' || !accessToken()) return;
  const routes: Record<string, AnyRoute> = router.routesById;
  for (const { routeId } of router.matchRoutes(router.latestLocation))
    void routes[routeId]?.options.component?.preload?.();
}

/** Opens papers, even if no cookie is sent. */
const interceptPaperLinks = () =>
  sendsCookies() || fetchCode(() => import('./features/files/open-with-token.ts'));

/** After this time the bar, which shows whether the network is missing, appears above the waiting page. */
const patienceMs = 2_000;

/**
 * @param root keeps its content, a prerendered front page or a login, until the page of the URL can replace it at once; the waiting page of
 * `index.html` stays only for a while
 */
export async function start(root: Root): Promise<void> {
  followSession();
  setUpPage();
  void interceptPaperLinks();
  setNavigator((href, arrival) => router.navigate({ href, state: arrival ?? {} }));
  // From now on the open page stays until the next one is loaded, however long that takes, so that typed text is not lost.
  const unsubscribe = router.subscribe('onRendered', () => {
    router.options.defaultPendingMs = Number.POSITIVE_INFINITY;
    unsubscribe();
    stopFollowing();
  });
  router.subscribe('onResolved', startWorkerOnEntryPages);
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    // Listened to by ui/frame/restore-focus.ts.
    if (fromLocation && pathChanged) dispatchEvent(new Event('page'));
  });
  // Once rendered, the router follows the URL by itself. Until then this also handles a user who goes back.
  const stopFollowing = router.history.subscribe(() => void router.load());
  const shown = document.getElementById('root')!.firstElementChild;
  if (shown) {
    const loaded = router.load().catch(() => undefined);
    const patience = new Promise((end) => setTimeout(end, patienceMs));
    await (shown.id === 'waiting' ? Promise.race([loaded, patience]) : loaded);
  }
  // In interruptible steps. What page and frame request comes after they are painted.
  startTransition(() =>
    root.render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </StrictMode>,
    ),
  );
}
