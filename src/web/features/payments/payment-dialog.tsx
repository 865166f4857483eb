// A payment next to its provider's report, and what staff can do about it.
import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { hasRight } from '#contract/access.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { OperationPayment, ResolveAction } from '#contract/payments/operation-calls.ts';
import { type Answer, call } from '../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../lib/api/api-error.ts';
import { useSubmitKey } from '../../lib/api/submit-key.ts';
import { retryableErrorMessage } from '../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../lib/api/use-mutation.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ChoiceCards } from '../../ui/form/choice-cards.tsx';
import { Form, FormField } from '../../ui/form/form.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { CountedTextarea } from '../../ui/form/input.tsx';
import { PersonLink } from '../../ui/list/person-cell.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Badge, Callout, Fact, Facts } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { useDialogForm } from '../drafts/draft-dialog.tsx';
import { DraftNotice } from '../drafts/draft-notice.tsx';
import { attentionWords, paymentTones } from './payment-words.ts';
import { paymentQuery } from './queries.ts';
import { usePaymentsStaffText } from './staff-text.ts';

const noteLimit = 500;
type Detail = Answer<'GET /account/payments/:id/'>;

export function PaymentDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { payments: text } = usePaymentsStaffText();
  const common = useUiText().common;
  const me = useUser();
  const { data, isPending, isError, error, refetch } = useQuery(paymentQuery(id));
  const isMissing = error instanceof ApiError && error.status === 404;
  const isOpen = data?.state === 'needs_attention' || data?.state === 'refunding';
  return (
    <Dialog
      open
      size="wide"
      onClose={onClose}
      title={text.details.title(id)}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {common.close}
        </Button>
      }
    >
      {isError && !data ? (
        <ErrorState
          title={isMissing ? text.details.notFound : text.details.failed}
          onRetry={() => void refetch()}
        />
      ) : isPending ? (
        <SkeletonRows rows={5} />
      ) : (
        <div className="space-y-5">
          <Standing payment={data} />
          <Sides payment={data} />
          <ReceivedNotifications payment={data} />
          {hasRight(me.roles, 'wallets.move') ? (
            <>
              <CheckNow payment={data} />
              {isOpen && data.proposal ? (
                <Proposal payment={data} onDone={onClose} />
              ) : isOpen ? (
                <Decide payment={data} onDone={onClose} />
              ) : null}
            </>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}

function Standing({ payment }: { payment: Detail }) {
  const text = usePaymentsStaffText();
  const { payments } = text;
  const format = useFormat();
  const reasons = attentionWords(payment.attention, text);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-3">
        <Badge tone={paymentTones[payment.state]}>{payments.states[payment.state]}</Badge>
        <span className="text-sm text-muted">{format.dateTime(payment.created_at)}</span>
      </div>
      {reasons.length > 0 ? (
        <Callout tone="bad">
          <p className="font-medium">{payments.attention.title}</p>
          <ul className="list-inside list-disc">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {payment.resolved ? (
        <Callout tone="accent">
          <p className="font-medium">{payments.details.resolved}</p>
          <p className="break-words">{payment.resolved.note}</p>
          <p className="text-sm text-muted">
            {payment.resolved.by.name}, {format.dateTime(payment.resolved.at)}
          </p>
          {payment.resolved.refund_id ? (
            <p className="text-sm break-all">
              {payments.details.refund}: {payment.resolved.refund_id}
            </p>
          ) : null}
        </Callout>
      ) : null}
    </div>
  );
}

/** Our data and the provider's side by side, with differences highlighted. */
function Sides({ payment }: { payment: Detail }) {
  const { details: text } = usePaymentsStaffText().payments;
  const format = useFormat();
  const { facts, user } = payment;
  const rows = [
    [text.amount, format.taka(payment.amount), facts && format.taka(facts.amount)],
    [text.currency, 'BDT', facts?.currency],
    [text.invoice, payment.id, facts?.invoice],
    [text.paymentId, payment.payment_id, facts?.payment_id],
    [text.transaction, payment.transaction_id, facts?.transaction_id],
    [text.number, format.digits(payment.number), facts && format.digits(facts.number)],
  ] as const;
  return (
    <div className="space-y-4">
      <Facts>
        <Fact label={text.customer}>
          <PersonLink id={user.id} name={shownNameOf(user)} />
        </Fact>
        <Fact label={text.bonus}>
          <span className="money">{format.taka(payment.bonus)}</span>
        </Fact>
        {payment.credited ? (
          <Fact label={text.credited}>
            <span className="money">{format.taka(payment.credited)}</span>
          </Fact>
        ) : null}
        {payment.failure_code === '' ? null : <Fact label={text.code}>{payment.failure_code}</Fact>}
      </Facts>
      <table className="w-full table-fixed border-collapse text-left text-sm sm:text-base">
        <thead>
          <tr className="border-b border-line text-sm text-muted">
            <td className="w-[5.5rem] py-2 sm:w-1/4" />
            <th scope="col" className="px-2 py-2 font-medium">
              {text.ours}
            </th>
            <th scope="col" className="px-2 py-2 font-medium">
              {text.theirs}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map(([label, ours, theirs]) => {
            const differs = facts !== null && ours !== '' && ours !== null && ours !== theirs;
            return (
              <tr key={label}>
                <th scope="row" className="py-2 align-top text-sm font-normal text-muted">
                  {label}
                </th>
                <td className="px-2 py-2 align-top break-all">{ours || '—'}</td>
                <td className={`px-2 py-2 align-top break-all ${differs ? 'font-semibold text-bad' : ''}`}>
                  {theirs || '—'}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {facts ? null : <p className="text-muted">{text.nothing}</p>}
    </div>
  );
}

function ReceivedNotifications({ payment }: { payment: Detail }) {
  const { details: text } = usePaymentsStaffText().payments;
  const format = useFormat();
  if (payment.notices.length === 0) return null;
  return (
    <section>
      <h3 className="font-medium">{text.notices}</h3>
      <ul className="divide-y divide-line text-sm">
        {payment.notices.map((notification) => (
          <li
            key={`${notification.received_at} ${notification.transaction_id}`}
            className="flex flex-wrap gap-x-4 py-2"
          >
            <span className="text-muted">{format.dateTime(notification.received_at)}</span>
            <span>{notification.status}</span>
            <span className="money">
              {notification.amount === null ? '—' : format.taka(notification.amount)}
            </span>
            <span className="break-all">{notification.transaction_id}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CheckNow({ payment }: { payment: OperationPayment }) {
  const { payments: text } = usePaymentsStaffText();
  const check = useMutation({
    mutationFn: () => call('POST /account/payments/:id/check/', { params: { id: payment.id } }),
    onSuccess: ({ state }) => notify.info(text.checked(text.states[state])),
    onError: (error) => notify.error(errorMessage(error, text.checkFailed)),
  });
  const isUndecided = payment.state === 'created' || payment.state === 'redirected';
  const wasGivenUp = ['failed', 'cancelled', 'expired'].includes(payment.state);
  if (!isUndecided && !wasGivenUp) return null;
  return (
    <Button variant="soft" busy={check.isPending} onClick={() => check.mutate()}>
      {check.isPending ? null : <RefreshCw className="size-4" aria-hidden="true" />}
      {text.check}
    </Button>
  );
}

function Decide({ payment, onDone }: { payment: OperationPayment; onDone: () => void }) {
  const { payments: text } = usePaymentsStaffText();
  const format = useFormat();
  const submitKey = useSubmitKey();
  const isRefunding = payment.state === 'refunding';
  const actions: readonly ResolveAction[] = isRefunding ? ['refund'] : ['credit', 'close', 'refund'];
  const form = useDialogForm(`payment:${payment.id}`, {
    blank: () => ({ action: actions[0]!, note: '' }),
    check: ({ note }) => ({ note: note.trim() === '' ? text.noteMissing : undefined }),
    send: (body) =>
      call('POST /account/payments/:id/resolve/', {
        params: { id: payment.id },
        body,
        idempotencyKey: submitKey.for({ id: payment.id, body }),
      }),
    onSent({ status }) {
      submitKey.done();
      notify.success(status === 'pending' ? text.waits : text.decided);
      onDone();
    },
    failed: text.decideFailed,
    words: (error) => retryableErrorMessage(error, text.decideFailed),
    quiet: true,
  });
  const hints = {
    ...text.actionHints,
    credit: text.actionHints.credit(format.taka(payment.facts?.amount ?? '0')),
  };
  return (
    <Form form={form} className="space-y-4 border-t border-line pt-4">
      {form.draft.restored ? <DraftNotice onForget={form.draft.forget} /> : null}
      <ChoiceCards
        legend={text.decide}
        name="action"
        columns="grid-cols-1"
        value={form.values.action}
        onChange={(action) => form.set({ action })}
        choices={actions.map((value) => ({ value, label: text.actions[value], hint: hints[value] }))}
      />
      <FormField form={form} name="note" label={text.note} required>
        {(control) => <CountedTextarea {...control} limit={noteLimit} />}
      </FormField>
      <FormRefusal form={form} />
      <Button type="submit" busy={form.busy}>
        {text.actions[form.values.action]}
      </Button>
    </Form>
  );
}

function Proposal({ payment, onDone }: { payment: OperationPayment; onDone: () => void }) {
  const { payments: text } = usePaymentsStaffText();
  const me = useUser();
  const submitKey = useSubmitKey();
  const answer = useMutation({
    mutationFn(yes: boolean) {
      const action = payment.proposal?.action ?? 'close';
      const options = {
        params: { id: payment.id },
        idempotencyKey: submitKey.for([payment.id, yes, action]),
      };
      return yes
        ? call('POST /account/payments/:id/approve/', { ...options, body: { action } })
        : call('POST /account/payments/:id/reject/', options);
    },
    onSuccess(_, yes) {
      notify.success(yes ? text.decided : text.rejected);
      onDone();
    },
    onError: (error) => notify.error(retryableErrorMessage(error, text.decideFailed)),
  });
  const { proposal } = payment;
  if (!proposal) return null;
  return (
    <Callout tone="warn">
      <p className="font-medium">{text.proposal(proposal.by.name, text.actions[proposal.action])}</p>
      <p className="break-words">{proposal.note}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="quiet" busy={answer.isPending} onClick={() => answer.mutate(false)}>
          {text.reject}
        </Button>
        {proposal.by.id === me.id ? null : (
          <Button busy={answer.isPending} onClick={() => answer.mutate(true)}>
            {text.approve}
          </Button>
        )}
      </div>
      {proposal.by.id === me.id ? <p className="mt-2 text-sm text-muted">{text.own}</p> : null}
    </Callout>
  );
}
