// The search parameters of lists; defaults are left out of the address.
import { type AccountTab, accountTabs } from './features/accounts/account-tabs.ts';
import type { NoticeSearch } from './features/notices/notice-list.tsx';

export function pageOf(search: Record<string, unknown>): { page?: number } {
  const page = Number(search.page);
  return Number.isInteger(page) && page > 1 ? { page } : {};
}
export function listSearch(search: Record<string, unknown>): { page?: number; search?: string } {
  const words = typeof search.search === 'number' ? String(search.search) : search.search;
  return { ...pageOf(search), ...(typeof words === 'string' && words !== '' ? { search: words } : {}) };
}
export function textOf<K extends string>(search: Record<string, unknown>, name: K): { [N in K]?: string } {
  const value = search[name];
  return (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { [N in K]?: string };
}
export function userOf(search: Record<string, unknown>): { user?: number } {
  const user = Number(search.user);
  return Number.isInteger(user) && user > 0 ? { user } : {};
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
}
export function orderSearch(search: Record<string, unknown>): OrderSearch {
  return {
    ...listSearch(search),
    ...(typeof search.status === 'string' ? { status: search.status } : {}),
    ...(typeof search.service === 'string' ? { service: search.service } : {}),
    ...textOf(search, 'due'),
  };
}
