// The back-office menu: the pages a member of staff may open, with the number of items waiting on each.
import { useQuery } from '@tanstack/react-query';
import {
  Banknote,
  BookOpenText,
  Briefcase,
  CalendarCheck,
  ChartColumn,
  ChartLine,
  ChartPie,
  CheckCheck,
  CircleCheckBig,
  Clock3,
  Coins,
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
  type LucideIcon,
  MessageSquareText,
  ReceiptText,
  RefreshCw,
  Settings,
  Users,
} from 'lucide-react';
import type { ComponentProps } from 'react';
import { hasRight, isOperator } from '#contract/access.ts';
import type { ReportName } from '#contract/reports/rules.ts';
import { pendingCountQuery } from '../../features/orders/queries.ts';
import { moneyWaitingQuery } from '../../features/reports/queries.ts';
import { useUser } from '../../lib/session.ts';
import type { Shell } from '../../ui/frame/shell.tsx';
import { maySeePage } from './page-rights.ts';
import { useAdminText } from './text.ts';

type Section = ComponentProps<typeof Shell>['sections'][number];
type Link = Section['links'][number];

const reportIcons: Readonly<Record<ReportName, LucideIcon>> = {
  sales: ChartColumn,
  users: ChartPie,
  performance: ChartLine,
};

function useOrderLinks(): Link[] {
  const { shell, menu } = useAdminText();
  const { data: pending } = useQuery(pendingCountQuery());
  return [
    ...(isOperator(useUser().roles)
      ? [{ to: '/admin' as const, label: menu.myWork, icon: Briefcase, exact: true }]
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
    { to: '/admin/order-history', label: menu.history, icon: History },
    { to: '/admin/auto-services-history', label: menu.copies, icon: FileClock },
    { to: '/admin/services', label: menu.services, icon: Layers },
    { to: '/admin/orders/replies', label: menu.replies, icon: MessageSquareText },
  ];
}

function useMoneyLinks(): Link[] {
  const { menu } = useAdminText();
  const { roles } = useUser();
  const { data } = useQuery({ ...moneyWaitingQuery(), enabled: hasRight(roles, 'wallets.read') });
  return [
    { to: '/admin/recharge-history', label: menu.recharges, icon: ReceiptText },
    {
      to: hasRight(roles, 'cash.take') ? '/admin/cash-drawer' : '/admin/cash-counts',
      label: menu.drawer,
      icon: Coins,
      covers: '/admin/cash-',
    },
    { to: '/admin/movements', label: menu.withdrawals, icon: Banknote },
    { to: '/admin/approvals', label: menu.approvals, icon: CheckCheck, count: data?.approvals },
    { to: '/admin/payments', label: menu.payments, icon: CreditCard, count: data?.payments },
    { to: '/admin/settlements', label: menu.settlements, icon: FileSpreadsheet, count: data?.settlements },
  ];
}

function usePeopleLinks(): Link[] {
  const { shell, menu } = useAdminText();
  return [
    { to: '/admin/users', label: shell.users, icon: Users, exact: true, covers: '/admin/user/details/' },
    { to: '/admin/users/roles', label: menu.roles, icon: KeyRound },
    { to: '/admin/users/activity', label: shell.activity, icon: Footprints },
    { to: '/admin/settings', label: menu.settings, icon: Settings },
    { to: '/admin/checkup', label: menu.checkup, icon: HeartPulse },
    { to: '/admin/jobs', label: menu.jobs, icon: RefreshCw },
    { to: '/', label: shell.home, icon: Home, exact: true },
  ];
}

/** Returns the menu without the pages that the user may not see. */
export function useMenu(): Section[] {
  const { shell, menu } = useAdminText();
  const { roles } = useUser();
  const orders = useOrderLinks();
  const money = useMoneyLinks();
  const people = usePeopleLinks();
  const sections: Section[] = [
    {
      title: shell.overview,
      links: [
        { to: '/admin/dashboard', label: shell.dashboard, icon: LayoutDashboard },
        { to: '/admin/day', label: menu.day, icon: CalendarCheck },
      ],
    },
    { title: shell.orders, links: orders },
    { title: menu.money, links: money },
    {
      title: menu.reports,
      links: [
        ...(Object.entries(reportIcons) as [ReportName, LucideIcon][]).map(([name, icon]) => ({
          to: `/admin/reports/${name}` as const,
          label: menu[name],
          icon,
        })),
        { to: '/admin/accounts', label: menu.accounts, icon: BookOpenText },
      ],
    },
    { title: shell.people, links: people },
  ];
  return sections
    .map(({ title, links }) => ({ title, links: links.filter(({ to }) => maySeePage(roles, to)) }))
    .filter(({ links }) => links.length > 0);
}
