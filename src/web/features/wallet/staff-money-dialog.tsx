// Staff put cash into a wallet, or pay it out: the balance before and after stands beside the amount.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import { parseTaka } from '#contract/money.ts';
import { call } from '../../lib/api.ts';
import { errorWords } from '../../lib/api-error.ts';
import { paisaOf, useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useSubmitKey } from '../../lib/submit-key.ts';
import { useAdminText } from '../../text/admin.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Fact, Facts, Notice } from '../../ui/surface.tsx';

interface StaffMoneyDialogProps {
  user: { id: number; name: string };
  kind: 'recharge' | 'withdraw';
  onClose: () => void;
}

/** Digits and one point as typed, shown in the language's digits. */
const amountOnly = (typed: string) =>
  toAsciiDigits(typed)
    .replace(/[^\d.]/g, '')
    .slice(0, 12);

export function StaffMoneyDialog({ user, kind, onClose }: StaffMoneyDialogProps) {
  const { money: text } = useAdminText();
  const common = useText().common;
  const format = useFormat();
  const client = useQueryClient();
  const submitKey = useSubmitKey();
  const [amount, setAmount] = useState('');
  const [bonus, setBonus] = useState('');
  const [errors, setErrors] = useState<{ amount?: string; bonus?: string }>({});
  const recharge = kind === 'recharge';
  const balance = useQuery({
    queryKey: ['balance-of', user.id],
    queryFn: ({ signal }) =>
      call('GET /account/user/current-balance/', { query: { user_id: user.id }, signal }),
    staleTime: 0,
  });
  const available = balance.data ? paisaOf(balance.data.balance) : undefined;
  const amountPaisa = parseTaka(amount);
  const bonusPaisa = bonus === '' ? 0n : parseTaka(bonus);

  const send = useMutation({
    mutationFn() {
      const body = { user: user.id, amount, ...(recharge && bonus !== '' ? { bonus } : {}) };
      const idempotencyKey = submitKey.for({ kind, body });
      return recharge
        ? call('POST /account/transactions/create/', { body, idempotencyKey })
        : call('POST /account/transactions/withdrawl/', { body, idempotencyKey });
    },
    onSuccess(answer) {
      submitKey.done();
      notify.success(
        answer.message ||
          (answer.status === 'pending' ? text.waiting : recharge ? text.recharged : text.withdrawn),
      );
      for (const key of ['users', 'balance-of', 'admin-overview', 'recent-customers']) {
        void client.invalidateQueries({ queryKey: [key] });
      }
      onClose();
    },
    onError: (error) => notify.error(wordsOf(error)),
  });
  const wordsOf = (error: unknown) => errorWords(error, recharge ? text.rechargeFailed : text.withdrawFailed);

  function submit() {
    const found = {
      ...(amountPaisa === undefined || amountPaisa === 0n
        ? { amount: text.amountWrong }
        : !recharge && available !== undefined && amountPaisa > available
          ? { amount: text.insufficient }
          : {}),
      ...(bonusPaisa === undefined ? { bonus: text.bonusNegative } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) send.mutate();
  }

  const after =
    available === undefined || amountPaisa === undefined
      ? undefined
      : recharge
        ? available + amountPaisa + (bonusPaisa ?? 0n)
        : available - amountPaisa;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={send.isPending}
      title={recharge ? text.rechargeTitle : text.withdrawTitle}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={send.isPending}>
            {common.cancel}
          </Button>
          <Button
            busy={send.isPending}
            disabled={amountPaisa === undefined || amountPaisa === 0n}
            onClick={submit}
          >
            {recharge ? text.recharge : text.withdraw}
          </Button>
        </>
      }
    >
      <Facts className="mb-4">
        <Fact label={text.user}>{user.name}</Fact>
        <Fact label={text.balance}>
          {available === undefined ? (
            balance.isError ? (
              <span className="text-bad">{text.balanceFailed}</span>
            ) : (
              <Skeleton className="h-6 w-24" />
            )
          ) : (
            <span className="money">{format.taka(available)}</span>
          )}
        </Fact>
        <Fact label={text.after}>
          <span className="money font-semibold">{after === undefined ? '—' : format.taka(after)}</span>
        </Fact>
      </Facts>
      <div className="space-y-4">
        <Field label={text.amount} error={errors.amount} required>
          {(control) => (
            <Input
              {...control}
              name="amount"
              inputMode="decimal"
              autoComplete="off"
              className="tabular-nums"
              value={format.digits(amount)}
              onChange={(event) => {
                setAmount(amountOnly(event.target.value));
                setErrors({});
              }}
            />
          )}
        </Field>
        {recharge ? (
          <Field label={`${text.bonus} (${common.optional})`} error={errors.bonus}>
            {(control) => (
              <Input
                {...control}
                name="bonus"
                inputMode="decimal"
                autoComplete="off"
                className="tabular-nums"
                value={format.digits(bonus)}
                onChange={(event) => {
                  setBonus(amountOnly(event.target.value));
                  setErrors({});
                }}
              />
            )}
          </Field>
        ) : null}
        {send.isError ? (
          <Notice tone="bad" role="alert">
            {wordsOf(send.error)}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}
