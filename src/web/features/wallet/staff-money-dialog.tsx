// Staff put cash into a wallet, or pay it out: the balance before and after stands beside the amount. A sum that a second
// member of staff must approve is said to wait, not to be done.
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import { formatDecimal, parseTaka } from '#contract/money.ts';
import { call } from '../../lib/api.ts';
import { errorWords } from '../../lib/api-error.ts';
import { paisaOf, useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useSubmitKey } from '../../lib/submit-key.ts';
import { useAdminText } from '../../text/admin.ts';
import { useText } from '../../text/text.ts';
import { Button, button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { CountedTextarea, Input } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Fact, Facts, Notice } from '../../ui/surface.tsx';
import { balanceOfQuery } from './queries.ts';
import { useMoneyText } from './staff-text.ts';
import { UserPicker } from './user-picker.tsx';

type Kind = 'recharge' | 'withdraw';
interface Person {
  id: number;
  name: string;
}

interface StaffMoneyDialogProps {
  /** undefined: to be chosen first. */
  user?: Person;
  kind: Kind;
  onClose: () => void;
}

const noteLimit = 500;

/** What was typed of a sum, shown in the language's digits. A minus stays: without it another sum would be sent than was typed. */
const amountOnly = (typed: string) =>
  toAsciiDigits(typed)
    .replace(/−/g, '-')
    .replace(/[^\d.-]/g, '')
    .slice(0, 12);

export function StaffMoneyDialog({ user, kind, onClose }: StaffMoneyDialogProps) {
  const { money } = useAdminText();
  const { cash: text } = useMoneyText();
  const common = useText().common;
  const [chosen, setChosen] = useState(user);
  const [missing, setMissing] = useState(false);
  if (chosen)
    return (
      <MoneyForm
        user={chosen}
        kind={kind}
        onClose={onClose}
        onBack={user ? undefined : () => setChosen(undefined)}
      />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={kind === 'recharge' ? money.rechargeTitle : money.withdrawTitle}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button onClick={() => setMissing(true)}>
            {kind === 'recharge' ? money.recharge : money.withdraw}
          </Button>
        </>
      }
    >
      <UserPicker
        error={missing ? text.userMissing : undefined}
        onChoose={(found) =>
          setChosen({ id: found.id, name: `${found.first_name} ${found.last_name}`.trim() || found.username })
        }
      />
    </Dialog>
  );
}

interface MoneyFormProps {
  user: Person;
  kind: Kind;
  onClose: () => void;
  onBack: (() => void) | undefined;
}

function MoneyForm({ user, kind, onClose, onBack }: MoneyFormProps) {
  const { money: text } = useAdminText();
  const { cash } = useMoneyText();
  const common = useText().common;
  const format = useFormat();
  const submitKey = useSubmitKey();
  const [typed, setTyped] = useState({ amount: '', bonus: '', note: '' });
  const [errors, setErrors] = useState<{ amount?: string; bonus?: string }>({});
  const recharge = kind === 'recharge';
  const available = useAvailableOf(user.id);
  const amountPaisa = parseTaka(typed.amount);
  const bonusPaisa = typed.bonus === '' ? 0n : parseTaka(typed.bonus);
  const wordsOf = (error: unknown) => errorWords(error, recharge ? text.rechargeFailed : text.withdrawFailed);

  const send = useMutation({
    mutationFn() {
      const { amount, bonus } = typed;
      const note = typed.note.trim() === '' ? {} : { note: typed.note };
      const body = { user: user.id, amount, ...(recharge && bonus !== '' ? { bonus } : {}), ...note };
      const idempotencyKey = submitKey.for({ kind, body });
      return recharge
        ? call('POST /account/transactions/create/', { body, idempotencyKey })
        : call('POST /account/transactions/withdrawl/', { body, idempotencyKey });
    },
    onSuccess(answer) {
      submitKey.done();
      if (answer.status === 'pending') return;
      notify.success(answer.message || (recharge ? text.recharged : text.withdrawn));
      onClose();
    },
    onError: (error) => notify.error(wordsOf(error)),
  });

  function change(part: Partial<typeof typed>) {
    setTyped({ ...typed, ...part });
    setErrors({});
  }

  function submit() {
    const isMore =
      amountPaisa !== undefined && available.paisa !== undefined && amountPaisa > available.paisa;
    const found = {
      ...(amountPaisa === undefined || amountPaisa === 0n
        ? { amount: text.amountWrong }
        : !recharge && isMore
          ? { amount: text.insufficient }
          : {}),
      ...(typed.bonus.startsWith('-')
        ? { bonus: text.bonusNegative }
        : bonusPaisa === undefined
          ? { bonus: cash.bonusWrong }
          : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) send.mutate();
  }

  if (send.data?.status === 'pending')
    return <Waiting amount={format.taka(amountPaisa ?? 0n)} name={user.name} onClose={onClose} />;
  const sum = (name: 'amount' | 'bonus', label: string, required: boolean) => (
    <Field label={label} error={errors[name]} required={required}>
      {(control) => (
        <Input
          {...control}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
          value={format.digits(typed[name])}
          onChange={(event) => change({ [name]: amountOnly(event.target.value) })}
        />
      )}
    </Field>
  );
  const moved = recharge ? (amountPaisa ?? 0n) + (bonusPaisa ?? 0n) : -(amountPaisa ?? 0n);
  const left =
    available.paisa === undefined || amountPaisa === undefined ? undefined : available.paisa + moved;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={send.isPending}
      title={recharge ? text.rechargeTitle : text.withdrawTitle}
      footer={
        <>
          <Button look="quiet" onClick={onBack ?? onClose} disabled={send.isPending}>
            {onBack ? cash.another : common.cancel}
          </Button>
          <Button
            busy={send.isPending}
            // Specification 3: a withdrawal is disabled until there is a sum; a recharge says what is wrong.
            disabled={!recharge && !(Number(typed.amount) > 0)}
            onClick={submit}
          >
            {recharge ? text.recharge : text.withdraw}
          </Button>
        </>
      }
    >
      <Facts className="mb-4">
        <Fact label={text.user}>{user.name}</Fact>
        <Fact label={text.balance}>{available.shown}</Fact>
        <Fact label={text.after}>
          <span className={`money font-semibold ${left !== undefined && left < 0n ? 'text-bad' : ''}`}>
            {left === undefined ? '—' : format.taka(left)}
          </span>
        </Fact>
      </Facts>
      <div className="space-y-4">
        {sum('amount', text.amount, true)}
        {!recharge && available.paisa !== undefined && available.paisa > 0n ? (
          <Button
            look="soft"
            size="small"
            onClick={() => change({ amount: formatDecimal(available.paisa ?? 0n) })}
          >
            {cash.takeAll(format.taka(available.paisa))}
          </Button>
        ) : null}
        {recharge ? sum('bonus', `${text.bonus} (${common.optional})`, false) : null}
        <Field label={`${cash.note} (${common.optional})`} hint={cash.noteHint}>
          {(control) => (
            <CountedTextarea
              {...control}
              name="note"
              limit={noteLimit}
              value={typed.note}
              onChange={(event) => change({ note: event.target.value })}
            />
          )}
        </Field>
        {send.isError ? (
          <Notice tone="bad" role="alert">
            {wordsOf(send.error)}
          </Notice>
        ) : null}
      </div>
    </Dialog>
  );
}

function useAvailableOf(userId: number) {
  const { money: text } = useAdminText();
  const format = useFormat();
  const { data, isError } = useQuery(balanceOfQuery(userId));
  useEffect(() => {
    if (isError) notify.error(text.balanceFailed);
  }, [isError, text.balanceFailed]);
  const paisa = data ? paisaOf(data.balance) : undefined;
  const shown =
    paisa !== undefined ? (
      <span className="money">{format.taka(paisa)}</span>
    ) : isError ? (
      <span className="text-bad">{text.balanceFailed}</span>
    ) : (
      <Skeleton className="h-6 w-24" />
    );
  return { paisa, shown };
}

function Waiting({ amount, name, onClose }: { amount: string; name: string; onClose: () => void }) {
  const { cash: text } = useMoneyText();
  const common = useText().common;
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.waitsTitle}
      footer={
        <>
          <Button look="quiet" onClick={onClose}>
            {common.close}
          </Button>
          <Link to="/admin/approvals" className={button()} onClick={onClose}>
            {text.toApprovals}
          </Link>
        </>
      }
    >
      <Notice tone="warn" role="status">
        {text.waitsText(amount, name)}
      </Notice>
    </Dialog>
  );
}
