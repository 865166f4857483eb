import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type SubmitEvent, Suspense, useState } from 'react';
import { fieldMessage } from '#contract/field-messages.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useLanguage } from '../../lib/language.ts';
import { keepTokens, session } from '../../lib/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Checkbox, Input, PasswordInput } from '../../ui/input.tsx';
import { useTitle } from '../../ui/title.ts';
import { EntryFrame } from './entry-frame.tsx';

const LoginDialog = lazy(() => import('./login-dialog.tsx'));
const navigationDelayMs = 100;

export function LoginPage() {
  const text = useText();
  const language = useLanguage();
  const navigate = useNavigate();
  const { next } = useSearch({ from: '/login' });
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(false);
  const [errors, setErrors] = useState<{ username?: string; password?: string }>({});
  const [busy, setBusy] = useState(false);
  const [shown, setShown] = useState<{ title: string; text: string; again: boolean }>();
  useTitle(text.login.title);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = {
      ...(username.trim() === '' ? { username: fieldMessage('username_required', language) } : {}),
      ...(password === '' ? { password: fieldMessage('password_required', language) } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) {
      document.getElementsByName(found.username ? 'username' : 'password')[0]?.focus();
      return;
    }
    setBusy(true);
    try {
      const answer = await call('POST /token/', { body: { username: username.trim(), password, remember } });
      await new Promise((resolve) => setTimeout(resolve, navigationDelayMs));
      keepTokens(answer);
      const current = session();
      if (current.status !== 'signed_in') throw new Error('unreadable token');
      if (current.mustChangePassword) await navigate({ to: '/change-password' });
      else if (next) await navigate({ href: next });
      else await navigate({ to: current.isAdmin ? '/admin/dashboard' : '/app' });
    } catch (error) {
      const refused = error instanceof ApiError && (error.status === 400 || error.status === 401);
      setShown({
        title: text.login.failedTitle,
        text: refused ? text.login.wrong : errorWords(error, text.login.failed),
        again: true,
      });
    } finally {
      setBusy(false);
    }
  }

  return (
    <EntryFrame title={text.login.welcome} hint={text.login.hint}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <Field label={text.login.username} error={errors.username} required>
          {(control) => (
            <Input
              {...control}
              name="username"
              type="text"
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              value={username}
              onChange={(event) => setUsername(event.target.value)}
            />
          )}
        </Field>
        <Field label={text.login.password} error={errors.password} required>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            name="remember"
            checked={remember}
            onChange={(event) => setRemember(event.target.checked)}
          >
            {text.login.remember}
          </Checkbox>
          <button
            type="button"
            className="min-h-11 text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2"
            onClick={() =>
              setShown({ title: text.login.forgotTitle, text: text.login.forgotText, again: false })
            }
          >
            {text.login.forgot}
          </button>
        </div>
        <Button type="submit" wide size="large" busy={busy}>
          {busy ? text.login.submitting : text.login.submit}
        </Button>
        <p className="text-center">
          {text.login.noAccount}{' '}
          <Link
            to="/signup"
            className="inline-block py-2 font-medium text-accent-text underline decoration-1 underline-offset-4"
          >
            {text.login.signUp}
          </Link>
        </p>
      </form>
      {shown ? (
        <Suspense>
          <LoginDialog
            title={shown.title}
            text={shown.text}
            action={shown.again ? text.login.again : text.common.close}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      ) : null}
    </EntryFrame>
  );
}
