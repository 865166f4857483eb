// Keyboard shortcuts: inactive while typing or with a dialog open, and independent of the keyboard layout.
import { Keyboard } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from '../../../lib/store.ts';
import { button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { useOrdersStaffText } from '../staff/text.ts';
import { isUndoEnabled, setUndoEnabled } from '../undo/undo-window.ts';

/** By the position of the key, because a Bengali layout has other letters there. */
const keys = {
  KeyJ: 'next',
  KeyK: 'previous',
  KeyO: 'open',
  KeyT: 'take',
  KeyC: 'complete',
  KeyR: 'reject',
  KeyS: 'snooze',
  KeyA: 'ask',
} as const;
export type KeyAction = (typeof keys)[keyof typeof keys];

export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  !(target instanceof HTMLInputElement && target.type === 'checkbox') &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName));

/** @returns whether the help is open, and a function that changes that */
function useOrderKeys(onKey: (action: KeyAction) => void): [boolean, (open: boolean) => void] {
  const [help, setHelp] = useState(false);
  const latest = useRef(onKey);
  latest.current = onKey;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return;
      if (document.querySelector('[role=dialog], [role=menu]')) return;
      const isHelp = event.key === '?' || (event.code === 'Slash' && event.shiftKey);
      const action = keys[event.code as keyof typeof keys];
      if (isHelp) setHelp(true);
      else if (action && !event.shiftKey) latest.current(action);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return [help, setHelp];
}

interface OrderKeysProps {
  onKey: (action: KeyAction) => void;
  /** Rows can be selected. */
  canSelect?: boolean;
  /** On a page with a list: the keys act on one of its rows. */
  isList?: boolean;
  /** Other users can only go from one order to the next. */
  canWork?: boolean;
}

/** Handles the keys, and lists them on '?' or when its button is clicked. */
export function OrderKeys({ onKey, canSelect = false, isList = canSelect, canWork = true }: OrderKeysProps) {
  const { keys: text, undo } = useOrdersStaffText();
  const wantsUndo = useStore(isUndoEnabled);
  const [help, setHelp] = useOrderKeys(onKey);
  const rows = [
    ...Object.entries(keys)
      .filter(([, action]) => canWork || action === 'next' || action === 'previous')
      .map(([code, action]) => [code.slice(3), text.list[action]] as const),
    ...(canSelect ? [[text.space, text.list.mark] as const] : []),
    ['?', text.list.help] as const,
  ];
  return (
    <>
      <button
        type="button"
        className={button({ variant: 'bare', size: 'icon', className: 'max-lg:hidden' })}
        aria-label={text.help}
        title={`${text.help} (?)`}
        onClick={() => setHelp(true)}
      >
        <Keyboard className="size-5" aria-hidden="true" />
      </button>
      <Dialog
        open={help}
        onClose={() => setHelp(false)}
        title={text.title}
        description={isList ? `${text.hint} ${text.firstHint}` : text.hint}
      >
        <dl className="mt-4 space-y-2">
          {rows.map(([key, what]) => (
            <div key={key} className="flex items-center gap-4">
              <dt className="w-16 shrink-0">
                <kbd className="grid min-h-9 min-w-9 place-items-center rounded-md border border-line-strong bg-sunken px-2 font-sans">
                  {key}
                </kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        {canWork ? (
          <div className="mt-4">
            <Checkbox checked={wantsUndo} onChange={(event) => setUndoEnabled(event.target.checked)}>
              {undo.wanted}
            </Checkbox>
          </div>
        ) : null}
      </Dialog>
    </>
  );
}

/** The focusable link of each row. */
const rowLinks = () => [...document.querySelectorAll<HTMLElement>('[data-order] a[data-order-link]')];

/** Returns the order whose row has the focus. */
export function focusedOrder(): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-order]');
  return row ? Number(row.dataset.order) : undefined;
}

const works = 'a, button, input, select, textarea, summary, [contenteditable], [role=dialog] *';

/** Returns the order that the keys act on: the focused one, or the first of the page while the focus is on nothing that handles keys. */
export function currentOrder(): number | undefined {
  const focused = focusedOrder();
  if (focused !== undefined || document.activeElement?.matches(works)) return focused;
  const first = document.querySelector<HTMLElement>('[data-order]:has(a[data-order-link])');
  return first ? Number(first.dataset.order) : undefined;
}

/** Highlights the order that the keys act on while no row has the focus. */
export function useHighlightCurrentRow(ids: readonly number[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are highlighted
  useEffect(() => {
    let frame = 0;
    const highlight = () => {
      const current = focusedOrder() === undefined ? currentOrder() : undefined;
      for (const row of document.querySelectorAll<HTMLElement>('[data-order]'))
        row.toggleAttribute('data-current', Number(row.dataset.order) === current);
    };
    // The focus leaves one element before it reaches the next.
    const later = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(highlight);
    };
    later();
    document.addEventListener('focusin', later);
    document.addEventListener('focusout', later);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', later);
      document.removeEventListener('focusout', later);
    };
  }, [ids]);
}

/** Focuses the row of an order without scrolling. */
export function focusOrder(id: number): void {
  rowLinks()
    .find((link) => link.closest<HTMLElement>('[data-order]')?.dataset.order === String(id))
    ?.focus({ preventScroll: true });
}

/** Focuses the row of an order, or the first row if that order is no longer listed. */
export function focusNear(id: number | undefined): void {
  if (id !== undefined) focusOrder(id);
  if (focusedOrder() === undefined) moveFocus(1);
}

/** Focuses the row after or before the focused one, or the first if none is. */
export function moveFocus(step: 1 | -1): void {
  const links = rowLinks();
  const focused = focusedOrder();
  const index = links.findIndex(
    (link) => Number(link.closest<HTMLElement>('[data-order]')?.dataset.order) === focused,
  );
  const next = links[index === -1 ? 0 : Math.min(links.length - 1, Math.max(0, index + step))];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}

/** If the focused row leaves the list, as when a pending order is taken, the row that takes its place gets the focus. */
export function useRestoreRowFocus(ids: readonly number[]): void {
  const last = useRef<{ id: number; index: number }>(undefined);
  const shown = useRef(ids);
  useEffect(() => {
    const gone = last.current && !ids.includes(last.current.id) ? last.current : undefined;
    if (gone && shown.current.includes(gone.id) && document.activeElement === document.body)
      rowLinks()[Math.min(gone.index, ids.length - 1)]?.focus();
    shown.current = ids;
  }, [ids]);
  useEffect(() => {
    const remember = () => {
      const id = focusedOrder();
      last.current = id === undefined ? undefined : { id, index: shown.current.indexOf(id) };
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, []);
}
