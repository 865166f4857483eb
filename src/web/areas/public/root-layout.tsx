// What surrounds every page: the sandbox ribbon and the toasts.
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { sandboxQuery } from '../../lib/api/queries.ts';
import { lazyPart } from '../../lib/code.ts';
import { useImpersonation } from '../../lib/impersonation.ts';
import { ConnectionBar } from '../../ui/frame/connection-bar.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { useUiText } from '../../ui/text.ts';
import { Toaster } from '../../ui/toaster.tsx';
import { usePublicText } from './text.ts';

const ImpersonationFrame = lazyPart(() => import('../../features/accounts/impersonation-frame.tsx'));

/** The server writes it into the page (`data-sandbox`) to avoid a layout shift; a page served from elsewhere asks for it. */
function useSandbox(): void {
  const { data } = useQuery({
    ...sandboxQuery(),
    enabled: () => typeof document !== 'undefined' && document.documentElement.dataset.sandbox === undefined,
  });
  useEffect(() => {
    if (data) document.documentElement.dataset.sandbox = data.sandbox ? 'on' : 'off';
  }, [data]);
}

export function RootLayout() {
  const text = usePublicText();
  const viewed = useImpersonation();
  useSandbox();
  return (
    <>
      <aside
        aria-label={text.sandboxLabel}
        className="sandbox-ribbon no-print sticky top-0 z-40 h-8 truncate bg-warn-soft px-3 text-center text-sm leading-8 text-warn"
      >
        {text.sandbox}
      </aside>
      {viewed ? (
        // Nothing of the customer's is ever shown without the banner above it.
        <Suspense>
          <ImpersonationFrame impersonation={viewed}>
            <Outlet />
          </ImpersonationFrame>
        </Suspense>
      ) : (
        <Outlet />
      )}
      <Toaster />
      <ConnectionBar />
    </>
  );
}

/** Shown while the session is being checked. */
export function GuardWaiting() {
  const text = useUiText();
  return (
    <main className="grid min-h-[60dvh] place-items-center text-muted">
      <p role="status">{text.common.loading}</p>
    </main>
  );
}

/** Shown while a page's code is loading. */
export function PagePending() {
  return (
    <div className="mx-auto max-w-5xl p-4">
      <SkeletonRows rows={4} className="pt-4" />
    </div>
  );
}
