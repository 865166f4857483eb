// The page that sends a link by email, and the pages that such links open. A link's token follows the #. It leaves the URL at once, so that history
// and shared screens do not show it, and stays with the tab until it is used or the user signs out: a phone may discard the page meanwhile, and a
// pull at its top reloads it.
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isEmail } from '../../../features/accounts/account-checks.ts';
import { findNewPasswordErrors } from '../../../features/accounts/password/new-password-checks.ts';
import { userQuery } from '../../../features/accounts/queries.ts';
import { useAccountsText } from '../../../features/accounts/text.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { isOutcomeUnknown, retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { clearSession, session, useUser } from '../../../lib/session.ts';
import { useShop } from '../../../lib/shop.ts';
import { emailedLink, readStored, writeStored } from '../../../lib/storage/stored.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button, button } from '../../../ui/button.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input, PasswordInput } from '../../../ui/form/input.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { SkeletonRows } from '../../../ui/states.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { useEmailedText } from './emailed-text.ts';
import { EntryFrame } from './entry-frame.tsx';

const keep = (link: string | null) => writeStored(emailedLink, link, 'sessionStorage');

/** @param name of the token in the link */
function useEmailedToken(name: string) {
  // Without what mail programs and messengers append after a ?, which leaves the URL as well.
  const [page] = useState(() => window.location.origin + window.location.pathname);
  const [opened] = useState(() => page + window.location.hash);
  const [kept] = useState(() => readStored(emailedLink, 'sessionStorage'));
  const tokenOf = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get(name);
  const fromUrl = tokenOf(opened);
  useEffect(() => {
    if (!fromUrl) return;
    keep(opened);
    window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [opened, fromUrl]);
  return {
    /** Empty if there is none. */
    token: fromUrl ?? (kept?.startsWith(`${page}#`) ? tokenOf(kept) : null) ?? '',
    /** Whether this page used it before it was reloaded. */
    isUsed: !fromUrl && kept === page,
    onUsed: () => keep(page),
    onDead: () => keep(null),
  };
}

/** Returns the address of the signed-in user if it is confirmed: perhaps by this link, opened before or with a lost response. */
function useConfirmedAddress(isDead: boolean): string | undefined {
  const { id } = useUser();
  const { data } = useQuery({ ...userQuery(id), enabled: isDead && id > 0 });
  return data?.profile.is_email_active ? data.email : undefined;
}

export function ConfirmEmailPage() {
  const { confirmation: text } = useEmailedText();
  const { token, isUsed, onUsed, onDead } = useEmailedToken('confirm');
  const { mutate, isSuccess, error } = useMutation({
    mutationFn: () => call('POST /account/email-confirmation/confirm/', { body: { token } }),
    onSuccess: onUsed,
  });
  const isDone = isUsed || isSuccess;
  const isDead =
    !isDone &&
    (token === '' ||
      (error instanceof ApiError && (error.code === 'confirmation_link_dead' || !!error.fields.token)));
  const confirmed = useConfirmedAddress(isDead);
  useEffect(() => {
    if (token !== '') mutate();
  }, [token, mutate]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    if (isDead) onDead();
  }, [isDead]);
  useTitle(isDone || confirmed ? text.done : isDead ? text.dead : text.title);
  if (isDone || isDead)
    return (
      <EntryFrame
        title={isDone || confirmed ? text.done : text.dead}
        hint={isDone ? text.doneHint : confirmed ? text.before(confirmed) : text.deadHint}
      >
        <Link to="/app" className={button({ wide: true, size: 'large' })}>
          {text.onwards}
        </Link>
      </EntryFrame>
    );
  return (
    <EntryFrame title={text.title} hint={text.opening}>
      {error ? (
        <>
          <Callout tone="bad" role="alert" className="mb-4">
            {errorMessage(error, text.failed)}
          </Callout>
          <Button wide size="large" onClick={() => mutate()}>
            {text.again}
          </Button>
        </>
      ) : (
        <SkeletonRows rows={1} />
      )}
    </EntryFrame>
  );
}

const names = ['new_password', 'confirm_password'] as const;

export function ResetPasswordPage() {
  const { reset: text } = useEmailedText();
  const link = useResetLink();
  useTitle(link.isDead ? text.dead : text.title);
  return link.isDead ? (
    <DeadLink />
  ) : (
    <EntryFrame title={text.title} hint={text.hint}>
      <ResetForm {...link} />
    </EntryFrame>
  );
}

/**
 * For a login from a new device that the user disowns: ends it and all other sessions, then takes a new password. Opening the link alone does
 * nothing, because mail programs do that too.
 */
export function NotMePage() {
  const { notMe: text, reset } = useEmailedText();
  const link = useResetLink();
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('POST /account/password-reset/disown/', { body: { token: link.token } }),
    onSuccess: leaveSession,
    onError(failure) {
      if (isDeadLink(failure)) link.onDead();
    },
  });
  const title = link.isDead ? reset.dead : isSuccess ? text.done : text.title;
  useTitle(title);
  if (link.isDead) return <DeadLink />;
  return (
    <EntryFrame title={title} hint={isSuccess ? text.doneHint : text.hint}>
      {isSuccess ? (
        <ResetForm {...link} />
      ) : (
        <>
          {error ? (
            <Callout tone="bad" role="alert" className="mb-4">
              {retryableErrorMessage(error, text.failed)}
            </Callout>
          ) : null}
          <Button variant="danger" wide size="large" busy={isPending} onClick={() => mutate()}>
            {isPending ? text.submitting : text.submit}
          </Button>
          <Link to="/" className={button({ variant: 'quiet', wide: true, className: 'mt-4' })}>
            {text.itWasMe}
          </Link>
        </>
      )}
    </EntryFrame>
  );
}

/** The link's token, and whether it can still set a password. */
function useResetLink() {
  const { token, onUsed, onDead } = useEmailedToken('token');
  const [isDead, setDead] = useState(token === '');
  return {
    token,
    isDead,
    onUsed,
    onDead() {
      onDead();
      setDead(true);
    },
  };
}

function DeadLink() {
  const { reset: text } = useEmailedText();
  return (
    <EntryFrame title={text.dead} hint={text.deadHint}>
      <Link to="/forgot-password" className={button({ wide: true, size: 'large' })}>
        {text.newLink}
      </Link>
    </EntryFrame>
  );
}

const isDeadLink = (error: unknown) =>
  error instanceof ApiError && (error.code === 'reset_link_dead' || error.fields.token !== undefined);

/** When all sessions have ended, one that is open here has ended too. */
function leaveSession() {
  if (session().status === 'signed_in') clearSession();
}

interface ResetFormProps {
  token: string;
  onUsed: () => void;
  onDead: () => void;
}

function ResetForm({ token, onUsed, onDead }: ResetFormProps) {
  const { reset: text } = useEmailedText();
  const { changePassword } = useAccountsText();
  const navigate = useNavigate();
  const wasLost = useRef(false);
  function leave() {
    leaveSession();
    return navigate({ to: '/login', search: { next: undefined } });
  }
  const form = useForm({
    blank: { new_password: '', confirm_password: '' },
    check: findNewPasswordErrors,
    send: (values) => call('POST /account/password-reset/confirm/', { body: { token, ...values } }),
    async onSent(answer) {
      onUsed();
      notify.success(answer.message || text.done);
      await leave();
    },
    failed: text.failed,
    words: (error) => (isOutcomeUnknown(error) ? text.unanswered : errorMessage(error, text.failed)),
    onRefused(error) {
      wasLost.current ||= isOutcomeUnknown(error);
      const isDead = isDeadLink(error);
      if (isDead && wasLost.current) {
        // An earlier press has used it up, which is no reason to request another link.
        onUsed();
        notify.error(text.usedBefore);
        void leave();
      } else if (isDead) onDead();
      return isDead;
    },
  });
  return (
    <Form form={form} className="space-y-4">
      {names.map((name) => (
        <FormField
          key={name}
          form={form}
          name={name}
          label={name === 'new_password' ? text.next : text.again}
          hint={name === 'new_password' ? changePassword.newHint : undefined}
          required
        >
          {(control) => <PasswordInput {...control} maxLength={256} autoComplete="new-password" />}
        </FormField>
      ))}
      <Button type="submit" wide size="large" busy={form.busy}>
        {form.busy ? text.submitting : text.submit}
      </Button>
    </Form>
  );
}

/** Requests a link; the response is the same whether or not the address has an account. */
export function ForgotPasswordPage() {
  const { forgot: text } = useEmailedText();
  const [sent, setSent] = useState('');
  const sendsMail = useShop()?.sends_mail !== false;
  useTitle(text.title);
  return sent === '' ? (
    <EntryFrame title={text.title} hint={sendsMail ? text.hint : ''}>
      {sendsMail ? null : (
        <Callout tone="warn" className="mb-4">
          {text.noMail}
        </Callout>
      )}
      <EmailForm onSent={setSent} />
      <AskShop />
      <ToLogin />
    </EntryFrame>
  ) : (
    <EntryFrame title={sendsMail ? text.sentTitle : text.title} hint={sendsMail ? text.sentHint : ''}>
      {sendsMail ? (
        <Callout tone="good" role="status" className="flex gap-3">
          <MailCheck className="mt-1 size-5 shrink-0 text-good" aria-hidden="true" />
          <span>{sent}</span>
        </Callout>
      ) : (
        <Callout tone="warn" role="status">
          {sent}
        </Callout>
      )}
      <Button variant="quiet" wide className="mt-4" onClick={() => setSent('')}>
        {text.again}
      </Button>
      <AskShop />
      <ToLogin />
    </EntryFrame>
  );
}

function EmailForm({ onSent }: { onSent: (words: string) => void }) {
  const { forgot: text } = useEmailedText();
  const form = useForm({
    blank: { email: '' },
    check: ({ email }) => ({
      email: email.trim() === '' ? 'email_required' : isEmail(email) ? undefined : 'email_invalid',
    }),
    send: ({ email }) => call('POST /account/password-reset/', { body: { email: email.trim() } }),
    onSent: (answer) => onSent(answer.message || text.sent),
    failed: text.failed,
    at: 'email',
  });
  return (
    <Form form={form} className="space-y-4">
      <FormField form={form} name="email" label={text.email} required>
        {(control) => <Input {...control} type="email" autoComplete="username" maxLength={254} />}
      </FormField>
      <Button type="submit" wide size="large" busy={form.busy}>
        {form.busy ? text.submitting : text.submit}
      </Button>
    </Form>
  );
}

/** Users who get no mail, for whatever reason, can be let in by the shop. */
function AskShop() {
  const { forgot: text } = useEmailedText();
  const format = useFormat();
  const phone = useShop()?.contact.phone;
  return phone ? (
    <p className="mt-4 text-center text-muted">
      {text.askShop}{' '}
      <a
        href={`tel:${phone.replaceAll(' ', '')}`}
        className="inline-block py-2 font-medium whitespace-nowrap text-accent-text underline decoration-1 underline-offset-4"
      >
        {format.digits(phone)}
      </a>
    </p>
  ) : null;
}

function ToLogin() {
  const { forgot: text } = useEmailedText();
  return (
    <p className="mt-4 text-center">
      <Link
        to="/login"
        search={{ next: undefined }}
        className="inline-block py-2 font-medium text-accent-text underline decoration-1 underline-offset-4"
      >
        {text.toLogin}
      </Link>
    </p>
  );
}
