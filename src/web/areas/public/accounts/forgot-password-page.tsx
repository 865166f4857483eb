// Requests a link by email; the response is the same whether or not the address has an account.
import { Link } from '@tanstack/react-router';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { isEmail } from '../../../features/accounts/account-checks.ts';
import { useAccountsText } from '../../../features/accounts/text.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { useShop } from '../../../lib/shop.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { Callout } from '../../../ui/surface.tsx';
import { EntryFrame } from './entry-frame.tsx';

export function ForgotPasswordPage() {
  const { forgot: text } = useAccountsText();
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
  const { forgot: text } = useAccountsText();
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

/** Whoever gets no mail, for whatever reason, can be let in by the shop. */
function AskShop() {
  const { forgot: text } = useAccountsText();
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
  const { forgot: text } = useAccountsText();
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
