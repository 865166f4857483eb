// The dialog for an action of staff on an order.
import type { Order } from '#contract/orders/calls.ts';
import { AskDialog } from '../questions/ask-dialog.tsx';
import { SnoozeDialog } from '../snooze/snooze-dialog.tsx';
import { DeliveryDialog } from '../staff/delivery-dialog.tsx';
import { HandOnDialog } from '../staff/hand-on-dialog.tsx';
import { RejectDialog } from '../staff/reject-dialog.tsx';
import type { DecidedValues } from '../undo/held-decisions.ts';

export interface OrderDialogProps {
  order: Order;
  action: 'complete' | 're_upload' | 'reject' | 'hand_on' | 'snooze' | 'ask';
  /** The result, if it has already been chosen. */
  file?: File | undefined;
  /** A decision that was made and then undone. */
  undone?: DecidedValues | undefined;
  onClose: () => void;
  /** Opens the next order of the list, if there is one. */
  onNext?: (() => void) | undefined;
}

export default function OrderDialog({ order, action, file, undone, onClose, onNext }: OrderDialogProps) {
  if (action === 'reject')
    return (
      <RejectDialog
        order={order}
        undone={undone?.action === 'reject' ? undone.values : undefined}
        onClose={onClose}
        onNext={onNext}
      />
    );
  if (action === 'hand_on') return <HandOnDialog order={order} onClose={onClose} />;
  if (action === 'snooze') return <SnoozeDialog order={order} onClose={onClose} />;
  if (action === 'ask') return <AskDialog order={order} onClose={onClose} />;
  return (
    <DeliveryDialog
      order={order}
      kind={action}
      file={file}
      undone={undone?.action === 'complete' ? undone.values : undefined}
      onClose={onClose}
      onNext={action === 're_upload' ? undefined : onNext}
    />
  );
}
