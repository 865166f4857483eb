import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, type SubmitEvent, Suspense, useState } from 'react';
import { toAsciiDigits } from '#contract/bengali.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { keepTokens, session } from '../../lib/session.ts';
import { useText } from '../../text/text.ts';
import { Button, button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Checkbox, Input, PasswordInput } from '../../ui/input.tsx';
import { useTitle } from '../../ui/title.ts';
import { EntryFrame } from './entry-frame.tsx';

const LoginDialog = lazy(() => import('./login-dialog.tsx'));
const navigationDelayMs = 100;

interface Typed {
  username: string;
  password: string;
  remember: boolean;
}

export function LoginPage() {
  const text = useText();
  const navigate = useNavigate();
  const format = useFormat();
  const { next } = useSearch({ from: '/login' });
  const [typed, setTyped] = useState<Typed>({ username: '', password: '', remember: false });
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [busy, setBusy] = useState(false);
  const [codeError, setCodeError] = useState<string>();
  const [shown, setShown] = useState<{ title: string; text: string }>();
  useTitle(text.login.title);

  async function enter(code?: string) {
    setBusy(true);
    setCodeError(undefined);
    try {
      const answer = await call('POST /token/', {
        body: { ...typed, username: typed.username.trim(), ...(code === undefined ? {} : { code }) },
      });
      await new Promise((resolve) => setTimeout(resolve, navigationDelayMs));
      keepTokens(answer);
      const current = session();
      if (current.status !== 'signed_in') throw new Error('unreadable token');
      if (current.mustChangePassword) await navigate({ to: '/change-password' });
      else if (next) await navigate({ href: next });
      else await navigate({ to: current.isAdmin ? '/admin/dashboard' : '/app' });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'second_factor_required') setStep('code');
      else if (error instanceof ApiError && error.code === 'wrong_code') setCodeError(error.message);
      else setShown(failureOf(error));
    } finally {
      setBusy(false);
    }
  }

  function failureOf(error: unknown): { title: string; text: string } {
    const { login } = text;
    if (error instanceof ApiError && (error.status === 400 || error.status === 401)) {
      setStep('password');
      return { title: login.failedTitle, text: login.wrong };
    }
    const wait = error instanceof ApiError ? error.waitSeconds : undefined;
    if (wait === undefined) return { title: login.failedTitle, text: errorWords(error, login.failed) };
    const words =
      wait <= 90
        ? login.waitSeconds(format.digits(wait))
        : login.waitUntil(
            format.digits(Math.ceil(wait / 60)),
            format.time(new Date(Date.now() + wait * 1000)),
          );
    return { title: login.waitTitle, text: words };
  }

  return (
    <EntryFrame
      title={step === 'code' ? text.login.codeTitle : text.login.welcome}
      hint={step === 'code' ? typed.username.trim() : text.login.hint}
    >
      {step === 'password' ? (
        <PasswordStep typed={typed} onChange={setTyped} busy={busy} onSubmit={() => void enter()} />
      ) : (
        <CodeStep
          busy={busy}
          error={codeError}
          onSubmit={(code) => void enter(code)}
          onBack={() => {
            setStep('password');
            setCodeError(undefined);
          }}
        />
      )}
      {shown ? (
        <Suspense>
          <LoginDialog
            title={shown.title}
            text={shown.text}
            action={text.login.again}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      ) : null}
    </EntryFrame>
  );
}

interface PasswordStepProps {
  typed: Typed;
  onChange: (typed: Typed) => void;
  busy: boolean;
  onSubmit: () => void;
}

function PasswordStep({ typed, onChange, busy, onSubmit }: PasswordStepProps) {
  const text = useText();
  const language = useLanguage();
  const [errors, setErrors] = useState<{ username?: string; password?: string }>({});

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = {
      ...(typed.username.trim() === '' ? { username: fieldMessage('username_required', language) } : {}),
      ...(typed.password === '' ? { password: fieldMessage('password_required', language) } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0) onSubmit();
    else document.getElementsByName(found.username ? 'username' : 'password')[0]?.focus();
  }

  return (
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
            value={typed.username}
            onChange={(event) => onChange({ ...typed, username: event.target.value })}
          />
        )}
      </Field>
      <Field label={text.login.password} error={errors.password} required>
        {(control) => (
          <PasswordInput
            {...control}
            name="password"
            autoComplete="current-password"
            value={typed.password}
            onChange={(event) => onChange({ ...typed, password: event.target.value })}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          name="remember"
          checked={typed.remember}
          onChange={(event) => onChange({ ...typed, remember: event.target.checked })}
        >
          {text.login.remember}
        </Checkbox>
        <Link
          to="/forgot-password"
          className="inline-flex min-h-11 items-center text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {text.login.forgot}
        </Link>
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
  );
}

interface CodeStepProps {
  busy: boolean;
  error: string | undefined;
  onSubmit: (code: string) => void;
  onBack: () => void;
}

function CodeStep({ busy, error, onSubmit, onBack }: CodeStepProps) {
  const text = useText();
  const language = useLanguage();
  const [code, setCode] = useState('');
  const [recovery, setRecovery] = useState(false);
  const [missing, setMissing] = useState(false);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const plain = toAsciiDigits(code).trim();
    setMissing(plain.length < 6);
    if (plain.length >= 6) onSubmit(plain);
    else document.getElementsByName('code')[0]?.focus();
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field
        label={recovery ? text.login.recoveryCode : text.login.code}
        hint={recovery ? text.login.recoveryHint : text.login.codeHint}
        error={missing ? fieldMessage('code_required', language) : error}
        required
      >
        {(control) => (
          <Input
            {...control}
            // The step has this one field, and it has just been asked for.
            autoFocus
            name="code"
            inputMode={recovery ? 'text' : 'numeric'}
            autoComplete={recovery ? 'off' : 'one-time-code'}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="text-lg tabular-nums"
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              setMissing(false);
            }}
          />
        )}
      </Field>
      <Button type="submit" wide size="large" busy={busy}>
        {busy ? text.login.submitting : text.login.submit}
      </Button>
      <div className="flex flex-col items-center gap-1">
        <button
          type="button"
          className="min-h-11 text-accent-text underline decoration-1 underline-offset-4"
          onClick={() => {
            setRecovery(!recovery);
            setCode('');
            setMissing(false);
          }}
        >
          {recovery ? text.login.useApp : text.login.useRecovery}
        </button>
        <button type="button" className={button({ look: 'bare' })} onClick={onBack}>
          {text.login.otherAccount}
        </button>
      </div>
    </form>
  );
}
