// The filters of a list, kept in the URL, and the text of its search field, synchronised with it both ways.
import { useNavigate, useRouterState, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { afterPaint } from './loading/after-paint.ts';
import { searchDebounceMs } from './timing.ts';

type Value = string | number | undefined;
type ListSearch<F> = { page?: number | undefined } & { [N in keyof F]?: F[N] | undefined };

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A search that must not be in the address, and the document in which it was typed, identified by its start time. */
    words?: string;
    wordsOf?: number;
  }
}

/** Opening the same address again means what the address says, although browsers keep the state of the history entry. */
const isReopened = () =>
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ===
  'navigate';

/** Whether it contains a number or an email address, which would stay in the browser's history, in links and in the log of any proxy. */
const isIdentifying = (words: unknown) => /@|\p{Nd}(?:[\s-]*\p{Nd}){3}/u.test(String(words));

export interface ListAddress<F> {
  page: number;
  filters: F;
  /** At least one filter is active. */
  isFiltered: boolean;
  /** Goes to page 1 and leaves defaults out of the URL. */
  change: (next: Partial<F>) => void;
  toPage: (page: number) => void;
  clear: () => void;
}

/**
 * The search text in the history entry. It changes as soon as a navigation begins, while the route's filters change when it ends. The old text is
 * returned until then, or page 3 of another search would be requested.
 */
function useWords(names: readonly string[]): string | undefined {
  const matched = useSearch({ strict: false }) as Record<string, unknown>;
  const isAhead = useRouterState({
    select: ({ status, location: { search } }) =>
      status === 'pending' &&
      names.some((name) => String((search as typeof matched)[name]) !== String(matched[name])),
  });
  const next = useRouterState({
    select: ({ location: { state } }) =>
      state.wordsOf === performance.timeOrigin || !isReopened() ? state.words : undefined,
  });
  const [words, setWords] = useState(next);
  if (!isAhead && words !== next) setWords(next);
  return isAhead ? words : next;
}

/**
 * Keeps search text that identifies a person in the history entry instead of the URL, where a reload and the back button find it.
 * @param defaults the default value of each filter
 * @param inAddress the values in the URL, parsed by the route and validated by the page
 * @param retained filters that hide nothing, such as sorting; clearing leaves them
 */
export function useListAddress<F extends Record<string, Value>>(
  defaults: F,
  inAddress: ListSearch<F>,
  retained: readonly (keyof F)[] = [],
): ListAddress<F> {
  const navigate = useNavigate();
  const names = Object.keys(defaults) as (keyof F)[];
  const words = useWords(['page', ...Object.keys(defaults)]);
  const given = { ...inAddress, ...('search' in defaults && words ? { search: words } : {}) };
  const filters = Object.fromEntries(
    names.map((name) => [name, given[name] ?? defaults[name]]),
  ) as object as F;
  const hiding = names.filter((name) => !retained.includes(name));
  const go = (next: Partial<F> & { page?: number }) => {
    const isKept = isIdentifying(next.search);
    void navigate({
      to: '.',
      replace: true,
      state: (now) =>
        'search' in next
          ? isKept
            ? { words: String(next.search), wordsOf: performance.timeOrigin }
            : {}
          : now,
      // Use the current URL: a filter may have changed during the debounce.
      search: ((now: Record<string, Value>) =>
        Object.fromEntries(
          Object.entries({ ...now, page: 1, ...next, ...(isKept ? { search: '' } : {}) }).filter(
            ([name, value]) =>
              value !== undefined && value !== '' && value !== (name === 'page' ? 1 : defaults[name]),
          ),
        )) as never,
    });
  };
  return {
    page: inAddress.page ?? 1,
    filters,
    isFiltered: hiding.some((name) => filters[name] !== defaults[name]),
    change: go,
    toPage: (page) => go({ page } as Partial<F> & { page: number }),
    clear: () => go(Object.fromEntries(hiding.map((name) => [name, defaults[name]])) as Partial<F>),
  };
}

/**
 * A debounced search text. Any other change of the search (back, a link, the clear button) updates the text too.
 * @returns the text of the field, and its change handler
 */
export function useTypedSearch(
  search: string,
  onSearch: (search: string) => void,
): [typed: string, type: (word: string) => void] {
  const [typed, setTyped] = useState(search);
  const sent = useRef(search);
  const timer = useRef(0);
  useEffect(() => {
    if (search === sent.current) return;
    clearTimeout(timer.current);
    sent.current = search;
    setTyped(search);
  }, [search]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (word: string) => {
    setTyped(word);
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      if (word === sent.current) return;
      sent.current = word;
      onSearch(word);
    }, searchDebounceMs);
  };
  return [typed, type];
}

/**
 * For controls that change the address or another list: the control shows the choice at once, and the rest follows after that has been painted.
 * @returns the value that the control shows, and its change handler
 */
export function useOptimisticChoice<V>(
  value: V,
  lead: (next: V) => void,
): [shown: V, choose: (next: V) => void] {
  const [chosen, setChosen] = useState<{ next: V; over: V }>();
  const waiting = useRef<object>(undefined);
  useEffect(
    () => () => {
      waiting.current = undefined;
    },
    [],
  );
  const isAnswered = chosen !== undefined && !Object.is(chosen.over, value);
  if (isAnswered) setChosen(undefined);
  const choose = (next: V) => {
    const choice = { next, over: value };
    waiting.current = choice;
    setChosen(choice);
    // Of several quick presses, only the last navigates.
    afterPaint(() => {
      if (waiting.current === choice) lead(next);
    });
  };
  return [chosen && !isAnswered ? chosen.next : value, choose];
}
