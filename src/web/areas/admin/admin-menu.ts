// The back-office menu: the pages a member of staff may open, with the number of items waiting on each.
import { useQuery } from '@tanstack/react-query';
import {
  Banknote,
  Briefcase,
  CalendarCheck,
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
  HeartPulse,
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
  Users,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import { hasRight, isOperator, type Right } from '#contract/access.ts';
import { useAccountsStaffText } from '../../features/accounts/staff/text.ts';
import { useCatalogueText } from '../../features/catalogue/text.ts';
import { useCheckupText } from '../../features/checkup/text.ts';
import { useFilesStaffText } from '../../features/files/staff-text.ts';
import { pendingCountQuery } from '../../features/orders/queries.ts';
import { useOrdersStaffText } from '../../features/orders/staff/text.ts';
import { moneyWaitingQuery } from '../../features/reports/queries.ts';
import { useReportsText } from '../../features/reports/text.ts';
import { useSettingsText } from '../../features/settings/text.ts';
import { useWalletStaffText } from '../../features/wallet/staff-text.ts';
import { useUser } from '../../lib/session.ts';
import type { Shell } from '../../ui/frame/shell.tsx';
import { useAdminText } from './text.ts';

type Section = ComponentProps<typeof Shell>['sections'][number];
/** A link is hidden from those without its permission. */
type Link = Section['links'][number] & { right?: Right };

function useOrderLinks(): Link[] {
  const { shell } = useAdminText();
  const { history, replies, myWork } = useOrdersStaffText();
  const copies = useFilesStaffText();
  const services = useCatalogueText();
  const { data: pending } = useQuery(pendingCountQuery());
  return [
    ...(isOperator(useUser().roles)
      ? [{ to: '/admin' as const, label: myWork.title, icon: Briefcase, exact: true }]
      : []),
    {
      to: '/admin/orders',
      label: shell.allOrders,
      icon: ListChecks,
      exact: true,
      covers: '/admin/orders/details/',
    },
    { to: '/admin/orders/pending', label: shell.pendingOrders, icon: Clock3, count: pending },
    { to: '/admin/orders/completed', label: shell.completedOrders, icon: CircleCheckBig },
    { to: '/admin/order-history', label: history.title, icon: History },
    { to: '/admin/auto-services-history', label: copies.title, icon: FileClock, right: 'files.read' },
    { to: '/admin/services', label: services.title, icon: Layers },
    { to: '/admin/orders/replies', label: replies.title, icon: MessageSquareText, right: 'orders.work' },
  ];
}

function useMoneyLinks(mayRead: boolean): Link[] {
  const { menu } = useWalletStaffText();
  const { data } = useQuery({ ...moneyWaitingQuery(), enabled: mayRead });
  return [
    { to: '/admin/recharge-history', label: menu.recharges, icon: ReceiptText },
    { to: '/admin/movements', label: menu.withdrawals, icon: Banknote, right: 'reports.read' },
    { to: '/admin/approvals', label: menu.approvals, icon: CheckCheck, count: data?.approvals },
    { to: '/admin/payments', label: menu.payments, icon: CreditCard, count: data?.payments },
    { to: '/admin/settlements', label: menu.settlements, icon: FileSpreadsheet, count: data?.settlements },
  ];
}

function usePeopleLinks(): Link[] {
  const { shell } = useAdminText();
  const { roleTable } = useAccountsStaffText();
  const { settings, jobs } = useSettingsText();
  const { checkup } = useCheckupText();
  return [
    { to: '/admin/users', label: shell.users, icon: Users, exact: true, covers: '/admin/user/details/' },
    { to: '/admin/users/roles', label: roleTable.title, icon: KeyRound },
    { to: '/admin/users/activity', label: shell.activity, icon: Footprints, right: 'trail.read' },
    { to: '/admin/settings', label: settings.title, icon: Settings, right: 'settings.read' },
    { to: '/admin/checkup', label: checkup.title, icon: HeartPulse, right: 'settings.read' },
    { to: '/admin/jobs', label: jobs.title, icon: RefreshCw, right: 'settings.read' },
    { to: '/', label: shell.home, icon: Home, exact: true },
  ];
}

export function useMenu(): Section[] {
  const { shell } = useAdminText();
  const { menu } = useWalletStaffText();
  const reports = useReportsText();
  const { roles } = useUser();
  const may = (right: Right | undefined) => right === undefined || hasRight(roles, right);
  const orders = useOrderLinks();
  const money = useMoneyLinks(may('wallets.read'));
  const people = usePeopleLinks();
  const sections: { title: string; right?: Right; links: Link[] }[] = [
    {
      title: shell.overview,
      links: [
        { to: '/admin/dashboard', label: shell.dashboard, icon: LayoutDashboard },
        { to: '/admin/day', label: reports.dayPage.title, icon: CalendarCheck, right: 'reports.read' },
      ],
    },
    { title: shell.orders, links: orders },
    { title: menu.title, right: 'wallets.read', links: money },
    {
      title: reports.menu,
      right: 'reports.read',
      links: [
        { to: '/admin/reports/sales', label: reports.sales, icon: ChartColumn },
        { to: '/admin/reports/users', label: reports.users, icon: ChartPie },
        { to: '/admin/reports/performance', label: reports.performance, icon: ChartLine },
      ],
    },
    { title: shell.people, links: people },
  ];
  return sections
    .filter(({ right }) => may(right))
    .map(({ title, links }) => ({
      title,
      links: links.filter(({ right }) => may(right)).map(({ right: _, ...link }) => link),
    }));
}
