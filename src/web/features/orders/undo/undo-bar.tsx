// Decisions that still wait, on every page of the back office: how long, and how to undo them.
import { Suspense, useEffect, useRef, useState } from 'react';
import { isUnanswered, repeatableErrorWords } from '../../../lib/api/unanswered.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { useStore } from '../../../lib/store.ts';
import { Button } from '../../../ui/button.tsx';
import { standAtFoot } from '../../../ui/frame/at-foot.ts';
import { OrderDialog } from '../dialogs/late.ts';
import { isTyping } from '../keys/order-keys.tsx';
import { useOrdersStaffText } from '../staff/text.ts';
import type { HeldDecision } from './held-decisions.ts';
import { heldDecisions, onDecisionSent, watchPage } from './undo-window.ts';

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

function Row({ decision, onOpen }: { decision: HeldDecision; onOpen: () => void }) {
  const { undo: text, details, work } = useOrdersStaffText();
  const format = useFormat();
  const { key, state, action, order, error } = decision;
  const number = format.digits(order.id);
  const seconds = format.digits(Math.max(0, Math.ceil((decision.until - Date.now()) / 1_000)));
  const words = {
    held: text[action](number, seconds),
    sending: text.sending(number),
    undone: text.undone(number),
    failed: `${(isUnanswered(error) ? details.title : text.failed)(number)}: ${repeatableErrorWords(error, work[`${action}Failed`])}`,
  }[state];
  const isOver = state === 'undone' || state === 'failed';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
      <span
        className="min-w-0 tabular-nums"
        role={state === 'failed' ? 'alert' : undefined}
        // Read out as it comes, not every second.
        aria-live={state === 'held' ? 'off' : undefined}
      >
        {words}
      </span>
      <span className="ml-auto flex flex-wrap gap-2">
        {state === 'held' ? (
          <Button size="small" variant="soft" title="Ctrl+Z" onClick={() => undoAndOpen(key, onOpen)}>
            {text.undo}
          </Button>
        ) : null}
        {state === 'failed' ? (
          <Button size="small" variant="soft" onClick={() => void heldDecisions.retry(key)}>
            {text.again}
          </Button>
        ) : null}
        {isOver ? (
          <>
            <Button size="small" variant="quiet" onClick={() => !isDialogOpen() && onOpen()}>
              {text.open}
            </Button>
            <Button size="small" variant="quiet" onClick={() => heldDecisions.dismiss(key)}>
              {text.dismiss}
            </Button>
          </>
        ) : null}
      </span>
    </li>
  );
}

/** Beside another dialog it stays in the bar until that one is closed. */
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
    // Its dialog has it now.
    heldDecisions.dismiss(decision.key);
  };
  const latest = useRef({ mine, open });
  latest.current = { mine, open };
  useEffect(watchPage, []);
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
            ref={standAtFoot}
            aria-label={undo.label}
            data-beside-dialogs=""
            className="no-print pointer-events-auto fixed inset-x-3 bottom-[calc(0.75rem+var(--foot))] z-60 mx-auto max-h-[40dvh] max-w-xl overflow-y-auto rounded-lg border border-line-strong bg-surface text-ink shadow-high"
          >
            <ul className="divide-y divide-line">
              {mine.map((decision) => (
                <Row key={decision.key} decision={decision} onOpen={() => open(decision)} />
              ))}
            </ul>
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
            begin={opened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}
