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

type Stored = Pick<SavedView, 'list' | 'query'>;

const inOrder = ({ hidden: _, ...filters }: ViewQuery) => JSON.stringify(Object.entries(filters).sort());

/** A view without hidden columns of its own leaves them to the person who opens it. */
const shows = (view: Stored, list: OrderList, query: ViewQuery): boolean =>
  view.list === list &&
  inOrder(view.query) === inOrder(query) &&
  (view.query.hidden === undefined || view.query.hidden === query.hidden);

/** The view that the list shows: rather one with these columns than one with any. */
export const findShown = <V extends Stored>(
  views: readonly V[],
  list: OrderList,
  query: ViewQuery,
): V | undefined => {
  const shown = views.filter((view) => shows(view, list, query));
  return shown.find((view) => view.query.hidden !== undefined) ?? shown[0];
};

/** Whether anything is filtered: hidden columns alone are everybody's own. */
export const isWorthSaving = ({ hidden: _, ...filters }: ViewQuery): boolean =>
  Object.keys(filters).length > 0;
