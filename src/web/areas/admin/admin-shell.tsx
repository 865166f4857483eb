// The frame of the back office: header, menu, account, and the live channel with its sound.
import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { isStaffRole } from '#contract/access.ts';
import { roleNames } from '#contract/accounts/role-names.ts';
import { UserMenu } from '../../features/accounts/user-menu.tsx';
import { NewerRelease } from '../../features/device/newer-release.tsx';
import { useServiceWorker } from '../../features/device/use-service-worker.ts';
import { Bell } from '../../features/notices/bell.tsx';
import { ding, readySound } from '../../features/notices/ding.ts';
import { SoundSwitch } from '../../features/notices/sound-switch.tsx';
import { refetchUnread } from '../../features/notices/unread.ts';
import { createListUpdates } from '../../features/orders/live/queries.ts';
import { invalidateOrder, isAboutOrder, showWokenOrder } from '../../features/orders/queries.ts';
import { useOrdersStaffText } from '../../features/orders/staff/text.ts';
import { cacheViewers } from '../../features/orders/staff/viewers.ts';
import { UndoBar } from '../../features/orders/undo/undo-bar.tsx';
import { PaletteButton } from '../../features/reports/palette-button.tsx';
import { invalidateForMessage } from '../../lib/api/invalidation.ts';
import { openLiveChannel, reloadAfterReconnect } from '../../lib/api/live-channel.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { button } from '../../ui/button.tsx';
import { DropdownItem } from '../../ui/dropdown.tsx';
import { lazyOverlay, useOverlays } from '../../ui/fetch-overlays.ts';
import { Shell } from '../../ui/frame/shell.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/frame/switches.tsx';
import { useTitle } from '../../ui/frame/title.ts';
import { PageHeading } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { useMenu } from './admin-menu.ts';
import { orderPageSize } from './orders/orders-page-size.ts';
import { maySeePage } from './page-rights.ts';
import { useAdminText } from './text.ts';

/** The back office has its own version. */
const adminVersion = '2.1.0';

function useStaffLive(): void {
  const client = useQueryClient();
  const { id } = useUser();
  const { live } = useOrdersStaffText();
  const words = useRef(live);
  words.current = live;
  const { digits: inDigits } = useFormat();
  const digits = useRef(inDigits);
  digits.current = inDigits;
  useEffect(readySound, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person needs another channel
  useEffect(() => {
    const lists = createListUpdates(client, orderPageSize);
    const close = openLiveChannel({
      onMessage(message) {
        refetchUnread(client);
        invalidateForMessage(client, message);
        if (message.type === 'viewers') cacheViewers(client, message);
        if (message.type === 'notice' && message.woken !== undefined) {
          showWokenOrder(client, message.woken);
          if (!message.quiet) {
            notify.news(words.current.woken(digits.current(message.woken)));
            ding();
          }
        }
        if (!isAboutOrder(message)) return;
        const number = digits.current(message.order_id);
        invalidateOrder(client, message.order_id);
        lists.apply(message);
        const what = message.type.slice('order_'.length) as 'created' | 'updated' | 'deleted';
        notify.news(words.current[what](number));
        if (message.order) ding();
      },
      onReady: (missed) => reloadAfterReconnect(client, missed),
    });
    return () => {
      close();
      lists.stop();
    };
  }, [client, id]);
}

/** Tells users if their role changes while they work; menu and buttons follow. */
function useNotifyRoleChange(): void {
  const { roles } = useUser();
  const { shell } = useAdminText();
  const names = roleNames[useLanguage()];
  const now = roles.join();
  const before = useRef(now);
  useEffect(() => {
    if (before.current === now) return;
    before.current = now;
    const mine = now.split(',').filter(isStaffRole);
    if (mine.length > 0) notify.info(shell.rolesChanged(mine.map((role) => names[role]).join(', ')));
  }, [now, names, shell]);
}

const PrintedLine = lazyOverlay(() => import('./reports/printed-line.tsx'));

/** Nothing is printed before the code of menus and dialogs is loaded. */
const OnPaper = () =>
  useOverlays() ? (
    <Suspense>
      <PrintedLine />
    </Suspense>
  ) : null;

/**
 * Shows no part of a page to users without its right. A user who loses the right while the page is open keeps what they typed; the server refuses it.
 */
function Page() {
  const { roles } = useUser();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const may = maySeePage(roles, path);
  const [seen, see] = useState(may ? path : undefined);
  if (may && seen !== path) see(path);
  return may || seen === path ? <Outlet /> : <Denied />;
}

function Denied() {
  const { shell } = useAdminText();
  const { common } = useUiText();
  useTitle(common.pageDenied);
  return (
    <>
      <div role="alert">
        <PageHeading title={common.pageDenied} />
      </div>
      <Link to="/admin" className={button({ variant: 'quiet' })}>
        {shell.overview}
      </Link>
    </>
  );
}

export function AdminShell() {
  const { shell } = useAdminText();
  const { id } = useUser();
  const navigate = useNavigate();
  const sections = useMenu();
  useStaffLive();
  useNotifyRoleChange();
  useServiceWorker('staff');
  return (
    <Shell
      memory="admin_sidebar"
      widths={{ folded: '64px', open: '256px' }}
      version={adminVersion}
      labels={shell}
      sections={sections}
      header={
        <div className="ml-auto flex min-w-0 items-center cramped:ml-0 cramped:flex-wrap sm:gap-2">
          <PaletteButton label={shell.search} pages={sections.flatMap(({ links }) => links)} />
          <span className="max-[359px]:hidden">
            <SoundSwitch />
          </span>
          <Bell area="admin" />
          <LanguageSwitch />
          <ThemeSwitch />
          <UserMenu label={shell.userMenu} logout={shell.logout}>
            <DropdownItem
              icon={<UserRound className="size-5" aria-hidden="true" />}
              onSelect={() => void navigate({ to: '/admin/account' })}
            >
              {shell.account}
            </DropdownItem>
          </UserMenu>
        </div>
      }
      footer={shell.footer}
    >
      <OnPaper />
      <NewerRelease />
      {/* Drops what one user typed when another signs in, even in another tab. */}
      <Page key={`page ${id}`} />
      <UndoBar key={`undo ${id}`} />
    </Shell>
  );
}
