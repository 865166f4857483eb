// The search parameters of pages; defaults are left out of the URL. An invalid value becomes an explicit undefined, because the router would pass the
// raw value of a missing name to the page.
import { type AccountTab, accountTabs } from './features/accounts/account-tabs.ts';
import type { NoticeSearch } from './features/notices/notice-list.tsx';

type Given<K extends string, T> = { [N in K]?: T | undefined };

export function pageOf(search: Record<string, unknown>): Given<'page', number> {
  const page = Number(search.page);
  return { page: Number.isInteger(page) && page > 1 ? page : undefined };
}
export function listSearch(search: Record<string, unknown>): Given<'page', number> & Given<'search', string> {
  return { ...pageOf(search), ...textOrNumberOf(search, 'search') };
}
export function textOf<K extends string>(search: Record<string, unknown>, ...names: K[]): Given<K, string> {
  const textIn = (value: unknown) => (typeof value === 'string' && value) || undefined;
  return Object.fromEntries(names.map((name) => [name, textIn(search[name])])) as Given<K, string>;
}
/** Text that may look like a number. */
export const textOrNumberOf = <K extends string>(search: Record<string, unknown>, name: K) =>
  textOf({ [name]: typeof search[name] === 'number' ? String(search[name]) : search[name] }, name);
export function idOf<K extends string>(search: Record<string, unknown>, name: K): Given<K, number> {
  const id = Number(search[name]);
  return { [name]: Number.isInteger(id) && id > 0 ? id : undefined } as Given<K, number>;
}
export function accountSearch(search: Record<string, unknown>): Given<'tab', AccountTab> {
  const tab = accountTabs.find((name) => name === search.tab);
  return { tab: tab === accountTabs[0] ? undefined : tab };
}
export function noticeSearch(search: Record<string, unknown>): NoticeSearch {
  return { ...pageOf(search), unread: search.unread === 'yes' ? 'yes' : undefined };
}
type OrderSearch = Given<'page' | 'tag' | 'user', number> &
  Given<'search' | 'status' | 'service' | 'due' | 'mine' | 'snoozed' | 'hidden', string>;

export function orderSearch(search: Record<string, unknown>): OrderSearch {
  return {
    ...listSearch(search),
    ...textOf(search, 'status', 'service', 'due', 'mine', 'snoozed', 'hidden'),
    ...idOf(search, 'tag'),
    ...idOf(search, 'user'),
  };
}
