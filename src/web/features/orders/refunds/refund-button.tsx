// Refunds part or all of the price of a completed order, with a reason that its customer reads.
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { hasRight } from '#contract/access.ts';
import { formatDecimal } from '#contract/money.ts';
import type { Order } from '#contract/orders/calls.ts';
import { maximumNoteLength } from '#contract/orders/rules.ts';
import { readTaka } from '#contract/wallet/typed-money.ts';
import { call } from '../../../lib/api/api.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { paisaOf, useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { CountedTextarea } from '../../../ui/form/input.tsx';
import { DraftDialog, useDialogForm, useDialogSubmitKey } from '../../drafts/draft-dialog.tsx';
import { useRefundsText } from './text.ts';

const leftOf = ({ charge, refunded }: Order): bigint => paisaOf(charge) - paisaOf(refunded);

export function RefundButton({ order }: { order: Order }) {
  const text = useRefundsText();
  const { id, roles } = useUser();
  const [isOpen, setOpen] = useState(false);
  const mayRefund = hasRight(roles, 'orders.refund') && order.user.id !== id;
  return (
    <>
      {mayRefund && order.status === 'completed' && leftOf(order) > 0n ? (
        <Button variant="quiet" onClick={() => setOpen(true)}>
          <HandCoins className="size-5" aria-hidden="true" />
          {text.action}
        </Button>
      ) : null}
      {isOpen ? <RefundDialog order={order} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function RefundDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const text = useRefundsText();
  const format = useFormat();
  const name = `refund:${order.id}`;
  const submitKey = useDialogSubmitKey(name);
  const left = leftOf(order);
  const checkAmount = (amount: string) => {
    const paisa = readTaka(amount);
    if (paisa === undefined || paisa <= 0n) return text.amountInvalid;
    return paisa > left ? text.tooMuch(format.taka(formatDecimal(left))) : undefined;
  };
  const form = useDialogForm(name, {
    blank: () => ({ amount: '', reason: '' }),
    check: ({ amount, reason }) => ({
      amount: checkAmount(amount),
      reason: reason.trim() === '' ? text.reasonMissing : undefined,
    }),
    send: ({ amount, reason }) =>
      submitKey.sendOne([order.id, amount, reason], (idempotencyKey) =>
        call('POST /account/orders/:id/refund/', {
          params: { id: order.id },
          body: { amount, reason: reason.trim() },
          idempotencyKey,
          isLimited: true,
        }),
      ),
    onSent({ message }) {
      submitKey.done();
      notify.success(message);
      onClose();
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
    >
      <p className="money">{text.left(format.taka(formatDecimal(left)))}</p>
      <FormField form={form} name="amount" label={text.amount} required>
        {(control) => <AmountInput {...control} />}
      </FormField>
      <FormField form={form} name="reason" label={text.reason} required>
        {(control) => <CountedTextarea {...control} limit={maximumNoteLength} />}
      </FormField>
      <FormRefusal form={form} />
    </DraftDialog>
  );
}
