import { useRef } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { FormField } from '../../../ui/form/form.tsx';
import { CountedTextarea } from '../../../ui/form/input.tsx';
import { useUiText } from '../../../ui/text.ts';
import { DraftDialog, useDialogForm, useDialogSubmitKey } from '../../drafts/draft-dialog.tsx';
import { ReplyPicker } from '../replies/reply-picker.tsx';
import { useFieldsLeft } from '../replies/use-replies.ts';
import { draftNameOf, type RejectionValues } from '../undo/held-decisions.ts';
import { submitDecision } from '../undo/submit-decision.ts';
import { RefusalNotice } from './conflict.tsx';
import { MoneyEffect } from './money-effect.tsx';
import { useOrdersStaffText } from './text.ts';

interface RejectDialogProps {
  order: Order;
  /** What was typed before the decision was undone. */
  undone?: RejectionValues | undefined;
  onClose: () => void;
  /** Opens the next order of the list, if there is one. */
  onNext?: (() => void) | undefined;
}

export function RejectDialog({ order, undone, onClose, onNext }: RejectDialogProps) {
  const { id: userId } = useUser();
  const opensNext = useRef(false);
  const { work: text } = useOrdersStaffText();
  const common = useUiText().common;
  const format = useFormat();
  const name = draftNameOf('reject', order.id);
  const submitKey = useDialogSubmitKey(name);
  const fieldsLeft = useFieldsLeft();
  const form = useDialogForm(name, {
    blank: () => ({ reason: '' }),
    overrides: undone,
    check: ({ reason }) => ({ reason: reason.trim() === '' ? text.reasonMissing : fieldsLeft(reason) }),
    send(values) {
      const data = { status: 'rejected' as const, note: values.reason.trim() };
      const sent = new FormData();
      sent.set('data', JSON.stringify(data));
      const key = submitKey.for({ order: order.id, data });
      return submitDecision({ action: 'reject', values, order, form: sent, userId, key });
    },
    keepsDraft: (outcome) => outcome === 'held',
    onSent(outcome) {
      submitKey.done();
      if (outcome === 'sent') notify.success(text.rejectDone);
      onClose();
      if (opensNext.current) onNext?.();
    },
    failed: text.rejectFailed,
    words: (error) => retryableErrorMessage(error, text.rejectFailed),
    quiet: true,
  });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      title={text.rejectTitle(format.digits(order.id))}
      description={<MoneyEffect order={order} action="reject" />}
      submit={text.reject}
      variant="danger"
      back={common.back}
      ctrlEnter
      next={
        onNext && {
          label: text.rejectNext,
          onWanted: (wanted) => {
            opensNext.current = wanted;
          },
        }
      }
    >
      <ReplyPicker
        kind="reason"
        order={order}
        value={form.values.reason}
        onPick={(reason) => form.set({ reason })}
      />
      <FormField form={form} name="reason" label={text.reason} required>
        {(control) => <CountedTextarea {...control} limit={maximumNoteLength} />}
      </FormField>
      <RefusalNotice orderId={order.id} form={form} />
    </DraftDialog>
  );
}
