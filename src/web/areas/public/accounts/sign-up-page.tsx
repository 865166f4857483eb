import { CircleAlert } from 'lucide-react';
import { Suspense, useState } from 'react';
import { isMobileNumber, keepPhoneDigits } from '#contract/accounts/rules.ts';
import { inDigitsOf } from '#contract/digits.ts';
import { findPasswordError, findPhoneError, isEmail } from '../../../features/accounts/account-checks.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, errorMessage, isUnreachable } from '../../../lib/api/api-error.ts';
import { useLanguage } from '../../../lib/language.ts';
import { lazyPart } from '../../../lib/loading/code.ts';
import { navigateTo } from '../../../lib/navigation.ts';
import { notify } from '../../../lib/notify.ts';
import { storeTokens } from '../../../lib/session.ts';
import { type FormErrors, type FormState, useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input, PasswordInput } from '../../../ui/form/input.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { useSignUpDraft } from './sign-up-draft.ts';
import { useSignUpText } from './sign-up-text.ts';

const TermsDialog = lazyPart(() => import('./terms-dialog.tsx'));
const redirectDelayMs = 2000;

const blank = { first_name: '', last_name: '', email: '', phone: '', password: '', terms: false };
type Values = typeof blank;

function findErrors(values: Values): FormErrors<keyof Values> {
  return {
    first_name: values.first_name.trim() === '' ? 'first_name_required' : undefined,
    last_name: values.last_name.trim() === '' ? 'last_name_required' : undefined,
    email:
      values.email.trim() === '' ? 'email_required' : isEmail(values.email) ? undefined : 'email_invalid',
    phone: findPhoneError(values.phone),
    password: findPasswordError(values.password),
    terms: values.terms ? undefined : 'terms_required',
  };
}

/** The address of a sign-up whose response was lost. */
let unanswered = '';

/**
 * Creates the account, or signs in to the one that an earlier press created.
 * @returns whether it signed in
 */
async function open(body: Values): Promise<boolean> {
  try {
    await call('POST /account/sign-up/', { body });
    return false;
  } catch (error) {
    if (isUnreachable(error)) unanswered = body.email;
    if (unanswered !== body.email || !(error instanceof ApiError && error.fields.email)) throw error;
    const { email: username, password } = body;
    await call('POST /token/', { body: { username, password } }).then(storeTokens, () => {
      throw error;
    });
    return true;
  }
}

function useSignUp() {
  const text = useSignUpText();
  const [isDone, setDone] = useState(false);
  const draft = useSignUpDraft(blank, isDone);
  const form = useForm({
    blank,
    draft,
    check: findErrors,
    // The field itself says what is wrong with an empty or common password.
    summary: ({ password }) => (password === 'password_short' ? text.passwordWeak : undefined),
    send: open,
    onSent(isIn) {
      setDone(true);
      if (isIn) return void navigateTo('/app');
      notify.success(text.done);
      setTimeout(() => void navigateTo('/login', { opened: draft.value.email }), redirectDelayMs);
    },
    failed: text.failed,
    words(error) {
      if (isUnreachable(error)) return text.unanswered;
      for (const name of ['email', 'password', 'phone'] as const)
        if (error instanceof ApiError && error.fields[name])
          return `${text.prefixes[name]} ${error.fields[name]}`;
      return errorMessage(error, text.failed);
    },
  });
  return { form, isDone };
}

export function SignUpPage() {
  const text = useSignUpText();
  const language = useLanguage();
  const { form, isDone } = useSignUp();
  useTitle(text.title);
  return (
    <EntryFrame title={text.title} hint={text.hint}>
      <Form form={form} className="space-y-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <FormField form={form} name="first_name" label={text.firstName} required>
            {(control) => <Input {...control} autoComplete="given-name" maxLength={100} />}
          </FormField>
          <FormField form={form} name="last_name" label={text.lastName} required>
            {(control) => <Input {...control} autoComplete="family-name" maxLength={100} />}
          </FormField>
        </div>
        <FormField form={form} name="email" label={text.email} required>
          {(control) => <Input {...control} type="email" autoComplete="email" maxLength={254} />}
        </FormField>
        <FormField
          form={form}
          name="phone"
          label={text.phone}
          hint={text.phoneHint}
          confirmation={isMobileNumber(form.values.phone) ? text.phoneGood : undefined}
          read={keepPhoneDigits}
          show={(phone) => inDigitsOf(language, phone)}
          required
        >
          {(control) => <Input {...control} type="tel" inputMode="tel" autoComplete="tel" />}
        </FormField>
        <FormField
          form={form}
          name="password"
          label={text.password}
          hint={text.passwordHint}
          confirmation={findPasswordError(form.values.password) ? undefined : text.passwordGood}
          required
        >
          {(control) => <PasswordInput {...control} autoComplete="new-password" maxLength={256} />}
        </FormField>
        <Terms form={form} />
        <Button type="submit" wide size="large" busy={form.busy || isDone}>
          {form.busy || isDone ? text.submitting : text.submit}
        </Button>
        <p className="text-center">
          {text.haveAccount}{' '}
          <PageLink
            to="/login"
            className="inline-block py-2 font-medium text-accent-text underline decoration-1 underline-offset-4"
          >
            {text.login}
          </PageLink>
        </p>
      </Form>
    </EntryFrame>
  );
}

function Terms({ form }: { form: FormState<Values> }) {
  const text = useSignUpText();
  const [isOpen, setOpen] = useState(false);
  const error = form.errors.terms;
  return (
    <div>
      <Checkbox
        name="terms"
        checked={form.values.terms}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? 'terms-error' : undefined}
        onChange={(event) => form.set({ terms: event.target.checked })}
      >
        {text.terms}
      </Checkbox>
      {error ? (
        <p id="terms-error" role="alert" className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert className="mt-1 size-4 shrink-0" aria-hidden="true" />
          {error}
        </p>
      ) : null}
      <button
        type="button"
        className="min-h-11 text-accent-text underline decoration-1 underline-offset-4"
        onClick={() => setOpen(true)}
      >
        {text.readTerms}
      </button>
      {isOpen ? (
        <Suspense>
          <TermsDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </div>
  );
}
