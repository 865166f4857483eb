// Warns that signing out removes what waits in the outbox.
import { useFormat } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { useOutboxText } from './text.ts';

interface LeaveDialogProps {
  /** How many requests are waiting. */
  count: number;
  onLeave: () => void;
  onStay: () => void;
}

export default function LeaveDialog({ count, onLeave, onStay }: LeaveDialogProps) {
  const text = useOutboxText();
  const format = useFormat();
  return (
    <ConfirmDialog
      open
      onClose={onStay}
      onConfirm={onLeave}
      danger
      title={text.leaveTitle}
      description={text.leaveText(format.digits(count))}
      confirmLabel={text.leave}
      keepLabel={text.stay}
    />
  );
}
