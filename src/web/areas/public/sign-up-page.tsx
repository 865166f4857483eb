import { Link, useNavigate } from '@tanstack/react-router';
import { lazy, type SubmitEvent, Suspense, useState } from 'react';
import { isMobileNumber, phoneDigits } from '#contract/accounts/rules.ts';
import { inDigitsOf } from '#contract/bengali.ts';
import { type FieldMessageKey, fieldMessage } from '#contract/field-messages.ts';
import {
  findPasswordError,
  findPhoneError,
  isEmail,
  isStrongPassword,
} from '../../features/accounts/account-checks.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Checkbox, Input, PasswordInput } from '../../ui/input.tsx';
import { useTitle } from '../../ui/title.ts';
import { EntryFrame } from './entry-frame.tsx';

const TermsDialog = lazy(() => import('./terms-dialog.tsx'));
const redirectDelayMs = 2000;

const blank = { first_name: '', last_name: '', email: '', phone: '', password: '', terms: false };
type Values = typeof blank;
type Errors = Partial<Record<keyof Values, FieldMessageKey>>;

function findErrors(values: Values): Errors {
  const found: Record<keyof Values, FieldMessageKey | undefined | false> = {
    first_name: values.first_name.trim() === '' && 'first_name_required',
    last_name: values.last_name.trim() === '' && 'last_name_required',
    email: values.email.trim() === '' ? 'email_required' : !isEmail(values.email) && 'email_invalid',
    phone: findPhoneError(values.phone),
    password: findPasswordError(values.password),
    terms: !values.terms && 'terms_required',
  };
  return Object.fromEntries(Object.entries(found).filter(([, key]) => key)) as Errors;
}

export function SignUpPage() {
  const text = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Errors>({});
  const [serverErrors, setServerErrors] = useState<Record<string, string>>({});
  const [state, setState] = useState<'idle' | 'sending' | 'done'>('idle');
  const [terms, setTerms] = useState(false);
  useTitle(text.signUp.title);

  const set = (name: keyof Values, value: string | boolean) => {
    setValues((old) => ({ ...old, [name]: value }));
    setErrors(({ [name]: _, ...rest }) => rest);
    setServerErrors(({ [name]: _, ...rest }) => rest);
  };
  const errorOf = (name: keyof Values) =>
    errors[name] ? fieldMessage(errors[name], language) : serverErrors[name];

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findErrors(values);
    setErrors(found);
    const first = Object.keys(blank).find((name) => name in found);
    if (first) {
      if (found.password) notify.error(text.signUp.passwordWeak);
      document.getElementsByName(first)[0]?.focus();
      return;
    }
    setState('sending');
    try {
      await call('POST /account/sign-up/', {
        body: {
          ...values,
          first_name: values.first_name.trim(),
          last_name: values.last_name.trim(),
          email: values.email.trim(),
        },
      });
      setState('done');
      notify.success(text.signUp.done);
      setTimeout(() => void navigate({ to: '/login', search: { next: undefined } }), redirectDelayMs);
    } catch (error) {
      setState('idle');
      if (error instanceof ApiError) {
        setServerErrors(error.fields);
        const wrong = Object.keys(blank).find((name) => error.fields[name]);
        if (wrong) document.getElementsByName(wrong)[0]?.focus();
      }
      notify.error(wordsOf(error));
    }
  }

  function wordsOf(error: unknown): string {
    if (!(error instanceof ApiError)) return errorWords(error, text.signUp.failed);
    if (error.serverError) return error.serverError;
    for (const name of ['email', 'password', 'phone'] as const) {
      if (error.fields[name]) return `${text.signUp.prefixes[name]} ${error.fields[name]}`;
    }
    return errorWords(error, text.signUp.failed);
  }

  return (
    <EntryFrame title={text.signUp.title} hint={text.signUp.hint}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label={text.signUp.firstName} error={errorOf('first_name')} required>
            {(control) => (
              <Input
                {...control}
                name="first_name"
                autoComplete="given-name"
                maxLength={100}
                value={values.first_name}
                onChange={(event) => set('first_name', event.target.value)}
              />
            )}
          </Field>
          <Field label={text.signUp.lastName} error={errorOf('last_name')} required>
            {(control) => (
              <Input
                {...control}
                name="last_name"
                autoComplete="family-name"
                maxLength={100}
                value={values.last_name}
                onChange={(event) => set('last_name', event.target.value)}
              />
            )}
          </Field>
        </div>
        <Field label={text.signUp.email} error={errorOf('email')} required>
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="email"
              maxLength={254}
              value={values.email}
              onChange={(event) => set('email', event.target.value)}
            />
          )}
        </Field>
        <Field
          label={text.signUp.phone}
          hint={text.signUp.phoneHint}
          error={errorOf('phone')}
          confirmation={isMobileNumber(values.phone) ? text.signUp.phoneGood : undefined}
          required
        >
          {(control) => (
            <Input
              {...control}
              name="phone"
              type="tel"
              inputMode="numeric"
              autoComplete="tel-national"
              value={inDigitsOf(language, values.phone)}
              onChange={(event) => set('phone', phoneDigits(event.target.value))}
            />
          )}
        </Field>
        <Field
          label={text.signUp.password}
          hint={text.signUp.passwordHint}
          error={errorOf('password')}
          confirmation={isStrongPassword(values.password) ? text.signUp.passwordGood : undefined}
          required
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="new-password"
              maxLength={256}
              value={values.password}
              onChange={(event) => set('password', event.target.value)}
            />
          )}
        </Field>
        <div>
          <Checkbox
            name="terms"
            checked={values.terms}
            aria-invalid={errors.terms ? true : undefined}
            aria-describedby={errors.terms ? 'terms-error' : undefined}
            onChange={(event) => set('terms', event.target.checked)}
          >
            {text.signUp.terms}
          </Checkbox>
          {errors.terms ? (
            <p id="terms-error" role="alert" className="text-sm text-bad">
              {fieldMessage(errors.terms, language)}
            </p>
          ) : null}
          <button
            type="button"
            className="min-h-11 text-accent-text underline decoration-1 underline-offset-4"
            onClick={() => setTerms(true)}
          >
            {text.signUp.readTerms}
          </button>
        </div>
        <Button type="submit" wide size="large" busy={state !== 'idle'}>
          {state === 'idle' ? text.signUp.submit : text.signUp.submitting}
        </Button>
        <p className="text-center">
          {text.signUp.haveAccount}{' '}
          <Link
            to="/login"
            search={{ next: undefined }}
            className="inline-block py-2 font-medium text-accent-text underline decoration-1 underline-offset-4"
          >
            {text.signUp.login}
          </Link>
        </p>
      </form>
      {terms ? (
        <Suspense>
          <TermsDialog onClose={() => setTerms(false)} />
        </Suspense>
      ) : null}
    </EntryFrame>
  );
}
