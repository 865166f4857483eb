// Opened by the link in the email. Its token follows the #, is read once and removed from the URL.
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { findNewPasswordErrors } from '../../../features/accounts/new-password-checks.ts';
import { useAccountsText } from '../../../features/accounts/text.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { notify } from '../../../lib/notify.ts';
import { clearSession, session } from '../../../lib/session.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button, button } from '../../../ui/button.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';
import { useTitle } from '../../../ui/frame/title.ts';
import { EntryFrame } from './entry-frame.tsx';

const names = ['new_password', 'confirm_password'] as const;

function readToken(): string {
  return new URLSearchParams(window.location.hash.replace(/^#/, '')).get('token') ?? '';
}

export function ResetPasswordPage() {
  const { reset: text } = useAccountsText();
  const [token] = useState(readToken);
  const [dead, setDead] = useState(token === '');
  useTitle(dead ? text.dead : text.title);
  useEffect(() => {
    // Keeps the token out of the history and off shared screens.
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
  const { reset: text, changePassword } = useAccountsText();
  const navigate = useNavigate();
  const form = useForm({
    blank: { new_password: '', confirm_password: '' },
    check: findNewPasswordErrors,
    send: (values) => call('POST /account/password-reset/confirm/', { body: { token, ...values } }),
    async onSent(answer) {
      notify.success(answer.message || text.done);
      // The password change ended all sessions, including any open here.
      if (session().status === 'signed_in') clearSession();
      await navigate({ to: '/login', search: { next: undefined } });
    },
    failed: text.failed,
    onRefused(error) {
      const isDead =
        error instanceof ApiError && (error.code === 'reset_link_dead' || error.fields.token !== undefined);
      if (isDead) onDead();
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
