// The customer's portal: menu, balance, account, and the live channel that keeps them up to date.
import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { FilePlus2, Files, Home, LayoutDashboard, ListChecks, Share2, UserRound, Wallet } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { UserMenu } from '../../features/accounts/user-menu.tsx';
import { InstallItem } from '../../features/device/install-item.tsx';
import { useIsKeeping } from '../../features/device/kept/keeping.ts';
import { restoreDrafts } from '../../features/device/kept/kept-drafts.ts';
import { refreshKeptPapers } from '../../features/device/kept/kept-papers.ts';
import { NewerRelease } from '../../features/device/newer-release.tsx';
import { OfflineAdvice } from '../../features/device/offline-advice.tsx';
import { useServiceWorker } from '../../features/device/use-service-worker.ts';
import { useDocumentLinks } from '../../features/documents/document-links.ts';
import { Bell } from '../../features/notices/bell.tsx';
import { refetchUnread } from '../../features/notices/unread.ts';
import { invalidateOrder, isAboutOrder } from '../../features/orders/queries.ts';
import { Announcement } from '../../features/settings/announcement.tsx';
import { BalanceLine, BalancePill } from '../../features/wallet/balance-pill.tsx';
import { cacheBalance } from '../../features/wallet/queries.ts';
import { invalidateByName, invalidateForMessage } from '../../lib/api/invalidation.ts';
import { openLiveChannel, reloadAfterReconnect } from '../../lib/api/live-channel.ts';
import { useImpersonation } from '../../lib/impersonation.ts';
import { fetchCode, lazyPart } from '../../lib/loading/code.ts';
import { useUser } from '../../lib/session.ts';
import { DropdownItem } from '../../ui/dropdown.tsx';
import { ErrorAdvice } from '../../ui/error-state.tsx';
import { Shell } from '../../ui/frame/shell.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/frame/switches.tsx';
import { ThemeItem } from '../../ui/frame/theme-item.tsx';
import { useCustomerText } from './text.ts';

const offlineAdvice = <OfflineAdvice />;
const OutboxButton = lazyPart(() => import('../../features/device/outbox/outbox-sheet.tsx'));

function useCustomerLive(): void {
  const client = useQueryClient();
  const { id } = useUser();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person needs another channel
  useEffect(
    () =>
      openLiveChannel({
        onMessage(message) {
          if (message.type === 'balance') cacheBalance(client, message.current_balance);
          if (isAboutOrder(message)) {
            invalidateByName(client, ['orders']);
            invalidateOrder(client, message.order_id);
          }
          invalidateForMessage(client, message);
          refetchUnread(client);
        },
        onReady: (missed) => reloadAfterReconnect(client, missed),
      }),
    [client, id],
  );
}

/** Shows what was last seen, and keeps it on the device, if the user chose that. */
function useKeptLists(isViewed: boolean): void {
  const client = useQueryClient();
  const isChosen = useIsKeeping();
  useEffect(() => {
    if (!isChosen || isViewed) return undefined;
    let stop = () => {};
    let isCancelled = false;
    void fetchCode(
      () => import('../../features/device/kept/kept-queries.ts'),
      () => false,
    ).then(({ keepLists }) => {
      if (!isCancelled) stop = keepLists(client);
    });
    void refreshKeptPapers();
    return () => {
      isCancelled = true;
      stop();
    };
  }, [client, isChosen, isViewed]);
}

/** Restores what was typed before the tab was closed; drafts of an earlier user are removed. */
function useKeptDrafts(): void {
  const { id } = useUser();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person has other drafts
  useEffect(() => void restoreDrafts(), [id]);
}

export function CustomerShell() {
  const { shell } = useCustomerText();
  const { id } = useUser();
  const documentLinks = useDocumentLinks();
  const navigate = useNavigate();
  useCustomerLive();
  const isViewed = useImpersonation() !== undefined;
  useServiceWorker('customer');
  useKeptLists(isViewed);
  useKeptDrafts();
  return (
    <Shell
      memory="sidebar"
      widths={{ folded: '4.5rem', open: '16rem' }}
      version={__APP_VERSION__}
      labels={shell}
      sections={[
        {
          title: shell.services,
          links: [...documentLinks, { to: '/app/my-orders/new', label: shell.newOrder, icon: FilePlus2 }],
        },
        {
          title: shell.portal,
          links: [
            { to: '/app', label: shell.dashboard, icon: LayoutDashboard, exact: true },
            { to: '/app/my-orders', label: shell.myOrders, icon: ListChecks, exact: true },
            { to: '/app/my-files', label: shell.myFiles, icon: Files },
            { to: '/app/sharing', label: shell.sharing, icon: Share2 },
            { to: '/app/recharge-history', label: shell.recharge, icon: Wallet },
            { to: '/', label: shell.home, icon: Home, exact: true },
          ],
        },
      ]}
      header={
        <div className="ml-auto flex min-w-0 flex-wrap items-center justify-end gap-0.5 cramped:ml-0 cramped:justify-start sm:gap-2">
          {isViewed ? null : (
            <Suspense>
              <OutboxButton />
            </Suspense>
          )}
          <BalancePill />
          <Bell area="app" />
          <LanguageSwitch className="min-w-11 whitespace-nowrap max-sm:px-1" />
          <span className="max-sm:hidden">
            <ThemeSwitch />
          </span>
          <UserMenu label={shell.userMenu} logout={shell.logout}>
            <InstallItem />
            <DropdownItem
              icon={<UserRound className="size-5" aria-hidden="true" />}
              onSelect={() => void navigate({ to: '/app/profile' })}
            >
              {shell.account}
            </DropdownItem>
            <div className="sm:hidden">
              <ThemeItem />
            </div>
            <div className="md:hidden">
              <DropdownItem
                icon={<Wallet className="size-5" aria-hidden="true" />}
                onSelect={() => void navigate({ to: '/app/recharge-history' })}
              >
                <BalanceLine />
              </DropdownItem>
            </div>
          </UserMenu>
        </div>
      }
      footer={shell.footer}
    >
      <NewerRelease />
      <Announcement />
      {/* Drops what one user typed when another signs in, even in another tab. */}
      <ErrorAdvice value={offlineAdvice}>
        {/* Without a user, while the login is loading, a page would request what it may not have and report a failure. */}
        {id > 0 ? <Outlet key={id} /> : null}
      </ErrorAdvice>
    </Shell>
  );
}
