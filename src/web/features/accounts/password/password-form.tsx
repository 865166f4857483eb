// Changes the user's own password: on the profile, and after someone else has set it.
import type { ComponentProps } from 'react';
import { type Answer, call } from '../../../lib/api/api.ts';
import { ApiError, errorMessage, isUnreachable } from '../../../lib/api/api-error.ts';
import { notify } from '../../../lib/notify.ts';
import { storeTokens, useUser } from '../../../lib/session.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';
import { useAccountsText } from '../text.ts';
import { findNewPasswordErrors } from './new-password-checks.ts';

const names = ['current_password', 'new_password', 'confirm_password'] as const;

/** The current password, which signed-in users have to confirm. */
export function OwnPasswordInput(control: ComponentProps<'input'>) {
  const { username } = useUser();
  return (
    <>
      {/* Without it a password manager stores a changed password next to the old one, and offers the old one at the next login. */}
      <input hidden readOnly autoComplete="username" value={username} />
      <PasswordInput maxLength={256} {...control} autoComplete="current-password" />
    </>
  );
}

/**
 * Changes the password, which ends all sessions. If the response with the new tokens is lost, a login with the new password proves that the change
 * was made.
 */
async function change(
  username: string,
  body: Record<(typeof names)[number], string>,
): Promise<Partial<Answer<'POST /account/update-password/'>>> {
  try {
    return await call('POST /account/update-password/', { body });
  } catch (lost) {
    if (!isUnreachable(lost)) throw lost;
    try {
      return await call('POST /token/', { body: { username, password: body.new_password } });
    } catch (refused) {
      const code = refused instanceof ApiError ? refused.code : undefined;
      // The server asks for a second factor only if the password is right; the login then asks for both again.
      if (code === 'second_factor_required') return {};
      throw code === 'invalid_credentials' ? new Error('the password is the old one') : lost;
    }
  }
}

export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const text = useAccountsText();
  const { username } = useUser();
  const form = useForm({
    blank: { current_password: '', new_password: '', confirm_password: '' },
    check: (values) => ({
      ...(values.current_password === '' ? { current_password: 'password_required' } : {}),
      ...findNewPasswordErrors(values),
    }),
    send: (body) => change(username, body),
    onSent({ message, access, refresh, user_info }) {
      form.reset();
      notify.success(message || text.changePassword.done);
      if (access && refresh && user_info) storeTokens({ access, refresh, user_info });
      onDone?.();
    },
    failed: text.changePassword.failed,
    words: (error) =>
      isUnreachable(error) ? text.changePassword.unanswered : errorMessage(error, text.changePassword.failed),
    fieldsOf: (error) =>
      error.code === 'wrong_current_password' ? { current_password: error.message } : error.fields,
  });
  const labels = {
    current_password: text.changePassword.current,
    new_password: text.changePassword.next,
    confirm_password: text.changePassword.again,
  };
  return (
    <Form form={form} className="space-y-4">
      {names.map((name) => (
        <FormField
          key={name}
          form={form}
          name={name}
          label={labels[name]}
          hint={name === 'new_password' ? text.changePassword.newHint : undefined}
          required
        >
          {(control) =>
            name === 'current_password' ? (
              <OwnPasswordInput {...control} />
            ) : (
              <PasswordInput {...control} maxLength={256} autoComplete="new-password" />
            )
          }
        </FormField>
      ))}
      <Button type="submit" busy={form.busy}>
        {text.changePassword.submit}
      </Button>
    </Form>
  );
}
