// Payments through providers as rows and cards of a list.
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { OperationPayment } from '#contract/payments/operation-calls.ts';
import { useFormat } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import type { RowsProps } from '../../ui/list/list.tsx';
import { PersonCell, PersonLink } from '../../ui/list/person-cell.tsx';
import { When } from '../../ui/list/table.tsx';
import { Badge } from '../../ui/surface.tsx';
import { attentionWords, paymentTones } from './payment-words.ts';
import { useProviderName } from './providers.ts';
import { usePaymentsStaffText } from './staff-text.ts';

const nameOf = ({ user }: OperationPayment) => shownNameOf(user);

function State({ payment }: { payment: OperationPayment }) {
  const text = usePaymentsStaffText();
  const reasons = attentionWords(payment.attention, text);
  return (
    <>
      <Badge tone={paymentTones[payment.state]}>{text.payments.states[payment.state]}</Badge>
      {reasons.length > 0 ? (
        <span className="mt-1 block text-sm text-muted">{reasons.join(', ')}</span>
      ) : null}
    </>
  );
}

export function usePaymentRows(onOpen: (id: string) => void): RowsProps<OperationPayment> {
  const { payments: text } = usePaymentsStaffText();
  const providerName = useProviderName();
  const format = useFormat();
  const openButton = ({ id }: OperationPayment) => (
    <Button variant="quiet" size="small" aria-label={text.openOf(id)} onClick={() => onOpen(id)}>
      {text.open}
    </Button>
  );
  return {
    label: text.title,
    keyOf: ({ id }) => id,
    columns: [
      {
        head: text.columns.user,
        className: 'max-w-56 break-words',
        cell: (payment) => (
          <PersonCell id={payment.user.id} name={nameOf(payment)} email={payment.user.username} />
        ),
      },
      { head: text.columns.provider, cell: ({ provider }) => providerName(provider) },
      { head: text.columns.asked, end: true, cell: ({ amount }) => format.taka(amount) },
      {
        head: text.columns.paid,
        end: true,
        cell: ({ facts }) => (facts ? format.taka(facts.amount) : '—'),
      },
      { head: text.columns.state, className: 'max-w-56', cell: (payment) => <State payment={payment} /> },
      { head: text.columns.date, cell: (payment) => <When at={payment.created_at} /> },
      { head: text.open, unseen: true, cell: openButton },
    ],
    card: (payment) => (
      <>
        <div className="flex flex-wrap items-start justify-between gap-2">
          <div className="min-w-0">
            <p>
              <PersonLink id={payment.user.id} name={nameOf(payment)} />
            </p>
            <p className="text-sm text-muted">
              <EmailText email={payment.user.username} />
            </p>
          </div>
          <div>
            <State payment={payment} />
          </div>
        </div>
        <p className="mt-2 text-sm">
          {text.columns.asked}: <span className="money font-medium">{format.taka(payment.amount)}</span>
        </p>
        {payment.facts ? (
          <p className="text-sm">
            {text.columns.paid}:{' '}
            <span className="money font-medium">{format.taka(payment.facts.amount)}</span>
          </p>
        ) : null}
        <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
          <span className="text-sm text-muted">
            {providerName(payment.provider)} · {format.dateTime(payment.created_at)}
          </span>
          {openButton(payment)}
        </div>
      </>
    ),
  };
}
