// Shown after the return from the provider: polls our server for the outcome of the payment, and never trusts the URL.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleX, Clock3 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError, errorMessage } from '../../lib/api/api-error.ts';
import { invalidateForMessage } from '../../lib/api/invalidation.ts';
import { useFormat } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Fact, Facts } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { useBalance } from '../wallet/balance.ts';
import { isInternalId } from '../wallet/transaction-id.ts';
import { isResultUnknown, paymentResultQuery } from './queries.ts';
import { usePaymentsText } from './text.ts';

/** After this time the customer need not wait: the bell will announce the outcome. */
const lateAfterMs = 45_000;

/** Amounts as decimals. */
export interface PaymentAttempt {
  amount: string;
  bonus: string;
}

interface ResultDialogProps {
  paymentId: string;
  /** The status in the URL; only passed on to the server. */
  status: string | undefined;
  onClose: () => void;
  /** Opens the chosen package, or the amount form filled in with this amount. */
  onRetry: (tried: PaymentAttempt | undefined) => void;
  /** Returns to the form that waits for this money, if there is one. */
  onTask?: (() => void) | undefined;
}

/** The outcome of the payment, as far as it is known. */
function useOutcome(paymentId: string, status: string | undefined) {
  const client = useQueryClient();
  const { data, error, errorUpdateCount, refetch } = useQuery(paymentResultQuery(paymentId, status));
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), lateAfterMs);
    return () => clearTimeout(timer);
  }, []);
  // Without any response yet, a retry clears the error while it is in flight.
  const isUnreachable = error !== null || (!data && errorUpdateCount > 0);
  const isForeign = error instanceof ApiError && error.status === 404;
  const known = isForeign ? 'foreign' : isUnreachable ? 'unreachable' : (data?.status ?? 'pending');
  const outcome = known === 'pending' && isLate ? 'later' : known;
  useEffect(() => {
    if (outcome === 'pending' || outcome === 'later') return;
    invalidateForMessage(client, { type: 'balance' });
  }, [outcome, client]);
  return { data, error, refetch, outcome } as const;
}

export function ResultDialog({ paymentId, status, onClose, onRetry, onTask }: ResultDialogProps) {
  const { result: text } = usePaymentsText();
  const common = useUiText().common;
  const { data, error, refetch, outcome } = useOutcome(paymentId, status);
  const views = {
    pending: {
      title: text.confirming,
      words: text.confirmingText,
      icon: <Spinner className="size-10 text-accent-text" />,
    },
    later: {
      title: text.later,
      words: text.laterText,
      icon: <Clock3 className="size-12 text-warn" aria-hidden="true" />,
    },
    success: {
      title: text.success,
      words: data?.message,
      icon: <CircleCheck className="size-12 text-good" aria-hidden="true" />,
    },
    failure: {
      title: text.failure,
      words: data?.message || text.failureText,
      icon: <CircleX className="size-12 text-bad" aria-hidden="true" />,
    },
    cancelled: {
      title: text.cancelled,
      words: data?.message || text.failureText,
      icon: <CircleAlert className="size-12 text-warn" aria-hidden="true" />,
    },
    unreachable: {
      title: text.unreachable,
      words: isResultUnknown(error) ? text.unreachableText : errorMessage(error, text.unreachableText),
      icon: <CircleAlert className="size-12 text-warn" aria-hidden="true" />,
    },
    foreign: {
      title: text.foreign,
      words: text.foreignText,
      icon: <CircleAlert className="size-12 text-warn" aria-hidden="true" />,
    },
  };
  const view = views[outcome];
  return (
    <Dialog
      open
      onClose={onClose}
      title={view.title}
      footer={
        <>
          {outcome === 'unreachable' ? (
            <Button variant="quiet" onClick={() => void refetch()}>
              {common.retry}
            </Button>
          ) : null}
          {outcome === 'failure' || outcome === 'cancelled' ? (
            <>
              <Button variant="quiet" onClick={onClose}>
                {common.close}
              </Button>
              <Button onClick={() => onRetry(data)}>{common.retry}</Button>
            </>
          ) : outcome === 'success' && onTask ? (
            <>
              <Button variant="quiet" onClick={onClose}>
                {common.close}
              </Button>
              <Button onClick={onTask}>{text.backToTask}</Button>
            </>
          ) : (
            <Button onClick={onClose}>{common.close}</Button>
          )}
        </>
      }
    >
      <div role="status" className="flex items-start gap-4 py-2">
        <span className="shrink-0">{view.icon}</span>
        <p className="min-w-0">{view.words}</p>
      </div>
      {outcome === 'success' && data ? (
        <Receipt amount={data.amount} bonus={data.bonus} id={data.transaction_id} />
      ) : null}
    </Dialog>
  );
}

function Receipt({ amount, bonus, id }: { amount: string; bonus: string; id: string | null }) {
  const { result: text } = usePaymentsText();
  const format = useFormat();
  const balance = useBalance();
  return (
    <Facts className="mt-2">
      <Fact label={text.amount}>
        <span className="money">{format.taka(amount)}</span>
      </Fact>
      {Number(bonus) > 0 ? (
        <Fact label={text.bonus}>
          <span className="money">{format.taka(bonus)}</span>
        </Fact>
      ) : null}
      {id && !isInternalId(id) ? <Fact label={text.transaction}>{id}</Fact> : null}
      {balance.data ? (
        <Fact label={text.balance}>
          <span className="money font-semibold">{format.taka(balance.data.current_balance)}</span>
        </Fact>
      ) : null}
    </Facts>
  );
}
