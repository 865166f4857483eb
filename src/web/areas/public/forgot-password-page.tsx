// Asks for a link by mail; the answer is the same whether the address has an account.
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { fieldMessage } from '#contract/field-messages.ts';
import { isEmail } from '../../features/accounts/account-checks.ts';
import { useAccountText } from '../../features/accounts/text.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useLanguage } from '../../lib/language.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Notice } from '../../ui/surface.tsx';
import { useTitle } from '../../ui/title.ts';
import { EntryFrame } from './entry-frame.tsx';

export function ForgotPasswordPage() {
  const { forgot: text } = useAccountText();
  const [sent, setSent] = useState('');
  useTitle(text.title);
  return sent === '' ? (
    <EntryFrame title={text.title} hint={text.hint}>
      <EmailForm onSent={setSent} />
      <ToLogin />
    </EntryFrame>
  ) : (
    <EntryFrame title={text.sentTitle} hint={text.sentHint}>
      <Notice tone="good" role="status" className="flex gap-3">
        <MailCheck className="mt-1 size-5 shrink-0 text-good" aria-hidden="true" />
        <span>{sent}</span>
      </Notice>
      <Button look="quiet" wide className="mt-4" onClick={() => setSent('')}>
        {text.again}
      </Button>
      <ToLogin />
    </EntryFrame>
  );
}

function EmailForm({ onSent }: { onSent: (words: string) => void }) {
  const { forgot: text } = useAccountText();
  const language = useLanguage();
  const [email, setEmail] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isEmail(email)) {
      setError(fieldMessage(email.trim() === '' ? 'email_required' : 'email_invalid', language));
      document.getElementsByName('email')[0]?.focus();
      return;
    }
    setBusy(true);
    try {
      const answer = await call('POST /account/password-reset/', { body: { email: email.trim() } });
      onSent(answer.message || text.sent);
    } catch (failure) {
      setError((failure instanceof ApiError && failure.fields.email) || errorWords(failure, text.failed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <Field label={text.email} error={error} required>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            maxLength={254}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setError(undefined);
            }}
          />
        )}
      </Field>
      <Button type="submit" wide size="large" busy={busy}>
        {busy ? text.submitting : text.submit}
      </Button>
    </form>
  );
}

function ToLogin() {
  const { forgot: text } = useAccountText();
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
