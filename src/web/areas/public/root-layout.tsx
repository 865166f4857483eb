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

function SandboxRibbon() {
  const text = useText();
  const { data } = useQuery({
    queryKey: ['sandbox'],
    queryFn: ({ signal }) => call('GET /sandbox/status/', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data?.sandbox) return null;
  return (
    <aside
      aria-label={text.sandboxLabel}
      className="no-print bg-warn-soft px-4 py-1 text-center text-sm text-warn"
    >
      {text.sandbox}
    </aside>
  );
}

export function RootLayout() {
  const wanted = useStore(toasterWanted);
  return (
    <>
      <SandboxRibbon />
      <Outlet />
      {wanted ? (
        <Suspense>
          <Toaster />
        </Suspense>
      ) : null}
    </>
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
