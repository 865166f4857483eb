// What a saved view stores of the list on the screen, and which view the list shows.
import type { OrderList } from '#contract/orders/rules.ts';
import type { SavedView, ViewQuery } from '#contract/orders/view-calls.ts';

/** The filters of a list; inactive ones are ''. */
export type ListFilters = Readonly<Record<keyof ViewQuery, string | number>> & { search: string };

/** Returns the filters that differ from the list's defaults, without the search, which names people. */
export function viewQueryOf({ search: _, ...filters }: ListFilters, list: OrderList): ViewQuery {
  const chosen = Object.entries(filters).filter(
    ([name, value]) => value !== '' && !(name === 'status' && value === list),
  );
  return Object.fromEntries(chosen) as ViewQuery;
}

/** The filters as they appear in the URL. */
export const searchOf = (query: ViewQuery) =>
  Object.fromEntries(Object.entries(query)) as {
    [Name in keyof ViewQuery]?: NonNullable<ViewQuery[Name]>;
  };

type Stored = Pick<SavedView, 'list' | 'query'>;

const inOrder = ({ hidden: _, ...filters }: ViewQuery) => JSON.stringify(Object.entries(filters).sort());

/** A view without hidden columns of its own leaves them to the user who opens it. */
const shows = (view: Stored, list: OrderList, query: ViewQuery): boolean =>
  view.list === list &&
  inOrder(view.query) === inOrder(query) &&
  (view.query.hidden === undefined || view.query.hidden === query.hidden);

/** Returns the view that the list shows, preferring one with these columns over one with any. */
export const findShown = <V extends Stored>(
  views: readonly V[],
  list: OrderList,
  query: ViewQuery,
): V | undefined => {
  const shown = views.filter((view) => shows(view, list, query));
  return shown.find((view) => view.query.hidden !== undefined) ?? shown[0];
};

/** Whether anything is filtered: hidden columns alone are a personal choice. */
export const isWorthSaving = ({ hidden: _, ...filters }: ViewQuery): boolean =>
  Object.keys(filters).length > 0;
