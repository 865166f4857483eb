// A sign-out removes what waits in the outbox: it is said before.
import { useState } from 'react';
import { useFormat } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { outboxEntries } from './outbox-entries.ts';
import { useDeviceText } from './text.ts';

export function useLeaving() {
  const [leave, setLeave] = useState<() => void>();
  return {
    leave,
    stay: () => setLeave(undefined),
    ask(next: () => void): boolean {
      if (outboxEntries.get().length === 0) return false;
      setLeave(() => next);
      return true;
    },
  };
}

export function LeaveDialog({ leaving: { leave, stay } }: { leaving: ReturnType<typeof useLeaving> }) {
  const { outbox: text } = useDeviceText();
  const format = useFormat();
  return (
    <ConfirmDialog
      open={leave !== undefined}
      onClose={stay}
      onConfirm={() => leave?.()}
      danger
      title={text.leaveTitle}
      description={text.leaveText(format.digits(outboxEntries.get().length))}
      confirmLabel={text.leave}
      keepLabel={text.stay}
    />
  );
}
