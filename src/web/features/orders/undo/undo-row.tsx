// A decision that is held, was undone or has failed.
import { isOutcomeUnknown, retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { useFormat } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { useOrdersStaffText } from '../staff/text.ts';
import type { HeldDecision } from './held-decisions.ts';
import { heldDecisions } from './undo-window.ts';

interface UndoRowProps {
  decision: HeldDecision;
  onUndo: () => void;
  onOpen: () => void;
}

export default function UndoRow({ decision, onUndo, onOpen }: UndoRowProps) {
  const { undo: text, details, work } = useOrdersStaffText();
  const format = useFormat();
  const { key, state, action, order, error } = decision;
  const number = format.digits(order.id);
  const seconds = format.digits(Math.max(0, Math.ceil((decision.until - Date.now()) / 1_000)));
  const words = {
    held: text[action](number, seconds),
    sending: text.sending(number),
    undone: text.undone(number),
    failed: `${(isOutcomeUnknown(error) ? details.title : text.failed)(number)}: ${retryableErrorMessage(error, work[`${action}Failed`])}`,
  }[state];
  const isOver = state === 'undone' || state === 'failed';
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2">
      <span
        className="min-w-0 tabular-nums"
        role={state === 'failed' ? 'alert' : undefined}
        // Read out when it appears, not every second.
        aria-live={state === 'held' ? 'off' : undefined}
      >
        {words}
      </span>
      <span className="ml-auto flex flex-wrap gap-2">
        {state === 'held' ? (
          <Button size="small" variant="soft" title="Ctrl+Z" onClick={onUndo}>
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
            <Button size="small" variant="quiet" onClick={onOpen}>
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
