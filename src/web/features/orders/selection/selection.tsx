// The selected rows of a staff list. Rows are selected one by one, as a range with Shift, by the page, or all that match the filters; a change of page or filters clears them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { createStore, type Store, useStore } from '../../../lib/store.ts';
import type { Column } from '../../../ui/list/list.tsx';
import { isTyping } from '../keys/order-keys.tsx';
import { type ListedBy, matchingOrdersQuery } from '../queries.ts';
import { useOrdersStaffText } from '../staff/text.ts';

export interface OrderSelection {
  /** The selected orders, in the order of the list. */
  selected: readonly Order[];
  /** The ids of the selected orders. Only the checkboxes subscribe to them, so rows are not rendered again. */
  ids: Pick<Store<ReadonlySet<number>>, 'get' | 'subscribe'>;
  /** The ids of the page. */
  listed: readonly number[];
  /** Every order of the page is selected. */
  isAll: boolean;
  /** Orders of other pages are selected too. */
  isBeyond: boolean;
  /** @param isRange also toggles all orders between this one and the one toggled last */
  toggle: (id: number, isRange: boolean) => void;
  toggleAll: () => void;
  /**
   * Selects everything that matches the filters, on every page.
   * @throws what loading them throws
   */
  selectMatching: () => Promise<void>;
  clear: () => void;
}

interface State {
  place: string;
  page: number;
  ids: ReadonlySet<number>;
  last: number | undefined;
  isBeyond: boolean;
}

const none: ReadonlySet<number> = new Set();

/**
 * A change of page or filters clears the selection; one that covers all pages survives paging.
 * @param shown the orders on the screen; one that leaves the list is deselected
 */
export function useOrderSelection(shown: readonly Order[], { page, ...filters }: ListedBy): OrderSelection {
  const client = useQueryClient();
  const place = JSON.stringify(filters);
  const empty: State = { place, page, ids: none, last: undefined, isBeyond: false };
  const [kept, setKept] = useState(empty);
  const state = kept.place === place && (kept.isBeyond || kept.page === page) ? kept : empty;
  const matching = matchingOrdersQuery(filters);
  const { data } = useQuery({ ...matching, enabled: state.isBeyond });
  const listed = shown.map(({ id }) => id);
  const beyond = (state.isBeyond && data?.results) || [];
  const isElsewhere = new Set(beyond.map(({ id }) => id));
  const selected = [...beyond, ...shown.filter(({ id }) => !isElsewhere.has(id))].filter(({ id }) =>
    state.ids.has(id),
  );
  const isAll = shown.length > 0 && listed.every((id) => state.ids.has(id));
  const toggleOne = (id: number, isRange: boolean) => {
    const ids = new Set(state.ids);
    const from = isRange && state.last !== undefined ? listed.indexOf(state.last) : -1;
    const to = listed.indexOf(id);
    const range = from === -1 ? [id] : listed.slice(Math.min(from, to), Math.max(from, to) + 1);
    const isOn = !state.ids.has(id);
    for (const one of range) isOn ? ids.add(one) : ids.delete(one);
    setKept({ ...state, ids, last: id });
  };
  const selectAll = () => setKept(isAll ? empty : { ...state, ids: new Set([...state.ids, ...listed]) });
  // Rows rendered before a change call these too.
  const latest = useRef({ toggleOne, selectAll });
  latest.current = { toggleOne, selectAll };
  const toggle = (id: number, isRange: boolean) => latest.current.toggleOne(id, isRange);
  useSpaceKey(toggle);
  const [ids] = useState(() => createStore(state.ids));
  useLayoutEffect(() => ids.set(state.ids), [ids, state.ids]);
  return {
    selected,
    ids,
    listed,
    isAll,
    isBeyond: state.isBeyond,
    toggle,
    toggleAll: () => latest.current.selectAll(),
    async selectMatching() {
      const { results } = await client.fetchQuery(matching);
      setKept({ ...empty, ids: new Set(results.map(({ id }) => id)), isBeyond: true });
    },
    clear: () => setKept(empty),
  };
}

/** Space toggles the focused row instead of scrolling; on a button or a checkbox it keeps its usual effect. */
function useSpaceKey(toggle: OrderSelection['toggle']): void {
  const latest = useRef(toggle);
  latest.current = toggle;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.code !== 'Space' || event.ctrlKey || event.altKey || event.metaKey) return;
      const { target } = event;
      if (!(target instanceof HTMLElement) || isTyping(target) || !target.matches('[data-order-link]'))
        return;
      const id = target.closest<HTMLElement>('[data-order]')?.dataset.order;
      if (id === undefined) return;
      event.preventDefault();
      latest.current(Number(id), event.shiftKey);
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

interface BoxProps {
  label: string;
  checked: boolean;
  isMixed?: boolean;
  onToggle: (isRange: boolean) => void;
}

function Box({ label, checked, isMixed = false, onToggle }: BoxProps) {
  return (
    <label
      className="-m-1 inline-grid size-11 shrink-0 cursor-pointer place-items-center lg:size-8"
      // A press with Shift would select text.
      onMouseDown={(event) => {
        if (event.shiftKey) event.preventDefault();
      }}
    >
      <input
        type="checkbox"
        className="size-5 accent-accent"
        aria-label={label}
        title={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={(event) => {
          // The keyboard continues from here, even after a press with Shift.
          event.currentTarget.focus();
          onToggle((event.nativeEvent as MouseEvent).shiftKey);
        }}
      />
    </label>
  );
}

export function SelectBox({ order, selection }: { order: Order; selection: OrderSelection }) {
  const { marks: text } = useOrdersStaffText();
  const format = useFormat();
  const isSelected = () => selection.ids.get().has(order.id);
  const checked = useSyncExternalStore(selection.ids.subscribe, isSelected, isSelected);
  return (
    <Box
      label={text.one(format.digits(order.id))}
      checked={checked}
      onToggle={(isRange) => selection.toggle(order.id, isRange)}
    />
  );
}

function SelectAllBox({ selection }: { selection: OrderSelection }) {
  const { marks: text } = useOrdersStaffText();
  const ids = useStore(selection.ids);
  const { listed, isBeyond } = selection;
  const isAll = listed.length > 0 && listed.every((id) => ids.has(id));
  return (
    <Box
      label={text.all}
      checked={isAll}
      isMixed={!isAll && (isBeyond || listed.some((id) => ids.has(id)))}
      onToggle={selection.toggleAll}
    />
  );
}

/** The column with a checkbox for each row. */
export const selectColumn = (selection: OrderSelection, head: string): Omit<Column<Order>, 'id'> => ({
  head,
  control: <SelectAllBox selection={selection} />,
  className: 'w-9',
  cell: (order) => <SelectBox order={order} selection={selection} />,
});
