// Counts a drawer: by its notes or only the total. The expected amount is shown only after something is counted, so that it does not influence the
// count.
import { clsx } from 'clsx';
import { toAsciiDigits } from '#contract/digits.ts';
import { formatDecimal } from '#contract/money.ts';
import type { Drawer } from '#contract/wallet/drawer-calls.ts';
import {
  type Notes,
  noteValues,
  type RemovedPlace,
  removedPlaceNames,
  removedPlaces,
  sumOfNotes,
} from '#contract/wallet/drawer-rules.ts';
import { readTaka } from '#contract/wallet/typed-money.ts';
import { call } from '../../../lib/api/api.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { paisaOf, useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { notify } from '../../../lib/notify.ts';
import type { FormState } from '../../../lib/use-form.ts';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { CountedTextarea, Input } from '../../../ui/form/input.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { useUiText } from '../../../ui/text.ts';
import { DraftDialog, useDialogForm, useDialogSubmitKey } from '../../drafts/draft-dialog.tsx';
import { Difference, Sum, Sums } from './drawer-sums.tsx';
import { useDrawerText } from './text.ts';

const reasonLimit = 500;
type NoteField = `note${(typeof noteValues)[number]}`;
const noteField = (value: (typeof noteValues)[number]): NoteField => `note${value}`;

const blank = {
  by: 'notes' as 'notes' | 'sum',
  ...(Object.fromEntries(noteValues.map((value) => [noteField(value), ''])) as Record<NoteField, string>),
  counted: '',
  reason: '',
  removed: '',
  removed_to: '' as RemovedPlace | '',
};
type Values = typeof blank;

const piecesOf = (typed: string): number | undefined => {
  const digits = toAsciiDigits(typed.trim());
  return digits === '' ? 0 : /^\d{1,5}$/.test(digits) ? Number(digits) : undefined;
};
const notesOf = (values: Values): Notes =>
  Object.fromEntries(
    noteValues.flatMap((value) => {
      const pieces = piecesOf(values[noteField(value)]) ?? 0;
      return pieces === 0 ? [] : [[value, pieces]];
    }),
  );

/** Returns undefined until something is counted. */
function countedPaisa(values: Values): bigint | undefined {
  if (values.by === 'sum') return readTaka(values.counted);
  const isTyped = noteValues.some((value) => values[noteField(value)].trim() !== '');
  return isTyped ? sumOfNotes(notesOf(values)) : undefined;
}

function useCountForm(drawer: Drawer, isOwn: boolean, onClose: () => void) {
  const { form: text } = useDrawerText();
  const common = useUiText().common;
  const name = `drawer:${drawer.staff.id}`;
  const submitKey = useDialogSubmitKey(name);
  const form = useDialogForm(name, {
    blank: () => blank,
    check(values) {
      const counted = countedPaisa(values);
      const removed = values.removed === '' ? 0n : readTaka(values.removed);
      const missing = counted === undefined ? text.nothing : undefined;
      const wrongPieces = (value: (typeof noteValues)[number]) =>
        piecesOf(values[noteField(value)]) === undefined ? text.noteWrong : undefined;
      return {
        ...(values.by === 'sum'
          ? { counted: missing }
          : Object.fromEntries(
              noteValues.map((value) => [
                noteField(value),
                wrongPieces(value) ?? (value === '1000' ? missing : undefined),
              ]),
            )),
        reason:
          counted !== undefined && counted !== paisaOf(drawer.expected) && values.reason.trim() === ''
            ? text.reasonMissing
            : undefined,
        removed:
          removed === undefined
            ? 'invalid_amount'
            : removed > (counted ?? removed)
              ? text.removedTooMuch
              : undefined,
        removed_to:
          removed !== undefined && removed > 0n && values.removed_to === '' ? 'required' : undefined,
      };
    },
    send(values) {
      const removed = readTaka(values.removed) ?? 0n;
      const body = {
        ...(isOwn ? {} : { user: drawer.staff.id }),
        state: drawer.state,
        ...(values.by === 'notes'
          ? { notes: notesOf(values) }
          : { counted: formatDecimal(countedPaisa(values)!) }),
        ...(countedPaisa(values) === paisaOf(drawer.expected) ? {} : { reason: values.reason }),
        ...(removed > 0n && values.removed_to !== ''
          ? { removed: formatDecimal(removed), removed_to: values.removed_to }
          : {}),
      };
      return submitKey.sendOne({ body }, (idempotencyKey) =>
        call('POST /account/drawer/counts/', { body, idempotencyKey }),
      );
    },
    onSent() {
      submitKey.done();
      notify.success(text.done);
      onClose();
    },
    failed: text.failed,
    words: (error) => retryableErrorMessage(error, text.failed),
  });
  return { form, common };
}

export function CountDialog({
  drawer,
  isOwn,
  onClose,
}: {
  drawer: Drawer;
  isOwn: boolean;
  onClose: () => void;
}) {
  const { form: text } = useDrawerText();
  const { form, common } = useCountForm(drawer, isOwn, onClose);
  const { values } = form;
  const counted = countedPaisa(values);
  const expected = paisaOf(drawer.expected);
  const removed = readTaka(values.removed) ?? 0n;
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      title={text.title}
      description={isOwn ? undefined : drawer.staff.name}
      submit={text.submit}
    >
      <FormField form={form} name="by" label={text.how}>
        {(control) => (
          <Select {...control}>
            <option value="notes">{text.byNotes}</option>
            <option value="sum">{text.bySum}</option>
          </Select>
        )}
      </FormField>
      {values.by === 'notes' ? (
        <NoteFields form={form} />
      ) : (
        <FormField form={form} name="counted" label={text.sum} required>
          {(control) => <AmountInput {...control} />}
        </FormField>
      )}
      {counted === undefined ? null : <Compared counted={counted} expected={expected} />}
      {counted !== undefined && counted !== expected ? (
        <FormField form={form} name="reason" label={text.reason} hint={text.reasonHint} required>
          {(control) => <CountedTextarea {...control} limit={reasonLimit} />}
        </FormField>
      ) : null}
      <FormField
        form={form}
        name="removed"
        label={`${text.removed} (${common.optional})`}
        hint={text.removedHint}
      >
        {(control) => <AmountInput {...control} />}
      </FormField>
      {removed > 0n ? (
        <>
          <RemovedTo form={form} />
          {counted === undefined || removed > counted ? null : <Kept paisa={counted - removed} />}
        </>
      ) : null}
      <FormRefusal form={form} />
    </DraftDialog>
  );
}

function NoteFields({ form }: { form: FormState<Values> }) {
  const { form: text } = useDrawerText();
  const format = useFormat();
  return (
    <div className="grid grid-cols-2 gap-x-4 gap-y-2">
      {noteValues.map((value) => {
        const pieces = piecesOf(form.values[noteField(value)]) ?? 0;
        return (
          <FormField
            key={value}
            form={form}
            name={noteField(value)}
            label={
              <>
                <span className="sr-only">{text.noteLabel(format.digits(value))}</span>
                <span aria-hidden="true">৳ {format.digits(value)} ×</span>
              </>
            }
            aside={
              <span className={clsx('money text-sm text-muted', pieces === 0 && 'invisible')}>
                {format.taka(sumOfNotes({ [value]: pieces })).replace(/[.][0০]{2}$/, '')}
              </span>
            }
          >
            {(control) => (
              <Input
                {...control}
                value={format.digits(control.value)}
                inputMode="numeric"
                autoComplete="off"
                maxLength={5}
              />
            )}
          </FormField>
        );
      })}
    </div>
  );
}

function Compared({ counted, expected }: { counted: bigint; expected: bigint }) {
  const { sums: text } = useDrawerText();
  const format = useFormat();
  return (
    <div role="status" className="rounded-md bg-sunken px-4 py-1">
      <Sums>
        <Sum label={text.counted} strong>
          {format.taka(counted)}
        </Sum>
        <Sum label={text.expected}>{format.taka(expected)}</Sum>
        <Sum label={text.difference}>
          <Difference taka={counted - expected} />
        </Sum>
      </Sums>
    </div>
  );
}

function RemovedTo({ form }: { form: FormState<Values> }) {
  const { form: text } = useDrawerText();
  const language = useLanguage();
  return (
    <FormField form={form} name="removed_to" label={text.removedTo} required>
      {(control) => (
        <Select {...control}>
          <option value="">{text.choose}</option>
          {removedPlaces.map((place) => (
            <option key={place} value={place}>
              {removedPlaceNames[place][language]}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}

function Kept({ paisa }: { paisa: bigint }) {
  const { sums: text } = useDrawerText();
  const format = useFormat();
  return (
    <Sums>
      <Sum label={text.kept} strong>
        {format.taka(paisa)}
      </Sum>
    </Sums>
  );
}
