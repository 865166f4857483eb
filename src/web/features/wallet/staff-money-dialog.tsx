// Staff deposit cash into a wallet or pay it out, with the balance before and after next to the amount. An amount that a second member of staff must
// approve is reported as waiting, not as done.

import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { formatDecimal } from '#contract/money.ts';
import { readTaka, regroupTyped } from '#contract/wallet/typed-money.ts';
import {
  maximumReferenceLength,
  needsReference,
  type RechargeWay,
  rechargeWays,
  wayNames,
} from '#contract/wallet/ways.ts';
import { call } from '../../lib/api/api.ts';
import { retryableErrorMessage } from '../../lib/api/unknown-outcome.ts';
import { paisaOf, useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import type { FormState } from '../../lib/use-form.ts';
import { Button, button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AmountInput } from '../../ui/form/amount-input.tsx';
import { FormField } from '../../ui/form/form.tsx';
import { FormRefusal } from '../../ui/form/form-refusal.tsx';
import { CountedTextarea, Input } from '../../ui/form/input.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Callout, Fact, Facts } from '../../ui/surface.tsx';
import { useUiText } from '../../ui/text.ts';
import { DraftDialog, useDialogForm, useDialogSubmitKey } from '../drafts/draft-dialog.tsx';
import { CashLeftFacts, useCashLimit } from './cash-left.tsx';
import { balanceOfQuery } from './queries.ts';
import { useWalletStaffText } from './staff-text.ts';
import { UserPicker } from './user-picker.tsx';

type Kind = 'recharge' | 'withdraw';
interface Person {
  id: number;
  name: string;
}

interface StaffMoneyDialogProps {
  /** The customer; undefined if one has to be selected first. */
  user?: Person;
  kind: Kind;
  /** Prefilled amount, in paisa. */
  amount?: bigint | undefined;
  onClose: () => void;
}

const noteLimit = 500;

export function StaffMoneyDialog({ user, kind, amount, onClose }: StaffMoneyDialogProps) {
  const { cash: text } = useWalletStaffText();
  const common = useUiText().common;
  const words = useWords(kind);
  const [chosen, setChosen] = useState(user);
  const [missing, setMissing] = useState(false);
  if (chosen)
    return (
      <MoneyForm
        user={chosen}
        kind={kind}
        amount={amount}
        onClose={onClose}
        onBack={user ? undefined : () => setChosen(undefined)}
      />
    );
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
          <Button onClick={() => setMissing(true)}>{words.submit}</Button>
        </>
      }
    >
      <UserPicker
        error={missing ? text.userMissing : undefined}
        onChoose={(found) => setChosen({ id: found.id, name: shownNameOf(found) })}
      />
    </Dialog>
  );
}

function useWords(kind: Kind) {
  const { movement: text, cash } = useWalletStaffText();
  const { isLimited } = useCashLimit();
  if (kind === 'withdraw') return { title: text.withdrawTitle, submit: text.withdraw };
  return isLimited
    ? { title: cash.take, submit: cash.take }
    : { title: text.rechargeTitle, submit: text.recharge };
}

interface MoneyFormProps {
  user: Person;
  kind: Kind;
  amount: bigint | undefined;
  onClose: () => void;
  onBack: (() => void) | undefined;
}

const blank = { amount: '', bonus: '', way: 'cash' as RechargeWay, reference: '', note: '' };
type Values = typeof blank;
const bonusOf = ({ bonus }: Values) => (bonus === '' ? 0n : readTaka(bonus));

function useMoneyForm(
  { user, kind, amount, onClose }: Omit<MoneyFormProps, 'onBack'>,
  available: bigint | undefined,
) {
  const { movement: text, cash } = useWalletStaffText();
  const name = `${kind}:${user.id}`;
  const submitKey = useDialogSubmitKey(name);
  const [waiting, setWaiting] = useState(false);
  const isRecharge = kind === 'recharge';
  const failed = isRecharge ? text.rechargeFailed : text.withdrawFailed;
  const limit = useCashLimit();
  const form = useDialogForm(name, {
    blank: () => blank,
    overrides: amount === undefined ? undefined : { amount: regroupTyped('', formatDecimal(amount), true) },
    check(values) {
      const amount = readTaka(values.amount);
      const isMore = amount !== undefined && available !== undefined && amount > available;
      return {
        amount: !amount ? text.amountWrong : !isRecharge && isMore ? text.insufficient : limit.refuse(amount),
        bonus: /^[-−]/.test(values.bonus)
          ? text.bonusNegative
          : bonusOf(values) === undefined
            ? cash.bonusWrong
            : undefined,
        reference:
          isRecharge && needsReference(values.way) && values.reference.trim() === ''
            ? cash.referenceMissing
            : undefined,
      };
    },
    send({ amount, bonus, way, reference, note }) {
      const body = {
        user: user.id,
        amount: formatDecimal(readTaka(amount)!),
        ...(isRecharge && bonus !== '' ? { bonus: formatDecimal(readTaka(bonus)!) } : {}),
        ...(isRecharge && (way !== 'cash' || reference.trim() !== '') ? { way, reference } : {}),
        ...(note.trim() === '' ? {} : { note }),
      };
      return submitKey.sendOne({ kind, body }, (idempotencyKey) =>
        isRecharge
          ? call('POST /account/transactions/create/', { body, idempotencyKey, isLimited: true })
          : call('POST /account/transactions/withdrawl/', { body, idempotencyKey, isLimited: true }),
      );
    },
    onSent(answer) {
      submitKey.done();
      if (answer.status === 'pending') return setWaiting(true);
      notify.success(answer.message || (isRecharge ? text.recharged : text.withdrawn));
      onClose();
    },
    failed,
    words: (error) => retryableErrorMessage(error, failed),
    fieldsOf: () => ({}),
  });
  return { form, waiting };
}

function MoneyForm({ onBack, ...given }: MoneyFormProps) {
  const { user, kind, onClose } = given;
  const { movement: text, cash } = useWalletStaffText();
  const common = useUiText().common;
  const format = useFormat();
  const isRecharge = kind === 'recharge';
  const words = useWords(kind);
  const { isLimited } = useCashLimit();
  const available = useAvailableOf(user.id);
  const { form, waiting } = useMoneyForm(given, available.paisa);
  const amountPaisa = readTaka(form.values.amount);
  if (waiting) return <Waiting amount={format.taka(amountPaisa ?? 0n)} name={user.name} onClose={onClose} />;
  const movedPaisa = isRecharge ? (amountPaisa ?? 0n) + (bonusOf(form.values) ?? 0n) : -(amountPaisa ?? 0n);
  const left =
    available.paisa === undefined || amountPaisa === undefined ? undefined : available.paisa + movedPaisa;
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      title={words.title}
      back={onBack ? cash.another : common.cancel}
      onBack={onBack}
      submit={words.submit}
      // Specification 3: a withdrawal is disabled until there is an amount; a recharge shows what is wrong.
      disabled={!isRecharge && !(Number(form.values.amount.replaceAll(',', '')) > 0)}
    >
      <Facts className="mb-4">
        <Fact label={text.user}>{user.name}</Fact>
        <Fact label={text.balance}>{available.shown}</Fact>
        <Fact label={text.after}>
          <span className={`money font-semibold ${left !== undefined && left < 0n ? 'text-bad' : ''}`}>
            {left === undefined ? '—' : format.taka(left)}
          </span>
        </Fact>
        {isLimited ? <CashLeftFacts /> : null}
      </Facts>
      <SumField form={form} name="amount" label={text.amount} required />
      {left !== undefined && left < 0n && form.errors.amount === undefined ? (
        <p role="status" className="text-sm text-bad">
          {text.insufficient}
        </p>
      ) : null}
      {!isRecharge && available.paisa !== undefined && available.paisa > 0n ? (
        <Button
          variant="soft"
          size="small"
          onClick={() => form.set({ amount: regroupTyped('', formatDecimal(available.paisa ?? 0n), true) })}
        >
          {cash.takeAll(format.taka(available.paisa))}
        </Button>
      ) : null}
      {isRecharge && !isLimited ? (
        <SumField form={form} name="bonus" label={`${text.bonus} (${common.optional})`} />
      ) : null}
      {isRecharge && !isLimited ? <WayFields form={form} /> : null}
      <FormField form={form} name="note" label={`${cash.note} (${common.optional})`} hint={cash.noteHint}>
        {(control) => <CountedTextarea {...control} limit={noteLimit} />}
      </FormField>
      <FormRefusal form={form} />
    </DraftDialog>
  );
}

interface SumFieldProps {
  form: FormState<Values>;
  name: 'amount' | 'bonus';
  label: string;
  required?: boolean;
}

function SumField(props: SumFieldProps) {
  return <FormField {...props}>{(control) => <AmountInput {...control} />}</FormField>;
}

/** How the money came in. A reference proves it, and is required unless it was cash. */
function WayFields({ form }: { form: FormState<Values> }) {
  const { cash: text } = useWalletStaffText();
  const common = useUiText().common;
  const language = useLanguage();
  const required = needsReference(form.values.way);
  return (
    <div className="grid gap-x-4 sm:grid-cols-2">
      <FormField form={form} name="way" label={text.way}>
        {(control) => (
          <Select {...control}>
            {rechargeWays.map((way) => (
              <option key={way} value={way}>
                {wayNames[way][language]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField
        form={form}
        name="reference"
        label={required ? text.reference : `${text.reference} (${common.optional})`}
        required={required}
      >
        {(control) => (
          <Input {...control} maxLength={maximumReferenceLength} autoComplete="off" spellCheck={false} />
        )}
      </FormField>
    </div>
  );
}

function useAvailableOf(userId: number) {
  const { movement: text } = useWalletStaffText();
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
  const { cash: text } = useWalletStaffText();
  const common = useUiText().common;
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.waitsTitle}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {common.close}
          </Button>
          <Link to="/admin/approvals" className={button()} onClick={onClose}>
            {text.toApprovals}
          </Link>
        </>
      }
    >
      <Callout tone="warn" role="status">
        {text.waitsText(amount, name)}
      </Callout>
    </Dialog>
  );
}
