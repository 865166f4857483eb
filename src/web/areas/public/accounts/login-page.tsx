import { type Dispatch, type SetStateAction, Suspense, useState } from 'react';
import { toAsciiDigits } from '#contract/digits.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { useFormat } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/loading/code.ts';
import { type Arrival, navigateTo } from '../../../lib/navigation.ts';
import { session, storeTokens, useSession } from '../../../lib/session.ts';
import { writeStored } from '../../../lib/storage/stored.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button, button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input, PasswordInput } from '../../../ui/form/input.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { EntryFrame } from './entry-frame.tsx';
import { useLoginText } from './login-text.ts';

const LoginDialog = lazyPart(() => import('./login-dialog.tsx'));
const navigationDelayMs = 100;

interface Typed {
  username: string;
  password: string;
  remember: boolean;
}

interface LoginPageProps extends Arrival {
  /** Where the login leads: a path inside the portal. */
  next: string | undefined;
}

export function LoginPage({ next, opened = '' }: LoginPageProps) {
  const text = useLoginText();
  const format = useFormat();
  const [typed, setTyped] = useState<Typed>({ username: opened, password: '', remember: false });
  const [step, setStep] = useState<'password' | 'code'>('password');
  const [shown, setShown] = useState<{ title: string; text: string }>();
  const current = useSession();
  const ended = current.status === 'signed_out' && current.ended;
  const [isKept] = useState(() => writeStored('kept', '') && writeStored('kept', null));
  useTitle(text.title);

  async function enter(code?: string) {
    const answer = await call('POST /token/', { body: { ...typed, code } });
    await new Promise((resolve) => setTimeout(resolve, navigationDelayMs));
    storeTokens(answer);
    const current = session();
    if (current.status !== 'signed_in') throw new Error('unreadable token');
    if (current.mustChangePassword) await navigateTo('/change-password');
    else await navigateTo(next ?? (current.isAdmin ? '/admin' : '/app'));
  }

  function onRefused(error: unknown): boolean {
    const code = error instanceof ApiError ? error.code : undefined;
    // The field shows the error.
    if (code === 'wrong_code') return false;
    if (code === 'second_factor_required') setStep('code');
    else setShown(failureOf(error));
    return true;
  }

  function failureOf(error: unknown): { title: string; text: string } {
    if (error instanceof ApiError && (error.status === 400 || error.status === 401)) {
      setStep('password');
      return { title: text.failedTitle, text: text.wrong };
    }
    const wait = error instanceof ApiError ? error.waitSeconds : undefined;
    if (wait === undefined) return { title: text.failedTitle, text: errorMessage(error, text.failed) };
    const words =
      wait <= 90
        ? text.waitSeconds(format.digits(wait))
        : text.waitUntil(
            format.digits(Math.ceil(wait / 60)),
            format.time(new Date(Date.now() + wait * 1000)),
          );
    return { title: text.waitTitle, text: words };
  }

  return (
    <EntryFrame
      title={step === 'code' ? text.codeTitle : opened ? text.opened : text.welcome}
      hint={step === 'code' ? typed.username.trim() : opened ? text.openedHint : text.hint}
    >
      {ended && next ? (
        <Callout tone="accent" role="status" className="mb-4">
          {ended === true ? text.ended : ended}
        </Callout>
      ) : null}
      {isKept ? null : (
        <Callout tone="warn" role="status" className="mb-4">
          {text.notKept}
        </Callout>
      )}
      {step === 'password' ? (
        <PasswordStep typed={typed} onChange={setTyped} send={() => enter()} onRefused={onRefused} />
      ) : (
        <CodeStep send={enter} onRefused={onRefused} onBack={() => setStep('password')} />
      )}
      {shown ? (
        // Without a network the dialog cannot be fetched, so its text is here.
        <Suspense
          fallback={
            <p role="alert" className="mt-4 text-bad">
              {shown.text}
            </p>
          }
        >
          <LoginDialog title={shown.title} text={shown.text} onClose={() => setShown(undefined)} />
        </Suspense>
      ) : null}
    </EntryFrame>
  );
}

interface PasswordStepProps {
  typed: Typed;
  onChange: Dispatch<SetStateAction<Typed>>;
  send: () => Promise<void>;
  onRefused: (error: unknown) => boolean;
}

function PasswordStep({ typed, onChange, send, onRefused }: PasswordStepProps) {
  const text = useLoginText();
  const [isPasswordAlone] = useState(typed.username !== '' && typed.password === '');
  const form = useForm({
    blank: typed,
    draft: { value: typed, set: onChange },
    check: ({ username, password }) => ({
      username: username.trim() === '' ? 'username_required' : undefined,
      password: password === '' ? 'password_required' : undefined,
    }),
    send,
    onRefused,
    failed: text.failed,
  });
  return (
    <Form form={form} className="space-y-4">
      <FormField form={form} name="username" label={text.username} required>
        {(control) => (
          <Input
            {...control}
            type="text"
            inputMode="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </FormField>
      <FormField form={form} name="password" label={text.password} required>
        {(control) => (
          <PasswordInput
            {...control}
            // After a sign-up only the password is missing.
            autoFocus={isPasswordAlone}
            autoComplete="current-password"
          />
        )}
      </FormField>
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          name="remember"
          checked={typed.remember}
          onChange={(event) => form.set({ remember: event.target.checked })}
        >
          {text.remember}
        </Checkbox>
        <PageLink
          to="/forgot-password"
          className="inline-flex min-h-11 items-center text-accent-text underline decoration-1 underline-offset-4 hover:decoration-2"
        >
          {text.forgot}
        </PageLink>
      </div>
      <Button type="submit" wide size="large" busy={form.busy}>
        {form.busy ? text.submitting : text.submit}
      </Button>
      <p className="text-center">
        {text.noAccount}{' '}
        <PageLink
          to="/signup"
          className="inline-block py-2 font-medium text-accent-text underline decoration-1 underline-offset-4"
        >
          {text.signUp}
        </PageLink>
      </p>
    </Form>
  );
}

interface CodeStepProps {
  send: (code: string) => Promise<void>;
  onRefused: (error: unknown) => boolean;
  onBack: () => void;
}

const plainCode = (typed: string) => toAsciiDigits(typed).trim();

function CodeStep({ send, onRefused, onBack }: CodeStepProps) {
  const text = useLoginText();
  const [recovery, setRecovery] = useState(false);
  const form = useForm({
    blank: { code: '' },
    check: ({ code }) => ({ code: plainCode(code).length < 6 ? 'code_required' : undefined }),
    send: ({ code }) => send(plainCode(code)),
    onRefused,
    failed: text.failed,
    at: 'code',
  });
  return (
    <Form form={form} className="space-y-4">
      <FormField
        form={form}
        name="code"
        label={recovery ? text.recoveryCode : text.code}
        hint={recovery ? text.recoveryHint : text.codeHint}
        required
      >
        {(control) => (
          <Input
            {...control}
            // This is the step's only field, and the user has just asked for it.
            autoFocus
            inputMode={recovery ? 'text' : 'numeric'}
            autoComplete={recovery ? 'off' : 'one-time-code'}
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="text-lg tabular-nums"
          />
        )}
      </FormField>
      <Button type="submit" wide size="large" busy={form.busy}>
        {form.busy ? text.submitting : text.submit}
      </Button>
      <div className="flex flex-col items-center gap-1">
        <button
          type="button"
          className="min-h-11 text-accent-text underline decoration-1 underline-offset-4"
          onClick={() => {
            setRecovery(!recovery);
            form.reset();
          }}
        >
          {recovery ? text.useApp : text.useRecovery}
        </button>
        <button type="button" className={button({ variant: 'bare' })} onClick={onBack}>
          {text.otherAccount}
        </button>
      </div>
    </Form>
  );
}
