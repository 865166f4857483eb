// A list: search and filters, then rows as a table or cards with a pager, or why there are none and what to do about it.
import type { UseQueryResult } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { SearchX } from 'lucide-react';
import { type HTMLAttributes, memo, type ReactNode, useDeferredValue, useEffect } from 'react';
import { ApiError, isUnreachable } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { lastUpdateOf, useChannel, useShownList } from '../../lib/freshness.ts';
import { useLanguage } from '../../lib/language.ts';
import { type ListAddress, useOptimisticChoice, useTypedSearch } from '../../lib/list-address.ts';
import { useMedia, wide } from '../../lib/media.ts';
import { notify } from '../../lib/notify.ts';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { SearchInput } from '../form/search-input.tsx';
import { Select } from '../form/select.tsx';
import { SkeletonRows } from '../states.tsx';
import { Callout } from '../surface.tsx';
import { useUiText } from '../text.ts';
import { lastSeenTexts, useFormatAge } from './age.ts';
import { Pagination } from './pagination.tsx';
import { type Sort, Table, Td, Th } from './table.tsx';
import { useListText } from './text.ts';

export interface Column<T> {
  /** Also the key: no two columns of a table share a heading. */
  head: string;
  /** Identifies the column for hiding; a column without an id always stays. */
  id?: string;
  cell: (row: T) => ReactNode;
  /** Aligns numbers to the end. */
  end?: boolean;
  /** For a column of buttons: its heading is for screen readers only. */
  unseen?: boolean;
  /** Replaces the text in the heading. */
  control?: ReactNode;
  className?: string;
  headClassName?: string;
  /** Left out below 1280 pixels, where the columns would not fit. */
  wideOnly?: boolean;
  /** Pressing the heading sorts by this column. */
  sort?: Sort;
}

export interface RowsProps<T> {
  /** Label of the table. */
  label: string;
  columns: readonly Column<T>[];
  card: (row: T) => ReactNode;
  keyOf: (row: T) => string | number;
  /** Cards as boxes, or separated by lines if the list itself is inside a card. */
  cards?: 'boxes' | 'lines';
  /** The columns fit on a tablet; otherwise the table scrolls sideways there. */
  fits?: boolean;
  /** Uses the whole width of the screen. */
  wide?: boolean;
  /** Low rows over the whole width of the screen: many at a glance. */
  dense?: boolean;
  /** Attributes of a row and of its card. */
  rowProps?: (row: T) => HTMLAttributes<HTMLElement>;
  /**
   * Returns everything that a row shows apart from its own data. A row is rendered again only if this or the row changes; without this function,
   * always.
   */
  lookOf?: (row: T) => string;
}

interface ListProps<T> {
  query: Pick<
    UseQueryResult<{ results: T[]; count?: number; count_is_minimum?: true | undefined }>,
    'data' | 'isError' | 'isPlaceholderData' | 'refetch'
  > &
    Partial<Pick<UseQueryResult, 'error' | 'dataUpdatedAt'>>;
  /** Holds page and filters; without it the whole list is shown. */
  address?: Pick<ListAddress<object>, 'page' | 'toPage'> &
    Partial<Pick<ListAddress<object>, 'isFiltered' | 'clear'>>;
  pageSize?: number;
  pagesShown?: number;
  failed: string;
  /** The live channel keeps it up to date. */
  isLive?: boolean;
  /** Also reports a failure as a toast. */
  toast?: boolean;
  empty: { title: string; hint?: string; icon?: ReactNode; children?: ReactNode };
  /** Replaces `empty` while filters are active. */
  notFound?: { title: string; hint?: string; clear?: string };
  skeletonRows?: number;
  /** Rows of another kind, over the whole width of the screen. */
  wide?: boolean;
  /** Table and cards, or rows of another kind. */
  rows: RowsProps<T> | ((rows: T[]) => ReactNode);
}

const onlyWide = 'max-xl:hidden';
/** Paper is narrower than most screens but has room for small print. */
const asTable = `print, ${wide}`;

interface RowOptions<T> extends Pick<RowsProps<T>, 'columns' | 'card' | 'cards'> {
  row: T;
  rowProps: RowsProps<T>['rowProps'];
  look: string | undefined;
}

const isSame = <T,>(one: RowOptions<T>, other: RowOptions<T>) =>
  one.look !== undefined && one.look === other.look && one.row === other.row;

function AnyTableRow<T>({ row, columns, rowProps }: RowOptions<T>) {
  return (
    <tr {...rowProps?.(row)}>
      {columns.map(({ head, cell, end, unseen, control, className, wideOnly }) => (
        <Td
          key={head}
          end={end}
          className={clsx(className, (unseen || control) && 'no-print', wideOnly && onlyWide)}
        >
          {cell(row)}
        </Td>
      ))}
    </tr>
  );
}
const TableRow = memo(AnyTableRow, isSame) as typeof AnyTableRow;

function AnyCard<T>({ row, card, cards, rowProps }: RowOptions<T>) {
  return (
    <li
      {...rowProps?.(row)}
      className={
        cards === 'boxes' ? 'rounded-lg border border-line p-4 wrap-anywhere cramped:p-[0.6rem]' : 'py-3'
      }
    >
      {card(row)}
    </li>
  );
}
const Card = memo(AnyCard, isSame) as typeof AnyCard;

/**
 * Renders a table from 768 pixels, below that cards (specification 1, section 9). Only one of the two is rendered, because a hundred rows take long.
 */
function Rows<T>({
  rows,
  label,
  columns,
  card,
  keyOf,
  cards = 'boxes',
  fits = false,
  dense = false,
  rowProps,
  lookOf,
}: RowsProps<T> & { rows: T[] }) {
  const isTable = useMedia(asTable);
  const Row = isTable ? TableRow : Card;
  const made = rows.map((row) => (
    <Row key={keyOf(row)} {...{ row, columns, card, cards }} rowProps={rowProps} look={lookOf?.(row)} />
  ));
  return isTable ? (
    <Table
      label={label}
      dense={dense}
      className={clsx(!fits && 'md:max-lg:[&>table]:min-w-3xl')}
      head={columns.map(({ head, end, unseen, control, headClassName, sort, wideOnly }) => (
        <Th
          key={head}
          end={end}
          className={clsx(headClassName, (unseen || control) && 'no-print', wideOnly && onlyWide)}
          sort={sort}
        >
          {control ?? (unseen ? <span className="sr-only">{head}</span> : head)}
        </Th>
      ))}
    >
      {made}
    </Table>
  ) : (
    <ul className={clsx('*:isolate', cards === 'boxes' ? 'space-y-3' : 'divide-y divide-line')}>{made}</ul>
  );
}

/** While loading, the list is as wide as its table, to which the frame gives the whole width, so nothing jumps when the rows arrive. */
export function List<T>(props: ListProps<T>) {
  const { rows, wide } = props;
  const isWide = wide || (typeof rows !== 'function' && (rows.wide || rows.dense));
  return (
    <div data-wide={isWide ? '' : undefined}>
      <ListOrReason {...props} />
    </div>
  );
}

/** Whether the rows are of another page or order. Rows that stay are the same objects, however often a list is loaded. */
const isOther = (rows: readonly unknown[], before: readonly unknown[]): boolean =>
  rows.length > 0 && !rows.some((row) => before.includes(row));

interface AnyRowsProps<T> extends Pick<ListProps<T>, 'rows'> {
  results: T[];
}
const AnyRows = memo(<T,>({ rows, results }: AnyRowsProps<T>) =>
  typeof rows === 'function' ? rows(results) : <Rows {...rows} rows={results} />,
) as <T>(props: AnyRowsProps<T>) => ReactNode;

function ListOrReason<T>({
  query,
  address,
  pageSize,
  pagesShown,
  failed,
  toast = false,
  isLive = false,
  ...rest
}: ListProps<T>) {
  const { data, isError, isPlaceholderData, refetch } = query;
  // Rows that were requested by a press are rendered in interruptible steps, and so is the part of the page that depends on them. Changes of the
  // shown rows are rendered at once.
  const before = useDeferredValue(data);
  const rowsBefore = useDeferredValue(rest.rows);
  const isLater = before !== undefined && data !== undefined && isOther(data.results, before.results);
  const shown = isLater ? before : data;
  const rows = isLater || data === before ? rowsBefore : rest.rows;
  const text = useUiText();
  const seen = { at: query.dataUpdatedAt ?? 0, isLive };
  useShownList(seen);
  useEffect(() => {
    if (isError && toast) notify.error(failed);
  }, [isError, toast, failed]);
  // The last row of a page was removed or filtered out: go to the last page that has rows.
  const lastPage = Math.max(1, Math.ceil((data?.count ?? 0) / (pageSize ?? 1)));
  const isBeyond =
    data?.results.length === 0 && !isPlaceholderData && address !== undefined && address.page > lastPage;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only being beyond the end moves the page
  useEffect(() => {
    if (isBeyond) address.toPage(lastPage);
  }, [isBeyond]);
  const retry = () => void refetch();
  const lost = isUnreachable(query.error);
  // Without a network, or while the server fails, the rows last seen are better than none.
  const isOld = isError && data !== undefined && (lost || isFault(query.error));
  if (isError && !isOld)
    return (
      <>
        <ErrorState title={failed} onRetry={retry} />
        {address && address.page > 1 ? <ToPage page={address.page - 1} onPage={address.toPage} /> : null}
      </>
    );
  if (!shown) return <SkeletonRows rows={rest.skeletonRows ?? 8} />;
  const { results } = shown;
  const isComing = isPlaceholderData || shown !== data;
  if (results.length === 0) {
    if (!address?.isFiltered || !rest.notFound) return <EmptyState {...rest.empty} />;
    const { clear = text.common.clearSearch, ...words } = rest.notFound;
    return (
      <EmptyState {...words} icon={<SearchX />}>
        <ClearButton onClear={address.clear}>{clear}</ClearButton>
      </EmptyState>
    );
  }
  return (
    <div aria-busy={isComing} className={isPlaceholderData ? 'opacity-60' : undefined}>
      {isOld ? lost ? <SeenAt {...seen} /> : <FailedAgain words={failed} onRetry={retry} /> : null}
      <AnyRows rows={rows} results={results} />
      {address === undefined || pageSize === undefined ? null : (
        <Pagination
          page={address.page}
          pageSize={pageSize}
          count={shown.count ?? results.length}
          isMinimum={shown.count_is_minimum ?? false}
          onPage={address.toPage}
          {...(pagesShown === undefined ? {} : { window: pagesShown })}
        />
      )}
    </div>
  );
}

const isFault = (error: unknown) => error instanceof ApiError && error.status >= 500;

/** Leads away from a page that could not be loaded. */
function ToPage({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const format = useFormat();
  const text = useListText();
  return (
    <p className="text-center">
      <Button variant="bare" onClick={() => onPage(page)}>
        {text.page(format.digits(page))}
      </Button>
    </p>
  );
}

function FailedAgain({ words, onRetry }: { words: string; onRetry: () => void }) {
  const { common } = useUiText();
  return (
    <Callout tone="bad" role="alert" className="mb-3 flex flex-wrap items-center justify-between gap-2">
      <p>{words}</p>
      <Button size="small" variant="quiet" onClick={onRetry}>
        {common.retry}
      </Button>
    </Callout>
  );
}

function ClearButton({ onClear, children }: { onClear: (() => void) | undefined; children: ReactNode }) {
  const [isPressed, press] = useOptimisticChoice(false, () => onClear?.());
  return (
    <Button variant="quiet" disabled={isPressed} onClick={() => press(true)}>
      {children}
    </Button>
  );
}

function SeenAt(list: { at: number; isLive: boolean }) {
  const age = useFormatAge();
  const language = useLanguage();
  const at = lastUpdateOf(list, useChannel());
  return at ? (
    <p className="mb-3 text-sm text-muted" data-seen-at={at}>
      {lastSeenTexts[language](age(at))}
    </p>
  ) : null;
}

interface ListFiltersProps {
  address: Pick<ListAddress<{ search: string }>, 'filters' | 'change'>;
  searchLabel: string;
  /** Columns on a wide screen; on a narrower one the search has a row of its own. */
  layout: string;
  searchClassName?: string;
  children?: ReactNode;
}

/** The filters of a list: its search text, and whatever else it has. */
export function ListFilters({ address, searchLabel, layout, searchClassName, children }: ListFiltersProps) {
  const { filters, change } = address;
  const [typed, type] = useTypedSearch(filters.search, (search) => change({ search }));
  return (
    <div className={clsx('no-print mb-4 grid items-end gap-2 cramped:*:col-span-full', layout)}>
      <SearchInput
        className={searchClassName ?? 'col-span-full lg:col-span-1'}
        label={searchLabel}
        value={typed}
        onChange={type}
      />
      {children}
    </div>
  );
}

interface FilterSelectProps<V extends string> {
  label: string;
  value: V;
  options: readonly (readonly [value: V, words: string])[];
  onChange: (value: V) => void;
}

export function FilterSelect<V extends string>({ label, value, options, onChange }: FilterSelectProps<V>) {
  const [shown, choose] = useOptimisticChoice(value, onChange);
  return (
    <Select aria-label={label} value={shown} onChange={(event) => choose(event.target.value as V)}>
      {options.map(([one, words]) => (
        <option key={one} value={one}>
          {words}
        </option>
      ))}
    </Select>
  );
}
