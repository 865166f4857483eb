import type { StaffOrder } from '#contract/orders/calls.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { useSubmitKey } from '../../../lib/api/submit-key.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useForm } from '../../../lib/use-form.ts';
import { FormField } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { CountedTextarea } from '../../../ui/form/input.tsx';
import { useUiText } from '../../../ui/text.ts';
import { RefusalNotice } from './conflict.tsx';
import { MoneyWords } from './money-words.tsx';
import { ReplyPicker } from './reply-picker.tsx';
import { useOrdersStaffText } from './text.ts';

export function RejectDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const { work: text } = useOrdersStaffText();
  const common = useUiText().common;
  const format = useFormat();
  const submitKey = useSubmitKey();
  const form = useForm({
    blank: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? text.reasonMissing : undefined }),
    send({ reason }) {
      const data = { status: 'rejected' as const, note: reason.trim() };
      const sent = new FormData();
      sent.set('data', JSON.stringify(data));
      return call('PATCH /account/orders/:id/', {
        params: { id: order.id },
        form: sent,
        idempotencyKey: submitKey.for({ order: order.id, data }),
      });
    },
    onSent() {
      submitKey.done();
      notify.success(text.rejected);
      onClose();
    },
    failed: text.rejectFailed,
    quiet: true,
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text.rejectTitle(format.digits(order.id))}
      description={<MoneyWords order={order} action="reject" />}
      submit={text.reject}
      variant="danger"
      back={common.back}
    >
      <ReplyPicker kind="reason" value={form.values.reason} onPick={(reason) => form.set({ reason })} />
      <FormField form={form} name="reason" label={text.reason} required>
        {(control) => <CountedTextarea {...control} limit={maximumNoteLength} />}
      </FormField>
      <RefusalNotice orderId={order.id} form={form} />
    </FormDialog>
  );
}
