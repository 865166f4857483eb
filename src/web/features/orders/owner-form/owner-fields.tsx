// The fields and papers of an owner's form, as a customer fills them in. The builder shows the same as its preview.

import { useEffect } from 'react';
import { keepPhoneDigits } from '#contract/accounts/rules.ts';
import { formMessage } from '#contract/catalogue/form-messages.ts';
import {
  type Answers,
  checkAnswers,
  type FormField,
  type FormPaper,
  isAsked,
  maximumAnswerLengthOf,
  nidKeyOf,
  type ServiceForm,
} from '#contract/catalogue/form-rules.ts';
import { inDigitsOf, toAsciiDigits } from '#contract/digits.ts';
import type { Language } from '#contract/language.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { todayInDhaka } from '../../../lib/time/days.ts';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { PhoneticInput, PhoneticTextarea } from '../../documents/phonetic/phonetic-inputs.tsx';
import { type Attached, AttachFiles } from '../attachments/attach-files.tsx';
import { type Unsent, useUploads } from '../attachments/use-uploads.ts';
import { ownerFormWords } from './words.ts';

export type PapersGiven = Readonly<Record<string, readonly Attached[]>>;

export const answerField = (key: string): string => `answers.${key}`;

/** Returns every field that the server may name. */
export const fieldNamesOf = ({ fields, papers }: ServiceForm): string[] =>
  [...fields, ...papers].flatMap(({ key }) => [answerField(key), answerField(nidKeyOf(key))]);

const givenOf = (papers: PapersGiven) =>
  Object.fromEntries(
    Object.entries(papers).map(([key, files]) => [
      key,
      files.map(({ name, byteSize }) => ({ name, byteSize })),
    ]),
  );

/** Finds errors as text, by field of the page's form. */
export function findOwnerErrors(
  form: ServiceForm,
  answers: Answers,
  papers: PapersGiven,
  language: Language,
) {
  const { errors } = checkAnswers(form, answers, givenOf(papers), todayInDhaka());
  return Object.fromEntries(
    Object.entries(errors).map(([key, message]) => [answerField(key), formMessage(message, language)]),
  );
}

/** Returns what is sent: only what is asked for, and only what the form defines. */
export function ownerBody(form: ServiceForm, answers: Answers, papers: PapersGiven) {
  const { answers: asked } = checkAnswers(form, answers, givenOf(papers), todayInDhaka());
  const sent = form.papers.filter(
    ({ key, when }) => (papers[key]?.length ?? 0) > 0 && isAsked(when, asked, todayInDhaka()),
  );
  return {
    answers: asked,
    papers: Object.fromEntries(sent.map(({ key }) => [key, papers[key]!.map(({ id }) => id)])),
  };
}

interface OwnerFieldsProps {
  form: ServiceForm;
  /** Language of the labels. */
  language: Language;
  answers: Answers;
  papers: PapersGiven;
  /** Files that were chosen for a paper but have not arrived. */
  unsent: Readonly<Record<string, readonly Unsent[]>>;
  /** As text, by field of the page's form. */
  errors: Readonly<Record<string, string | undefined>>;
  onAnswer: (key: string, value: string) => void;
  onPapers: (key: string, change: (old: readonly Attached[]) => readonly Attached[]) => void;
  onUnsent: (key: string, change: (old: readonly Unsent[]) => readonly Unsent[]) => void;
  /** How many files of a paper have not arrived yet. */
  onPending: (key: string, count: number) => void;
}

export function OwnerFields({ form, language, answers, papers, errors, ...rest }: OwnerFieldsProps) {
  const { answers: read } = checkAnswers(form, answers, {}, todayInDhaka());
  const asked = <T extends FormField | FormPaper>(all: readonly T[]) =>
    all.filter(({ when }) => isAsked(when, read, todayInDhaka()));
  return (
    // Owners write the labels: even a very long word must fit on a phone.
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-5 [overflow-wrap:anywhere]">
      {asked(form.fields).map((field) => (
        <OwnerField
          key={field.key}
          field={field}
          language={language}
          answers={answers}
          errors={errors}
          onAnswer={rest.onAnswer}
        />
      ))}
      {asked(form.papers).map((paper) => (
        <PaperField
          key={paper.key}
          paper={paper}
          language={language}
          files={papers[paper.key] ?? []}
          unsent={rest.unsent[paper.key] ?? []}
          error={errors[answerField(paper.key)]}
          onPapers={rest.onPapers}
          onUnsent={rest.onUnsent}
          onPending={rest.onPending}
        />
      ))}
    </div>
  );
}

interface OwnerFieldProps extends Pick<OwnerFieldsProps, 'language' | 'answers' | 'errors' | 'onAnswer'> {
  field: FormField;
}

function OwnerField({ field, language, answers, errors, onAnswer }: OwnerFieldProps) {
  const text = ownerFormWords[language];
  const { key, kind, required } = field;
  const label = field.label[language];
  const value = answers[key] ?? '';
  const error = errors[answerField(key)];
  if (kind === 'yes_no')
    return (
      <ChoiceCards
        legend={`${label}${required ? ' *' : ''}`}
        name={answerField(key)}
        value={value === 'yes' || value === 'no' ? value : undefined}
        choices={[
          { value: 'yes', label: text.yes },
          { value: 'no', label: text.no },
        ]}
        error={error}
        onChange={(chosen) => onAnswer(key, chosen)}
      />
    );
  return (
    <>
      <Field label={label} hint={field.help[language] || undefined} error={error} required={required}>
        {(control) => (
          <AnswerInput
            field={field}
            language={language}
            value={value}
            control={{ ...control, name: answerField(key) }}
            onChange={(typed) => onAnswer(key, typed)}
          />
        )}
      </Field>
      {kind === 'person' ? (
        <Field label={text.nid(label)} error={errors[answerField(nidKeyOf(key))]}>
          {(control) => (
            <DigitsInput
              control={{ ...control, name: answerField(nidKeyOf(key)) }}
              value={answers[nidKeyOf(key)] ?? ''}
              onChange={(typed) => onAnswer(nidKeyOf(key), typed)}
            />
          )}
        </Field>
      ) : null}
    </>
  );
}

interface Control {
  id: string;
  name: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
  'aria-required': true | undefined;
}

interface AnswerInputProps {
  field: FormField;
  language: Language;
  value: string;
  control: Control;
  onChange: (typed: string) => void;
}

function AnswerInput({ field, language, value, control, onChange }: AnswerInputProps) {
  const text = ownerFormWords[language];
  const most = maximumAnswerLengthOf(field.kind);
  const given = {
    ...control,
    value,
    onChange: (event: { target: { value: string } }) => onChange(event.target.value),
  };
  switch (field.kind) {
    case 'long_text':
    case 'address':
      return <PhoneticTextarea {...control} value={value} onTyped={onChange} limit={most} />;
    case 'date':
      return <DateInput {...given} />;
    case 'amount':
      return <AmountInput {...given} />;
    case 'digits':
      return <DigitsInput control={control} value={value} onChange={onChange} />;
    case 'phone':
      return <DigitsInput control={control} value={value} read={keepPhoneDigits} onChange={onChange} />;
    case 'choice':
      return (
        <Select {...given}>
          <option value="">{text.choose}</option>
          {field.choices.map((choice) => (
            <option key={choice.key} value={choice.key}>
              {choice.label[language]}
            </option>
          ))}
        </Select>
      );
    default:
      return (
        <PhoneticInput {...control} value={value} onTyped={onChange} maxLength={most} autoComplete="off" />
      );
  }
}

interface DigitsInputProps {
  control: Control;
  value: string;
  read?: (typed: string) => string;
  onChange: (typed: string) => void;
}

const digitsOf = (typed: string) => toAsciiDigits(typed).replace(/\D/g, '');

/** Nothing is truncated: a digit too many stays visible and is refused. */
function DigitsInput({ control, value, read = digitsOf, onChange }: DigitsInputProps) {
  const format = useFormat();
  return (
    <Input
      {...control}
      value={format.digits(value)}
      inputMode="numeric"
      autoComplete="off"
      className="tabular-nums"
      onChange={({ target }) => onChange(read(target.value))}
    />
  );
}

interface PaperFieldProps extends Pick<OwnerFieldsProps, 'language' | 'onPapers' | 'onUnsent' | 'onPending'> {
  paper: FormPaper;
  files: readonly Attached[];
  unsent: readonly Unsent[];
  error: string | undefined;
}

const acceptOf = { photo: 'image/*', pdf: '.pdf', both: '.pdf,.jpg,.jpeg,.png,image/*' } as const;

function PaperField({ paper, language, files, unsent, error, ...rest }: PaperFieldProps) {
  const text = ownerFormWords[language];
  const { key } = paper;
  const { onPapers, onPending } = rest;
  const uploads = useUploads(
    ({ id, name, byte_size }) => onPapers(key, (old) => [...old, { id, name, byteSize: byte_size }]),
    { unsent, onUnsent: (change) => rest.onUnsent(key, change) },
  );
  const count = uploads.pending.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when the count changes
  useEffect(() => {
    onPending(key, count);
    return () => onPending(key, 0);
  }, [key, count]);
  const digits = (count: number) => inDigitsOf(language, count);
  const rule = text.paper(text.takes[paper.takes], digits(paper.most), digits(paper.megabytes));
  return (
    <AttachFiles
      label={paper.label[language]}
      hint={[paper.help[language], rule, paper.both_sides ? text.bothSides : ''].filter(Boolean).join(' ')}
      uploads={uploads}
      ready={files}
      onRemove={(id) => {
        onPapers(key, (old) => old.filter((one) => one.id !== id));
        void call('DELETE /account/order-attachments/:id/', { params: { id } }).catch(() => undefined);
      }}
      room={paper.most - files.length - count}
      accept={acceptOf[paper.takes]}
      camera={paper.takes !== 'pdf'}
      required={paper.required}
      error={error}
    />
  );
}
