// What stands around every page: the sandbox ribbon, the corner for messages.
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { call } from '../../lib/api.ts';
import { toasterWanted } from '../../lib/notify.ts';
import { useStore } from '../../lib/store.ts';
import { useText } from '../../text/text.ts';
import { SkeletonRows } from '../../ui/states.tsx';

const Toaster = lazy(() => import('../../ui/toaster.tsx'));

function useSandbox(): boolean {
  const { data } = useQuery({
    queryKey: ['sandbox'],
    queryFn: ({ signal }) => call('GET /sandbox/status/', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.sandbox ?? false;
}

export function RootLayout() {
  const text = useText();
  const sandbox = useSandbox();
  const wanted = useStore(toasterWanted);
  return (
    // What sticks to the top of a page stands below the ribbon (--ribbon).
    <div className={sandbox ? 'contents [--ribbon:2rem]' : 'contents [--ribbon:0px]'}>
      {sandbox ? (
        <aside
          aria-label={text.sandboxLabel}
          className="no-print sticky top-0 z-40 h-8 truncate bg-warn-soft px-3 text-center text-sm leading-8 text-warn"
        >
          {text.sandbox}
        </aside>
      ) : null}
      <Outlet />
      {wanted ? (
        <Suspense>
          <Toaster />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Stands while it is being found out who is signed in. */
export function GuardWaiting() {
  return (
    <main className="grid min-h-[60dvh] place-items-center text-muted">
      <p role="status" lang="en">
        Loading...
      </p>
    </main>
  );
}

/** Stands while a page's code is on its way. */
export function PagePending() {
  return (
    <div className="mx-auto max-w-5xl p-4">
      <SkeletonRows rows={4} className="pt-4" />
    </div>
  );
}
