// The back office: menu, account, and the live channel with its sound.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import {
  ChartColumn,
  ChartLine,
  ChartPie,
  CheckCheck,
  CircleCheckBig,
  Clock3,
  CreditCard,
  FileClock,
  FileSpreadsheet,
  Footprints,
  History,
  Home,
  KeyRound,
  Layers,
  LayoutDashboard,
  ListChecks,
  MessageSquareText,
  ReceiptText,
  RefreshCw,
  Settings,
  UserRound,
  Users,
} from 'lucide-react';
import { type ComponentProps, useEffect, useRef } from 'react';
import { hasRight } from '#contract/access.ts';
import { useAccountsStaffText } from '../../features/accounts/staff/text.ts';
import { UserMenu } from '../../features/accounts/user-menu.tsx';
import { useCatalogueText } from '../../features/catalogue/text.ts';
import { useFilesStaffText } from '../../features/files/staff-text.ts';
import { Bell } from '../../features/notices/bell.tsx';
import { ding, readySound } from '../../features/notices/ding.ts';
import { SoundSwitch } from '../../features/notices/sound-switch.tsx';
import { lookAtBell } from '../../features/notices/unread.ts';
import { isAboutOrder } from '../../features/orders/order-cache.ts';
import { applyToLists, makeOrderStale, pendingCountQuery } from '../../features/orders/queries.ts';
import { useOrdersStaffText } from '../../features/orders/staff/text.ts';
import { keepViewers } from '../../features/orders/staff/viewers.ts';
import { PaletteButton } from '../../features/reports/palette-button.tsx';
import { moneyWaitingQuery } from '../../features/reports/queries.ts';
import { useReportsText } from '../../features/reports/text.ts';
import { useSettingsText } from '../../features/settings/text.ts';
import { useWalletStaffText } from '../../features/wallet/staff-text.ts';
import { loadAgain, openLiveChannel } from '../../lib/api/live-channel.ts';
import { followMessage } from '../../lib/api/stale.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { DropdownItem } from '../../ui/dropdown.tsx';
import { Shell } from '../../ui/frame/shell.tsx';
import { LanguageSwitch, ThemeSwitch } from '../../ui/frame/switches.tsx';
import { orderPageSize } from './orders/orders-page-size.ts';
import { useAdminText } from './text.ts';

/** The back office has a version of its own. */
const adminVersion = '2.1.0';

function useStaffLive(): void {
  const client = useQueryClient();
  const { id } = useUser();
  const { live } = useOrdersStaffText();
  const words = useRef(live);
  words.current = live;
  useEffect(readySound, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another person needs another channel
  useEffect(
    () =>
      openLiveChannel({
        onMessage(message) {
          lookAtBell(client);
          followMessage(client, message);
          if (message.type === 'viewers') keepViewers(client, message);
          if (!isAboutOrder(message)) return;
          makeOrderStale(client, message.order_id);
          applyToLists(client, message, orderPageSize);
          if (message.type === 'order_created') notify.success(words.current.created);
          else if (message.type === 'order_updated') notify.info(words.current.updated);
          else notify.info(words.current.deleted);
          if (message.order) ding();
        },
        onReady: (isBack) => loadAgain(client, isBack),
      }),
    [client, id],
  );
}

export function AdminShell() {
  const { shell } = useAdminText();
  const navigate = useNavigate();
  const { roles } = useUser();
  const staffText = useOrdersStaffText();
  const { menu } = useWalletStaffText();
  const waiting = useQuery({ ...moneyWaitingQuery(), enabled: hasRight(roles, 'wallets.read') });
  const pending = useQuery(pendingCountQuery());
  const shopText = useSettingsText();
  const officeText = useFilesStaffText();
  const accountsStaffText = useAccountsStaffText();
  const servicesText = useCatalogueText();
  const reportsText = useReportsText();
  useStaffLive();
  const sections: ComponentProps<typeof Shell>['sections'] = [
    {
      title: shell.overview,
      links: [{ to: '/admin/dashboard', label: shell.dashboard, icon: LayoutDashboard }],
    },
    {
      title: shell.orders,
      links: [
        {
          to: '/admin/orders',
          label: shell.allOrders,
          icon: ListChecks,
          exact: true,
          covers: '/admin/orders/details/',
        },
        { to: '/admin/orders/pending', label: shell.pendingOrders, icon: Clock3, count: pending.data },
        { to: '/admin/orders/completed', label: shell.completedOrders, icon: CircleCheckBig },
        { to: '/admin/order-history', label: staffText.history.title, icon: History },
        ...(hasRight(roles, 'files.read')
          ? [
              {
                to: '/admin/auto-services-history' as const,
                label: officeText.title,
                icon: FileClock,
              },
            ]
          : []),
        { to: '/admin/services', label: servicesText.title, icon: Layers },
        ...(hasRight(roles, 'orders.work')
          ? [
              {
                to: '/admin/orders/replies' as const,
                label: staffText.replies.title,
                icon: MessageSquareText,
              },
            ]
          : []),
      ],
    },
    ...(hasRight(roles, 'wallets.read')
      ? [
          {
            title: menu.title,
            links: [
              { to: '/admin/recharge-history' as const, label: menu.recharges, icon: ReceiptText },
              {
                to: '/admin/approvals' as const,
                label: menu.approvals,
                icon: CheckCheck,
                count: waiting.data?.approvals,
              },
              {
                to: '/admin/payments' as const,
                label: menu.payments,
                icon: CreditCard,
                count: waiting.data?.payments,
              },
              {
                to: '/admin/settlements' as const,
                label: menu.settlements,
                icon: FileSpreadsheet,
                count: waiting.data?.settlements,
              },
            ],
          },
        ]
      : []),
    ...(hasRight(roles, 'reports.read')
      ? [
          {
            title: reportsText.menu,
            links: [
              { to: '/admin/reports/sales' as const, label: reportsText.sales, icon: ChartColumn },
              { to: '/admin/reports/users' as const, label: reportsText.users, icon: ChartPie },
              {
                to: '/admin/reports/performance' as const,
                label: reportsText.performance,
                icon: ChartLine,
              },
            ],
          },
        ]
      : []),
    {
      title: shell.people,
      links: [
        { to: '/admin/users', label: shell.users, icon: Users, exact: true, covers: '/admin/user/details/' },
        { to: '/admin/users/roles', label: accountsStaffText.roleTable.title, icon: KeyRound },
        ...(hasRight(roles, 'trail.read')
          ? [{ to: '/admin/users/activity' as const, label: shell.activity, icon: Footprints }]
          : []),
        ...(hasRight(roles, 'settings.read')
          ? [
              { to: '/admin/settings' as const, label: shopText.settings.title, icon: Settings },
              { to: '/admin/jobs' as const, label: shopText.jobs.title, icon: RefreshCw },
            ]
          : []),
        { to: '/', label: shell.home, icon: Home, exact: true },
      ],
    },
  ];
  return (
    <Shell
      memory="admin_sidebar"
      widths={{ folded: '64px', open: '256px' }}
      version={adminVersion}
      labels={shell}
      sections={sections}
      header={
        <div className="ml-auto flex items-center sm:gap-2">
          <PaletteButton pages={sections.flatMap(({ links }) => links)} />
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
      <Outlet />
    </Shell>
  );
}
