// A field of a record's form: text, digits, date, long text or select; numbers are shown in the language's digits.
import type { ChangeEvent } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import type { FieldKind } from '#contract/documents/records/record-rules.ts';
import type { Language } from '#contract/language.ts';
import { useFormat } from '../../../lib/format.ts';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input, Textarea } from '../../../ui/form/input.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { FieldMark } from '../field-mark.tsx';
import { usePhonetic } from '../phonetic/use-phonetic.ts';
import type { FieldState } from '../refill.ts';
import { useDocumentsText } from '../text.ts';

interface RecordFieldProps {
  name: string;
  label: string;
  kind?: FieldKind | undefined;
  /** A value that is not among them is added as an extra option, for the customer to replace. */
  choices?: readonly { value: string; label: string }[] | undefined;
  /** The language of the choices, if it is not the screen's. */
  lang?: Language | undefined;
  /** A required select offers no empty option. */
  blankChoice?: string | false | undefined;
  value: string;
  error?: string | undefined;
  required?: boolean | undefined;
  state?: FieldState | undefined;
  /** The image of the value on the copy, as a data URL; shown while the value has to be checked. */
  cutOut?: string | undefined;
  maxLength?: number | undefined;
  onChange: (value: string) => void;
}

export function RecordField({
  name,
  label,
  kind = 'text',
  choices = [],
  lang,
  blankChoice,
  value,
  error,
  required = false,
  state,
  cutOut,
  maxLength,
  onChange,
}: RecordFieldProps) {
  const text = useDocumentsText();
  const { nid } = text;
  const format = useFormat();
  const phonetic = usePhonetic(onChange);
  const isForeign = kind === 'choice' && value !== '' && !choices.some((choice) => choice.value === value);
  // Stored in ASCII digits, shown in the language's digits.
  const clean = (typed: string) =>
    kind === 'digits'
      ? toAsciiDigits(typed).replace(/\D/g, '')
      : kind === 'date' || kind === 'number'
        ? toAsciiDigits(typed)
        : typed;
  return (
    <Field
      label={label}
      required={required}
      error={error}
      hint={
        isForeign ? (
          text.foreignValue
        ) : state === 'look' ? (
          cutOut ? (
            <CutOut picture={cutOut} label={label} />
          ) : (
            nid.unsureHint
          )
        ) : kind === 'date' ? (
          nid.dateHint
        ) : undefined
      }
      aside={<FieldMark state={state} />}
      {...(kind === 'long' ? { className: 'col-span-full' } : {})}
    >
      {(control) =>
        kind === 'choice' ? (
          <Select
            {...control}
            name={name}
            lang={lang}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            {blankChoice === false ? null : <option value="">{blankChoice ?? text.noChoice}</option>}
            {isForeign ? <option value={value}>{value}</option> : null}
            {choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </Select>
        ) : kind === 'long' ? (
          <Textarea {...control} name={name} maxLength={maxLength ?? 1000} value={value} {...phonetic} />
        ) : kind === 'date' ? (
          <DateInput
            {...control}
            name={name}
            value={value}
            onChange={(event) => onChange(clean(event.target.value))}
          />
        ) : (
          <Input
            {...control}
            name={name}
            autoComplete="off"
            inputMode={kind === 'digits' ? 'numeric' : 'text'}
            lang={kind === 'english' ? 'en' : undefined}
            // A number is never truncated: one with too many digits is refused.
            maxLength={kind === 'digits' ? undefined : (maxLength ?? 200)}
            value={kind === 'digits' || kind === 'number' ? format.digits(value) : value}
            {...(kind === 'text'
              ? phonetic
              : {
                  onChange: (event: ChangeEvent<HTMLInputElement>) => onChange(clean(event.target.value)),
                })}
          />
        )
      }
    </Field>
  );
}

function CutOut({ picture, label }: { picture: string; label: string }) {
  const { nid } = useDocumentsText();
  return (
    <>
      {nid.unsureHint}
      <img
        src={picture}
        alt={nid.cutOutOf(label)}
        className="mt-1 max-h-40 max-w-full rounded border border-line bg-white"
      />
    </>
  );
}

/** Two fields side by side where there is room for both, whether the menu is folded or not. */
export const fieldGrid = 'grid gap-4 grid-cols-[repeat(auto-fill,minmax(min(100%,max(16rem,40%)),1fr))]';
