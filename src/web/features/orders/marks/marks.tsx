// Rows of the staff's lists can be marked: one by one, a range with Shift, or the whole page. Marks last until page or filters change.
import { useEffect, useRef, useState } from 'react';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import type { Column } from '../../../ui/list/list.tsx';
import { isTyping } from '../staff/order-keys.tsx';
import { useOrdersStaffText } from '../staff/text.ts';

export interface Marks {
  /** The marked ones of the orders shown, in their order. */
  marked: readonly StaffOrder[];
  isMarked: (id: number) => boolean;
  isAll: boolean;
  /** @param isRange also all between this one and the one marked last */
  toggle: (id: number, isRange: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

interface State {
  place: string;
  ids: ReadonlySet<number>;
  last: number | undefined;
}

/**
 * @param shown the orders on the screen; one that leaves it is no longer marked
 * @param place page and filters: elsewhere nothing is marked
 */
export function useMarks(shown: readonly StaffOrder[], place: string): Marks {
  const empty: State = { place, ids: new Set(), last: undefined };
  const [kept, setKept] = useState(empty);
  const state = kept.place === place ? kept : empty;
  const listed = shown.map(({ id }) => id);
  const marked = shown.filter(({ id }) => state.ids.has(id));
  const isAll = shown.length > 0 && marked.length === shown.length;
  const toggle = (id: number, isRange: boolean) => {
    const ids = new Set(state.ids);
    const from = isRange && state.last !== undefined ? listed.indexOf(state.last) : -1;
    const to = listed.indexOf(id);
    const range = from === -1 ? [id] : listed.slice(Math.min(from, to), Math.max(from, to) + 1);
    const isOn = !state.ids.has(id);
    for (const one of range) isOn ? ids.add(one) : ids.delete(one);
    setKept({ place, ids, last: id });
  };
  useSpaceKey(toggle);
  return {
    marked,
    isMarked: (id) => state.ids.has(id),
    isAll,
    toggle,
    toggleAll: () => setKept({ ...empty, ids: new Set(isAll ? [] : listed) }),
    clear: () => setKept(empty),
  };
}

/** Space marks the row that has the focus, instead of scrolling; on a button or a box it does what it does there. */
function useSpaceKey(toggle: Marks['toggle']): void {
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
          // The keys go on from here, after a press with Shift too.
          event.currentTarget.focus();
          onToggle((event.nativeEvent as MouseEvent).shiftKey);
        }}
      />
    </label>
  );
}

export function MarkBox({ order, marks }: { order: StaffOrder; marks: Marks }) {
  const { marks: text } = useOrdersStaffText();
  const format = useFormat();
  return (
    <Box
      label={text.one(format.digits(order.id))}
      checked={marks.isMarked(order.id)}
      onToggle={(isRange) => marks.toggle(order.id, isRange)}
    />
  );
}

function MarkAllBox({ marks }: { marks: Marks }) {
  const { marks: text } = useOrdersStaffText();
  return (
    <Box
      label={text.all}
      checked={marks.isAll}
      isMixed={marks.marked.length > 0 && !marks.isAll}
      onToggle={marks.toggleAll}
    />
  );
}

/** The column with a box for each row. */
export const markColumn = (marks: Marks, head: string): Omit<Column<StaffOrder>, 'id'> => ({
  head,
  control: <MarkAllBox marks={marks} />,
  className: 'w-9',
  cell: (order) => <MarkBox order={order} marks={marks} />,
});
