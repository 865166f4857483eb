// What a saved view keeps of the list on the screen, and whether the list shows one.
import type { OrderList } from '#contract/orders/rules.ts';
import type { SavedView, ViewQuery } from '#contract/orders/view-calls.ts';

/** The filters of a list, those that hide nothing as ''. */
export type ListFilters = Readonly<Record<keyof ViewQuery, string | number>> & { search: string };

/** What differs from the list as it begins; without the search, which names people. */
export function viewQueryOf({ search: _, ...filters }: ListFilters, list: OrderList): ViewQuery {
  const chosen = Object.entries(filters).filter(
    ([name, value]) => value !== '' && !(name === 'status' && value === list),
  );
  return Object.fromEntries(chosen) as ViewQuery;
}

/** As it stands in the address. */
export const searchOf = (query: ViewQuery) =>
  Object.fromEntries(Object.entries(query)) as {
    [Name in keyof ViewQuery]?: NonNullable<ViewQuery[Name]>;
  };

const inOrder = (query: ViewQuery) => JSON.stringify(Object.entries(query).sort());

export const shows = (view: Pick<SavedView, 'list' | 'query'>, list: OrderList, query: ViewQuery): boolean =>
  view.list === list && inOrder(view.query) === inOrder(query);
