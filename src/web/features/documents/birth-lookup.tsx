// Finds a birth registration: number and date, then the captcha in a dialog of its own.
import { useMutation, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type SubmitEvent, useEffect, useState } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import type { BirthLookup as Answer } from '#contract/documents/birth-calls.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { call } from '../../lib/api.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { Card, Notice } from '../../ui/surface.tsx';
import { isLookupDate, lookupDateLength } from './birth-state.ts';
import { type FormErrors, focusField, refusalWords } from './making.ts';
import { birthCaptchaQuery } from './queries.ts';
import { useDocumentsText } from './text.ts';

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
  const language = useLanguage();
  const format = useFormat();
  const [errors, setErrors] = useState<FormErrors<keyof LookupQuestion>>({});
  const [asking, setAsking] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found: FormErrors<keyof LookupQuestion> = {};
    if (question.number === '') found.number = fieldMessage('required', language);
    if (!isLookupDate(question.date)) found.date = text.dateWrong;
    setErrors(found);
    if (found.number || found.date) {
      notify.error((found.number ? undefined : found.date) ?? found.number ?? '');
      focusField(found.number ? 'lookup_number' : 'lookup_date');
    } else setAsking(true);
  }

  return (
    <Card title={text.lookup} description={text.lookupHint}>
      <form noValidate onSubmit={submit}>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={text.number} hint={text.numberHint} required error={errors.number}>
            {(control) => (
              <Input
                {...control}
                name="lookup_number"
                inputMode="numeric"
                autoComplete="off"
                maxLength={25}
                value={format.digits(question.number)}
                onChange={(event) => {
                  onQuestion({ ...question, number: toAsciiDigits(event.target.value).replace(/\D/g, '') });
                  setErrors((old) => ({ ...old, number: undefined }));
                }}
              />
            )}
          </Field>
          <Field label={text.fields.date_of_birth} hint={text.dateHint} required error={errors.date}>
            {(control) => (
              <Input
                {...control}
                name="lookup_date"
                autoComplete="off"
                maxLength={12}
                value={format.digits(question.date)}
                onChange={(event) => {
                  const date = toAsciiDigits(event.target.value);
                  onQuestion({ ...question, date });
                  const isWrong = date.length >= lookupDateLength && !isLookupDate(date);
                  setErrors((old) => ({ ...old, date: isWrong ? text.dateWrong : undefined }));
                }}
              />
            )}
          </Field>
        </div>
        <div className="mt-4 flex flex-col sm:flex-row-reverse">
          <Button type="submit">{text.find}</Button>
        </div>
      </form>
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
  const common = useText().common;
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState('');
  const [refusal, setRefusal] = useState('');
  // One picture serves one try: nothing of it is kept beyond the dialog.
  const captcha = useQuery(birthCaptchaQuery());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure closes the dialog once
  useEffect(() => {
    if (!captcha.isError) return;
    notify.error(text.captchaFailed);
    onClose();
  }, [captcha.isError]);

  const another = () => {
    setTyped('');
    setError('');
    void captcha.refetch();
  };
  const lookUp = useMutation({
    mutationFn: () =>
      call('POST /account/new-birth/', {
        body: {
          birth_certificate_no: question.number,
          date_of_birth: question.date.trim(),
          captcha_solution: typed,
          captcha_hash: captcha.data?.captcha_hash ?? '',
        },
      }),
    onSuccess(answer) {
      notify.success(text.found);
      onFound(answer);
    },
    onError(failure) {
      const words = refusalWords(failure, text.lookupFailed);
      setRefusal(words);
      notify.error(words);
      another();
    },
  });
  const waiting = captcha.isFetching;

  return (
    <Dialog
      open
      onClose={onClose}
      locked={lookUp.isPending}
      title={text.captchaTitle}
      description={text.captchaText}
    >
      <form
        noValidate
        className="mt-4 space-y-4"
        onSubmit={(event) => {
          event.preventDefault();
          // A dialog is a child of the page's tree: the form around it must not hear of this one.
          event.stopPropagation();
          if (typed.trim() === '') {
            setError(text.captchaMissing);
            focusField('captcha');
            return;
          }
          setRefusal('');
          lookUp.mutate();
        }}
      >
        <div className="flex items-center gap-2">
          <div className="grid h-24 min-w-0 grow place-items-center overflow-hidden rounded-md border border-line bg-white">
            {waiting || !captcha.data ? (
              <div role="status" className="size-full">
                <span className="sr-only">{common.loading}</span>
                <Skeleton className="size-full" />
              </div>
            ) : (
              <img
                src={captcha.data.captcha_image}
                alt={text.captchaImage}
                className="max-h-full max-w-full object-contain"
              />
            )}
          </div>
          <Button
            look="quiet"
            size="icon"
            aria-label={text.captchaReload}
            title={text.captchaReload}
            disabled={waiting || lookUp.isPending}
            onClick={another}
          >
            <RefreshCw className="size-5" aria-hidden="true" />
          </Button>
        </div>
        <Field label={text.captchaAnswer} required error={error || undefined}>
          {(control) => (
            <Input
              {...control}
              name="captcha"
              inputMode="numeric"
              autoComplete="off"
              maxLength={12}
              value={format.digits(typed)}
              onChange={(event) => {
                setTyped(toAsciiDigits(event.target.value));
                setError('');
              }}
            />
          )}
        </Field>
        {refusal === '' ? null : (
          <Notice tone="bad" role="alert">
            {refusal}
          </Notice>
        )}
        <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
          <Button look="quiet" disabled={lookUp.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" busy={lookUp.isPending} disabled={waiting}>
            {text.captchaSubmit}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
