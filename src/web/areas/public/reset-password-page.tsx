// Opened by the link of the mail. Its token stands after the #, is read once and taken out of the address.
import { Link, useNavigate } from '@tanstack/react-router';
import { type SubmitEvent, useEffect, useState } from 'react';
import { fieldMessage } from '#contract/field-messages.ts';
import { findNewPasswordErrors } from '../../features/accounts/account-checks.ts';
import { useAccountText } from '../../features/accounts/text.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { clearSession, session } from '../../lib/session.ts';
import { useText } from '../../text/text.ts';
import { Button, button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/input.tsx';
import { useTitle } from '../../ui/title.ts';
import { EntryFrame } from './entry-frame.tsx';

const names = ['new_password', 'confirm_password'] as const;

function readToken(): string {
  return new URLSearchParams(window.location.hash.replace(/^#/, '')).get('token') ?? '';
}

export function ResetPasswordPage() {
  const { reset: text } = useAccountText();
  const [token] = useState(readToken);
  const [dead, setDead] = useState(token === '');
  useTitle(dead ? text.dead : text.title);
  useEffect(() => {
    // Neither the history nor a shared screen keeps the token.
    if (token !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [token]);
  return dead ? (
    <EntryFrame title={text.dead} hint={text.deadHint}>
      <Link to="/forgot-password" className={button({ wide: true, size: 'large' })}>
        {text.newLink}
      </Link>
    </EntryFrame>
  ) : (
    <EntryFrame title={text.title} hint={text.hint}>
      <ResetForm token={token} onDead={() => setDead(true)} />
    </EntryFrame>
  );
}

function ResetForm({ token, onDead }: { token: string; onDead: () => void }) {
  const { reset: text } = useAccountText();
  const passwordHint = useText().signUp.passwordHint;
  const language = useLanguage();
  const navigate = useNavigate();
  const [values, setValues] = useState({ new_password: '', confirm_password: '' });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findNewPasswordErrors(values);
    setErrors(
      Object.fromEntries(Object.entries(found).map(([name, key]) => [name, fieldMessage(key, language)])),
    );
    const first = names.find((name) => found[name]);
    if (first) {
      document.getElementsByName(first)[0]?.focus();
      return;
    }
    setBusy(true);
    try {
      const answer = await call('POST /account/password-reset/confirm/', { body: { token, ...values } });
      notify.success(answer.message || text.done);
      // All sessions have ended with the old password, also one that stood open here.
      if (session().status === 'signed_in') clearSession();
      await navigate({ to: '/login', search: { next: undefined } });
    } catch (error) {
      if (error instanceof ApiError && (error.code === 'reset_link_dead' || error.fields.token)) onDead();
      else if (error instanceof ApiError && Object.keys(error.fields).length > 0) setErrors(error.fields);
      else notify.error(errorWords(error, text.failed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {names.map((name) => (
        <Field
          key={name}
          label={name === 'new_password' ? text.next : text.again}
          hint={name === 'new_password' ? passwordHint : undefined}
          error={errors[name]}
          required
        >
          {(control) => (
            <PasswordInput
              {...control}
              name={name}
              maxLength={256}
              autoComplete="new-password"
              value={values[name]}
              onChange={(event) => {
                setValues({ ...values, [name]: event.target.value });
                setErrors(({ [name]: _, ...rest }) => rest);
              }}
            />
          )}
        </Field>
      ))}
      <Button type="submit" wide size="large" busy={busy}>
        {busy ? text.submitting : text.submit}
      </Button>
    </form>
  );
}
