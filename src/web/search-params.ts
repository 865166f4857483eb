// The search parameters of lists; defaults are left out of the address.
import { type AccountTab, accountTabs } from './features/accounts/account-tabs.ts';
import type { NoticeSearch } from './features/notices/notice-list.tsx';

export function pageOf(search: Record<string, unknown>): { page?: number } {
  const page = Number(search.page);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}
export function listSearch(search: Record<string, unknown>): { page?: number; search?: string } {
  const words = typeof search.search === 'number' ? String(search.search) : search.search;
  return { ...pageOf(search), ...textOf({ search: words }, 'search') };
}
export function textOf<K extends string>(
  search: Record<string, unknown>,
  ...names: K[]
): { [N in K]?: string } {
  const isNamed = ([name, value]: [string, unknown]) =>
    names.includes(name as K) && value && typeof value === 'string';
  return Object.fromEntries(Object.entries(search).filter(isNamed)) as { [N in K]?: string };
}
export function idOf<K extends string>(search: Record<string, unknown>, name: K): { [N in K]?: number } {
  const id = Number(search[name]);
  return (Number.isInteger(id) && id > 0 ? { [name]: id } : {}) as { [N in K]?: number };
}
export function accountSearch(search: Record<string, unknown>): { tab?: AccountTab } {
  const tab = accountTabs.find((name) => name === search.tab);
  return tab && tab !== accountTabs[0] ? { tab } : {};
}
export function noticeSearch(search: Record<string, unknown>): NoticeSearch {
  return { ...pageOf(search), ...(search.unread === 'yes' ? { unread: 'yes' as const } : {}) };
}
interface OrderSearch {
  page?: number;
  search?: string;
  status?: string;
  service?: string;
  due?: string;
  mine?: string;
  snoozed?: string;
  tag?: number;
  user?: number;
  hidden?: string;
}
export function orderSearch(search: Record<string, unknown>): OrderSearch {
  return {
    ...listSearch(search),
    ...textOf(search, 'status', 'service', 'due', 'mine', 'snoozed', 'hidden'),
    ...idOf(search, 'tag'),
    ...idOf(search, 'user'),
  };
}
