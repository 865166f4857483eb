// Large cash movements awaiting a second member of staff.
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { CheckCheck } from 'lucide-react';
import { useState } from 'react';
import { hasRight } from '#contract/access.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { CashRequest } from '#contract/wallet/calls.ts';
import { wayNames } from '#contract/wallet/ways.ts';
import { cashRequestsQuery } from '../../../features/wallet/queries.ts';
import { useWalletStaffText } from '../../../features/wallet/staff-text.ts';
import { call } from '../../../lib/api/api.ts';
import { useSubmitKey } from '../../../lib/api/submit-key.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { useListAddress } from '../../../lib/list-address.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { List } from '../../../ui/list/list.tsx';
import { PersonLink } from '../../../ui/list/person-cell.tsx';
import { Badge, Card, PageHeading } from '../../../ui/surface.tsx';

const pageSize = 10;
type Step = 'approve' | 'reject' | 'takeBack';
type Decision = { request: CashRequest; step: Step };

const calls = {
  approve: 'POST /account/transactions/:id/approve/',
  reject: 'POST /account/transactions/:id/reject/',
  takeBack: 'POST /account/transactions/:id/take-back/',
} as const;

const nameOf = ({ user }: CashRequest) => shownNameOf(user);

export function ApprovalsPage() {
  const { approvals: text } = useWalletStaffText();
  const address = useListAddress({}, useSearch({ from: '/admin/approvals' }));
  const [deciding, setDeciding] = useState<Decision>();
  useTitle(text.title);
  const query = useQuery(cashRequestsQuery(address.page, pageSize));
  return (
    <>
      <PageHeading title={text.title} hint={text.hint} />
      <Card>
        <List
          query={query}
          address={address}
          pageSize={pageSize}
          failed={text.failed}
          empty={{ title: text.empty, hint: text.emptyHint, icon: <CheckCheck /> }}
          skeletonRows={4}
          rows={(requests) => (
            <ul className="divide-y divide-line">
              {requests.map((request) => (
                <Row key={request.id} request={request} onDecide={(step) => setDeciding({ request, step })} />
              ))}
            </ul>
          )}
        />
      </Card>
      {deciding ? <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} /> : null}
    </>
  );
}

function Row({ request, onDecide }: { request: CashRequest; onDecide: (step: Step) => void }) {
  const { approvals: text, recharges } = useWalletStaffText();
  const format = useFormat();
  const language = useLanguage();
  const me = useUser();
  const isOwn = request.requested_by.id === me.id;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4 first:pt-0">
      <div className="min-w-0 grow basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={request.kind === 'recharge' ? 'good' : 'warn'}>{text.kinds[request.kind]}</Badge>
          <span className="money text-lg font-semibold">{format.taka(request.amount)}</span>
          {request.bonus === '0.00' ? null : (
            <span className="text-sm text-good">{text.bonus(format.taka(request.bonus))}</span>
          )}
        </p>
        <p className="mt-1">
          <PersonLink id={request.user.id} name={nameOf(request)} />
        </p>
        <p className="text-sm text-muted">
          <EmailText email={request.user.username} />
        </p>
        {request.order === undefined ? null : (
          <Link
            to="/admin/orders/details/$id"
            params={{ id: String(request.order) }}
            className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
          >
            {text.order(format.digits(request.order))}
          </Link>
        )}
        <p className="text-sm text-muted">{text.balance(format.taka(request.balance))}</p>
        <p className="text-sm text-muted">
          {text.askedBy(request.requested_by.name)} · {format.dateTime(request.created_at)}
        </p>
        {request.way === undefined ? null : (
          <p className="text-sm break-all text-muted">
            {[wayNames[request.way][language], request.reference].filter(Boolean).join(' · ')}
          </p>
        )}
        {request.note === '' ? null : (
          <p className="mt-1 text-sm break-words">{recharges.note(request.note)}</p>
        )}
      </div>
      {isOwn && hasRight(me.roles, 'cash.take') ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="max-w-60 text-sm text-muted">{text.own}</p>
          <Button variant="quiet" onClick={() => onDecide('takeBack')}>
            {text.takeBack}
          </Button>
        </div>
      ) : isOwn || !hasRight(me.roles, 'wallets.move') ? null : (
        <div className="flex flex-wrap gap-2">
          <Button variant="dangerQuiet" onClick={() => onDecide('reject')}>
            {text.reject}
          </Button>
          <Button onClick={() => onDecide('approve')}>{text.approve}</Button>
        </div>
      )}
    </li>
  );
}

function DecideDialog({ request, step, onClose }: Decision & { onClose: () => void }) {
  const { approvals: text } = useWalletStaffText();
  const format = useFormat();
  const submitKey = useSubmitKey();
  const words = [text.kinds[request.kind], format.taka(request.amount), nameOf(request)] as const;
  const wordsOf = (error: unknown) => retryableErrorMessage(error, text[`${step}Failed`]);
  const decide = useMutation({
    mutationFn() {
      const options = { params: { id: request.id }, idempotencyKey: submitKey.for([request.id, step]) };
      return call(calls[step], options);
    },
    onSuccess(answer) {
      notify.success(answer.message);
      onClose();
    },
    onError: (error) => notify.error(wordsOf(error)),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => decide.mutate()}
      busy={decide.isPending}
      danger={step !== 'approve'}
      title={text[`${step}Title`]}
      description={step === 'approve' ? text.approveText(...words) : text.rejectText(...words)}
      confirmLabel={text[step]}
      refusal={decide.isError ? wordsOf(decide.error) : undefined}
    />
  );
}
