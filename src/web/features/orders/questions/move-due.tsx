// Changes the due time of an order, with a reason that its customer reads.
import { CalendarClock } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import { isOpen } from '#contract/orders/flow.ts';
import { approximateDuration, maximumNoteLength } from '#contract/orders/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { longestWaitMs, useSubmitKey } from '../../../lib/api/submit-key.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { now } from '../../../lib/time/clock.ts';
import { Button } from '../../../ui/button.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { CountedTextarea } from '../../../ui/form/input.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { DraftDialog, useDialogForm } from '../../drafts/draft-dialog.tsx';
import { RefusalNotice } from '../staff/conflict.tsx';
import { useOrdersStaffText } from '../staff/text.ts';
import { useOrdersText } from '../text.ts';

const choices = [2, 6, 24, 48, 72, 168] as const;
const hourMs = 3_600_000;
const never = { hours: '', at: 0 };

/** @param mayWork whether the user has a right to any step of the order */
export function MoveDueButton({ order, mayWork }: { order: Order; mayWork: boolean }) {
  const { moveDue: text } = useOrdersStaffText();
  const [moving, setMoving] = useState(false);
  return (
    <>
      {mayWork && isOpen(order.status) ? (
        <Button variant="quiet" onClick={() => setMoving(true)}>
          <CalendarClock className="size-5" aria-hidden="true" />
          {text.action}
        </Button>
      ) : null}
      {moving ? <MoveDueDialog order={order} onClose={() => setMoving(false)} /> : null}
    </>
  );
}

function MoveDueDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { moveDue: text } = useOrdersStaffText();
  const { time } = useOrdersText();
  const format = useFormat();
  const submitKey = useSubmitKey();
  /** The requested time. A press that soon repeats one without a response requests the same time. */
  const pressed = useRef(never);
  const form = useDialogForm(`due:${order.id}`, {
    blank: () => ({ hours: '24', reason: '' }),
    check: ({ reason }) => ({ reason: reason.trim() === '' ? text.reasonMissing : undefined }),
    send({ hours, reason }) {
      const moment = now();
      if (pressed.current.hours !== hours || moment - pressed.current.at > longestWaitMs)
        pressed.current = { hours, at: moment };
      const dueOn = new Date(pressed.current.at + Number(hours) * hourMs).toISOString();
      const body = { due_on: dueOn, reason: reason.trim() };
      return call('PUT /account/orders/:id/due/', {
        params: { id: order.id },
        body,
        idempotencyKey: submitKey.for({ order: order.id, body }),
      });
    },
    onSent() {
      submitKey.done();
      notify.success(text.done);
      onClose();
    },
    onRefused(error) {
      // That time has passed meanwhile.
      if (error instanceof ApiError && 'due_on' in error.fields) pressed.current = never;
    },
    failed: text.failed,
    words: (error) => retryableErrorMessage(error, text.failed),
    quiet: true,
  });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      title={text.title(format.digits(order.id))}
      description={text.hint}
      submit={text.submit}
      ctrlEnter
    >
      <FormField form={form} name="hours" label={text.within} required>
        {(control) => (
          <Select {...control}>
            {choices.map((hours) => {
              const { count, unit } = approximateDuration(hours);
              return (
                <option key={hours} value={hours}>
                  {time.length[unit](format.digits(count))}
                </option>
              );
            })}
          </Select>
        )}
      </FormField>
      <FormField form={form} name="reason" label={text.reason} required>
        {(control) => <CountedTextarea {...control} limit={maximumNoteLength} />}
      </FormField>
      <RefusalNotice orderId={order.id} form={form} />
    </DraftDialog>
  );
}
