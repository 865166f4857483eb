// The actions for the selected orders: take, print as a list, download. Orders that could not be taken are listed with the reason.
import { useQueryClient } from '@tanstack/react-query';
import { Download, Hand, Printer, X } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { isOpen } from '#contract/orders/flow.ts';
import { maximumSelected } from '#contract/orders/rules.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { tokenOwner, useUser } from '../../../lib/session.ts';
import { Button, button } from '../../../ui/button.tsx';
import { lazyOverlay } from '../../../ui/fetch-overlays.ts';
import { bottomBarRef } from '../../../ui/frame/bottom-bar.ts';
import { useUiText } from '../../../ui/text.ts';
import { useTableDownload } from '../../exports/download-table.ts';
import { focusNear } from '../keys/order-keys.tsx';
import { invalidateOrderLists } from '../queries.ts';
import { takeOrder } from '../staff/take-order.ts';
import { useOrdersStaffText } from '../staff/text.ts';
import { findHolder } from '../staff/use-order-actions.tsx';
import { TagButton } from '../tags/order-tags.tsx';
import { useOrdersText } from '../text.ts';
import type { OrderSelection } from './selection.tsx';

const SelectionSheet = lazyOverlay(() => import('./selection-sheet.tsx'));

interface Refused {
  id: number;
  why: string;
}

function useTakeAll() {
  const { marks: text, details, work } = useOrdersStaffText();
  const { statuses } = useOrdersText();
  const client = useQueryClient();
  const format = useFormat();
  const { id: me } = useUser();
  const [progress, setProgress] = useState<{ done: number; all: number }>();
  const [refused, setRefused] = useState<readonly Refused[]>([]);

  /** Takes the orders one after the other; each succeeds or fails by itself. */
  async function takeAll(orders: readonly Order[]) {
    const failed: Refused[] = [];
    setRefused([]);
    for (const [index, { id, status }] of orders.entries()) {
      // Another user has signed in meanwhile: they have not asked for this.
      if (tokenOwner() !== me) return setProgress(undefined);
      setProgress({ done: index, all: orders.length });
      const number = format.digits(id);
      if (!isOpen(status)) {
        failed.push({ id, why: `${details.title(number)}: ${statuses[status]}` });
        continue;
      }
      try {
        await takeOrder(id, me);
      } catch (error) {
        const holder = await findHolder(error, id, client);
        const why = holder
          ? work.takenByOther(number, holder)
          : `${details.title(number)}: ${errorMessage(error, work.takeFailed)}`;
        failed.push({ id, why });
      }
    }
    setProgress(undefined);
    setRefused(failed);
    const taken = orders.length - failed.length;
    if (taken > 0) notify.success(text.taken(format.digits(taken)));
    invalidateOrderLists(client);
  }
  return { progress, refused, takeAll, hide: () => setRefused([]) };
}

interface Found {
  count: number;
  count_is_minimum?: true | undefined;
}

interface SelectionBarProps {
  selection: OrderSelection;
  /** How many orders the filters match. */
  found: Found | undefined;
  canTake: boolean;
  canTag: boolean;
}

/** When the bar disappears with the focus, the keys act on the list again, at the order selected last. */
function useRestoreListFocus(isShown: boolean, selected: readonly Order[]): void {
  const before = useRef({ isShown, last: selected.at(-1)?.id });
  useEffect(() => {
    if (before.current.isShown && !isShown && document.activeElement === document.body)
      focusNear(before.current.last);
    before.current = { isShown, last: selected.at(-1)?.id ?? before.current.last };
  });
}

export function SelectionBar({ selection, found, canTake, canTag }: SelectionBarProps) {
  const { marks: text } = useOrdersStaffText();
  const format = useFormat();
  const [isPrinting, setPrinting] = useState(false);
  const { label: exportLabel, busy: isExporting, fetchTable } = useTableDownload();
  const { progress, refused, takeAll, hide } = useTakeAll();
  const { selected } = selection;

  const exportSelected = () =>
    fetchTable(`/account/orders/export/?ids=${selected.map(({ id }) => id).join(',')}`, 'orders.csv');

  const isInHand = selected.length > 0 || progress !== undefined;
  const isShown = isInHand || refused.length > 0;
  useRestoreListFocus(isShown, selected);
  return (
    <div aria-live="polite" className="no-print sticky bottom-[calc(0.75rem+var(--foot))] z-10">
      {isShown ? (
        <section
          ref={bottomBarRef}
          aria-label={text.label}
          className="mt-3 rounded-lg border border-line-strong bg-surface px-3 py-2 shadow-high"
        >
          {refused.length > 0 ? <RefusedList refused={refused} onHide={hide} /> : null}
          {isInHand ? (
            <div className="flex flex-wrap items-center gap-2">
              <div className="mr-auto flex items-center md:max-lg:basis-full">
                <button
                  type="button"
                  className={button({ variant: 'bare', size: 'icon', className: '-ml-2' })}
                  aria-label={text.clear}
                  title={text.clear}
                  onClick={selection.clear}
                >
                  <X className="size-5" aria-hidden="true" />
                </button>
                <p
                  tabIndex={-1}
                  className="outline-none font-medium tabular-nums"
                  aria-live={progress ? 'off' : undefined}
                >
                  {progress
                    ? text.taking(format.digits(progress.done), format.digits(progress.all))
                    : text.count(format.digits(selected.length))}
                </p>
              </div>
              {canTake ? (
                <Button
                  size="small"
                  variant="soft"
                  busy={progress !== undefined}
                  onClick={() => void takeAll(selected)}
                >
                  <Hand className="size-4" aria-hidden="true" />
                  {text.take}
                </Button>
              ) : null}
              {selected.length > 0 ? (
                <>
                  {canTag ? <TagButton orders={selected} /> : null}
                  <Button size="small" variant="quiet" onClick={() => setPrinting(true)}>
                    <Printer className="size-4" aria-hidden="true" />
                    {text.print}
                  </Button>
                  <Button
                    size="small"
                    variant="quiet"
                    busy={isExporting}
                    onClick={() => void exportSelected()}
                  >
                    <Download className="size-4" aria-hidden="true" />
                    {exportLabel}
                  </Button>
                  {selection.isAll ? null : (
                    <Button size="small" variant="bare" className="md:hidden" onClick={selection.toggleAll}>
                      {text.all}
                    </Button>
                  )}
                  <MatchingLine selection={selection} found={found} />
                </>
              ) : null}
            </div>
          ) : null}
        </section>
      ) : null}
      {isPrinting ? (
        <Suspense>
          <SelectionSheet orders={selected} onPrinted={() => setPrinting(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}

/** Offered once the whole page is selected and there are more orders. */
function MatchingLine({ selection, found }: Pick<SelectionBarProps, 'selection' | 'found'>) {
  const { marks: text } = useOrdersStaffText();
  const format = useFormat();
  const line = useRef<HTMLDivElement>(null);
  const [isLoading, setLoading] = useState(false);
  if (!found || !selection.isAll || found.count <= selection.selected.length) return null;
  const limit = format.digits(maximumSelected);
  const isTooMany = found.count > maximumSelected || found.count_is_minimum === true;

  async function selectMatching() {
    // The button disappears with the press, so the focus moves to the count of selected orders.
    const count = line.current?.parentElement?.querySelector('p');
    setLoading(true);
    try {
      await selection.selectMatching();
      count?.focus();
    } catch (error) {
      notify.error(errorMessage(error, text.matchingFailed));
    } finally {
      setLoading(false);
    }
  }

  return (
    <div
      ref={line}
      className="flex basis-full flex-wrap items-center gap-x-3 border-t border-line pt-1 text-sm text-muted"
    >
      {selection.isBeyond ? null : (
        <Button size="small" variant="bare" busy={isLoading} onClick={() => void selectMatching()}>
          {isTooMany ? text.firstMatching(limit) : text.allMatching(format.count(found.count))}
        </Button>
      )}
      {isTooMany ? <p>{text.limit(limit)}</p> : null}
    </div>
  );
}

function RefusedList({ refused, onHide }: { refused: readonly Refused[]; onHide: () => void }) {
  const { marks: text } = useOrdersStaffText();
  const common = useUiText().common;
  const format = useFormat();
  return (
    <div role="alert" className="mb-2 border-b border-line pb-2">
      <p className="font-medium text-bad">{text.notTaken(format.digits(refused.length))}</p>
      <ul className="max-h-[40dvh] overflow-y-auto">
        {refused.map(({ id, why }) => (
          <li key={id}>{why}</li>
        ))}
      </ul>
      <Button size="small" variant="quiet" className="mt-1" aria-label={text.hide} onClick={onHide}>
        {common.close}
      </Button>
    </div>
  );
}
