// The held decisions, on every page of the back office: how long they are held, and how to undo them.
import { Suspense, useEffect, useRef, useState } from 'react';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { useStore } from '../../../lib/store.ts';
import { lazyOverlay } from '../../../ui/fetch-overlays.ts';
import { bottomBarRef } from '../../../ui/frame/bottom-bar.ts';
import { OrderDialog } from '../dialogs/lazy-order-dialog.ts';
import { isTyping } from '../keys/order-keys.tsx';
import { useOrdersStaffText } from '../staff/text.ts';
import type { HeldDecision } from './held-decisions.ts';
import { flushWhenPageHides, heldDecisions, onDecisionSent } from './undo-window.ts';

/** No decision can be made before the code of dialogs is loaded. */
const UndoRow = lazyOverlay(() => import('./undo-row.tsx'));

const tickMs = 500;

function useTicking(isOn: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => tick(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, [isOn]);
}

const isDialogOpen = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

/** If another dialog is open, the decision stays in the bar until that is closed. */
function undoAndOpen(key: string, onOpen: () => void): void {
  if (heldDecisions.undo(key) && !isDialogOpen()) onOpen();
}

export function UndoBar() {
  const { undo, work } = useOrdersStaffText();
  const { id } = useUser();
  const format = useFormat();
  const all = useStore(heldDecisions.store);
  const [opened, setOpened] = useState<HeldDecision>();
  const mine = all.filter(({ userId }) => userId === id);
  useTicking(mine.some(({ state }) => state === 'held'));
  const open = (decision: HeldDecision) => {
    setOpened(decision);
    // Its dialog shows it now.
    heldDecisions.dismiss(decision.key);
  };
  const latest = useRef({ mine, open });
  latest.current = { mine, open };
  useEffect(flushWhenPageHides, []);
  useEffect(
    () =>
      onDecisionSent(({ action, order }) => {
        notify.success(`${work[`${action}Done`]}: ${format.digits(order.id)}`);
      }),
    [format, work],
  );
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.code !== 'KeyZ') return;
      if (isTyping(event.target) || isDialogOpen()) return;
      const last = latest.current.mine.findLast(({ state }) => state === 'held');
      if (!last) return;
      event.preventDefault();
      undoAndOpen(last.key, () => latest.current.open(last));
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <>
      <div aria-live="polite">
        {mine.length > 0 ? (
          <section
            ref={bottomBarRef}
            aria-label={undo.label}
            data-beside-dialogs=""
            className="no-print pointer-events-auto fixed inset-x-3 bottom-[calc(0.75rem+var(--foot))] z-60 mx-auto max-h-[40dvh] max-w-xl overflow-y-auto rounded-lg border border-line-strong bg-surface text-ink shadow-high"
          >
            <Suspense>
              <ul className="divide-y divide-line">
                {mine.map((decision) => (
                  <UndoRow
                    key={decision.key}
                    decision={decision}
                    onUndo={() => undoAndOpen(decision.key, () => open(decision))}
                    onOpen={() => !isDialogOpen() && open(decision)}
                  />
                ))}
              </ul>
            </Suspense>
          </section>
        ) : null}
      </div>
      {/* Reopens the dialog with what was typed in it. */}
      {opened ? (
        <Suspense>
          <OrderDialog
            key={opened.key}
            order={opened.order}
            action={opened.action}
            undone={opened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
