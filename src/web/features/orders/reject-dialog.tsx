import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import { call } from '../../lib/api.ts';
import { errorWords } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useSubmitKey } from '../../lib/submit-key.ts';
import { useAdminText } from '../../text/admin.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { CountedTextarea } from '../../ui/input.tsx';
import { RefusalNotice } from './conflict.tsx';
import { ReplyPicker } from './reply-picker.tsx';

export function RejectDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const { orders: text } = useAdminText();
  const common = useText().common;
  const format = useFormat();
  const submitKey = useSubmitKey();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const reject = useMutation({
    mutationFn() {
      const data = { status: 'rejected' as const, note: reason.trim() };
      const form = new FormData();
      form.set('data', JSON.stringify(data));
      return call('PATCH /account/orders/:id/', {
        params: { id: order.id },
        form,
        idempotencyKey: submitKey.for({ order: order.id, data }),
      });
    },
    onSuccess() {
      submitKey.done();
      notify.success(text.rejected);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={reject.isPending}
      title={text.rejectTitle(format.digits(order.id))}
      description={text.rejectText}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={reject.isPending}>
            {common.back}
          </Button>
          <Button
            look="danger"
            busy={reject.isPending}
            onClick={() => (reason.trim() === '' ? setMissing(true) : reject.mutate())}
          >
            {text.reject}
          </Button>
        </>
      }
    >
      <div className="mt-4 space-y-4">
        <ReplyPicker
          kind="reason"
          value={reason}
          onPick={(picked) => {
            setReason(picked);
            setMissing(false);
          }}
        />
        <Field label={text.reason} error={missing ? text.reasonMissing : undefined} required>
          {(control) => (
            <CountedTextarea
              {...control}
              name="reason"
              limit={maximumNoteLength}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value);
                setMissing(false);
              }}
            />
          )}
        </Field>
        {reject.isError ? (
          <RefusalNotice
            orderId={order.id}
            error={reject.error}
            words={errorWords(reject.error, text.rejectFailed)}
          />
        ) : null}
      </div>
    </Dialog>
  );
}
