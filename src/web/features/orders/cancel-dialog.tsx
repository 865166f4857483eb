// Cancels the customer's own order after a question; the held money is released.
import type { Order } from '#contract/orders/calls.ts';
import { call } from '../../lib/api/api.ts';
import { useSubmitKey } from '../../lib/api/submit-key.ts';
import { retryableErrorMessage } from '../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useOrdersText } from './text.ts';

export function CancelDialog({ order, onClose }: { order: Order | undefined; onClose: () => void }) {
  const text = useOrdersText();
  const format = useFormat();
  const submitKey = useSubmitKey();
  const cancel = useMutation({
    mutationFn: (id: number) =>
      call('POST /account/orders/:id/cancel/', {
        params: { id },
        idempotencyKey: submitKey.for({ cancel: id }),
      }),
    onSuccess() {
      submitKey.done();
      notify.success(text.mine.cancelled);
    },
    onError: (error) => notify.error(retryableErrorMessage(error, text.mine.cancelFailed)),
    onSettled() {
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open={order !== undefined}
      onClose={onClose}
      onConfirm={() => order && cancel.mutate(order.id)}
      busy={cancel.isPending}
      danger
      title={text.mine.cancelTitle}
      description={order ? text.mine.cancelText(format.taka(order.charge)) : ''}
      confirmLabel={text.mine.cancelYes}
      keepLabel={text.mine.cancelNo}
    />
  );
}
