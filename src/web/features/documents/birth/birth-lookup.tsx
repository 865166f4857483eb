// Finds a birth registration: number and date, then the captcha in its own dialog.

import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { findDateError, normalizeTypedDate } from '#contract/dates/typed-dates.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import type { BirthLookup as Answer } from '#contract/documents/birth-calls.ts';
import { fieldMessage } from '#contract/fields/field-messages.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useLanguage } from '../../../lib/language.ts';
import { notify } from '../../../lib/notify.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { Card } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';
import { birthCaptchaQuery } from '../queries.ts';
import { useDocumentsText } from '../text.ts';
import { refusalMessage } from '../use-document-form.ts';
import { lookupDateLength } from './birth-state.ts';

export interface LookupQuestion {
  number: string;
  date: string;
}

interface BirthLookupProps {
  question: LookupQuestion;
  onQuestion: (question: LookupQuestion) => void;
  onFound: (number: string, answer: Answer) => void;
}

export function BirthLookup({ question, onQuestion, onFound }: BirthLookupProps) {
  const { birth: text } = useDocumentsText();
  const format = useFormat();
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const wordsOfDate = (date: string) => {
    const error = findDateError(date);
    return error === 'date_impossible' ? fieldMessage(error, language) : error && text.dateWrong;
  };
  const form = useForm({
    blank: question,
    draft: { value: question, set: (change) => onQuestion(change(question)) },
    check: ({ number, date }) => ({
      number: number === '' ? 'required' : undefined,
      date: wordsOfDate(date),
    }),
    summary: (found) => found.number ?? found.date,
    send: async () => setAsking(true),
    failed: '',
  });

  return (
    <Card title={text.lookup} description={text.lookupHint}>
      <Form form={form}>
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField
            form={form}
            name="number"
            label={text.number}
            hint={text.numberHint}
            read={(typed) => toAsciiDigits(typed).replace(/\D/g, '')}
            show={format.digits}
            required
          >
            {(control) => <Input {...control} name="lookup_number" inputMode="numeric" autoComplete="off" />}
          </FormField>
          <FormField
            form={form}
            name="date"
            label={text.fields.date_of_birth}
            hint={text.dateHint}
            error={question.date.length >= lookupDateLength ? wordsOfDate(question.date) : undefined}
            required
          >
            {(control) => <DateInput {...control} name="lookup_date" />}
          </FormField>
        </div>
        <div className="mt-4 flex flex-col sm:flex-row-reverse">
          <Button type="submit">{text.find}</Button>
        </div>
      </Form>
      {asking ? (
        <CaptchaDialog
          question={question}
          onClose={() => setAsking(false)}
          onFound={(answer) => {
            setAsking(false);
            onFound(question.number, answer);
          }}
        />
      ) : null}
    </Card>
  );
}

interface CaptchaDialogProps {
  question: LookupQuestion;
  onClose: () => void;
  onFound: (answer: Answer) => void;
}

function CaptchaDialog({ question, onClose, onFound }: CaptchaDialogProps) {
  const { birth: text } = useDocumentsText();
  const common = useUiText().common;
  const format = useFormat();
  // An image is valid for one attempt: nothing of it is kept after the dialog closes.
  const captcha = useQuery(birthCaptchaQuery());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure closes the dialog once
  useEffect(() => {
    if (!captcha.isError) return;
    notify.error(refusalMessage(captcha.error, text.captchaFailed));
    onClose();
  }, [captcha.isError]);

  const form = useForm({
    blank: { captcha: '' },
    check: ({ captcha: solution }) => ({
      captcha: solution.trim() === '' ? text.captchaMissing : undefined,
    }),
    send: ({ captcha: solution }) =>
      call('POST /account/new-birth/', {
        body: {
          birth_certificate_no: question.number,
          date_of_birth: normalizeTypedDate(question.date),
          captcha_solution: solution,
          captcha_hash: captcha.data?.captcha_hash ?? '',
        },
      }),
    onSent(answer) {
      notify.success(text.found);
      onFound(answer);
    },
    failed: text.lookupFailed,
    words: (failure) => refusalMessage(failure, text.lookupFailed),
    fieldsOf: () => ({}),
    onRefused: () => another(),
  });
  function another(): void {
    form.reset();
    void captcha.refetch();
  }
  const waiting = captcha.isFetching;

  return (
    <Dialog
      open
      onClose={onClose}
      locked={form.busy}
      title={text.captchaTitle}
      description={text.captchaText}
    >
      <Form form={form} className="mt-4 space-y-4">
        <CaptchaPicture
          src={waiting ? undefined : captcha.data?.captcha_image}
          disabled={form.busy}
          onAnother={another}
        />
        <FormField
          form={form}
          name="captcha"
          label={text.captchaAnswer}
          read={toAsciiDigits}
          show={format.digits}
          required
        >
          {(control) => <Input {...control} inputMode="numeric" autoComplete="off" maxLength={12} />}
        </FormField>
        <FormRefusal form={form} />
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button variant="quiet" disabled={form.busy} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" busy={form.busy} disabled={waiting}>
            {text.captchaSubmit}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface CaptchaPictureProps {
  /** undefined while loading. */
  src: string | undefined;
  disabled: boolean;
  onAnother: () => void;
}

function CaptchaPicture({ src, disabled, onAnother }: CaptchaPictureProps) {
  const { birth: text } = useDocumentsText();
  const common = useUiText().common;
  return (
    <div className="flex items-center gap-2">
      <div className="grid h-24 min-w-0 grow place-items-center overflow-hidden rounded-md border border-line bg-white">
        {src === undefined ? (
          <div role="status" className="size-full">
            <span className="sr-only">{common.loading}</span>
            <Skeleton className="size-full" />
          </div>
        ) : (
          <img src={src} alt={text.captchaImage} className="max-h-full max-w-full object-contain" />
        )}
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={text.captchaReload}
        title={text.captchaReload}
        disabled={src === undefined || disabled}
        onClick={onAnother}
      >
        <RefreshCw className="size-5" aria-hidden="true" />
      </Button>
    </div>
  );
}
