// The router's part of the frame of every page.
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { shopQuery } from '../../lib/api/queries.ts';
import { useImpersonation } from '../../lib/impersonation.ts';
import { isPageLoading, lazyPart } from '../../lib/loading/code.ts';
import { storeShop } from '../../lib/shop.ts';
import { SkeletonRows } from '../../ui/states.tsx';
import { useUiText } from '../../ui/text.ts';
import { PortalFrame } from './portal-frame.tsx';

const ImpersonationFrame = lazyPart(() => import('../../features/accounts/impersonation-frame.tsx'));

export function RootLayout() {
  const viewed = useImpersonation();
  const { data: shop } = useQuery(shopQuery());
  useEffect(() => {
    if (shop) storeShop(shop);
  }, [shop]);
  const isComing = useRouterState({ select: ({ status }) => status === 'pending' });
  useEffect(() => isPageLoading.set(isComing), [isComing]);
  return (
    <PortalFrame>
      {viewed ? (
        // Nothing of the customer's is shown without the banner above it.
        <Suspense>
          <ImpersonationFrame impersonation={viewed}>
            <Outlet />
          </ImpersonationFrame>
        </Suspense>
      ) : (
        <Outlet />
      )}
    </PortalFrame>
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
