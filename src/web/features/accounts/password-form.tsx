// Changing one's own password: on the profile, and where somebody else had chosen it.
import { type SubmitEvent, useState } from 'react';
import { type FieldMessageKey, fieldMessage } from '#contract/field-messages.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { keepTokens } from '../../lib/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/input.tsx';
import { findNewPasswordErrors } from './account-checks.ts';

const blank = { current_password: '', new_password: '', confirm_password: '' };
type Values = typeof blank;
const order = ['current_password', 'new_password', 'confirm_password'] as const;

function findErrors(values: Values): Partial<Record<keyof Values, FieldMessageKey>> {
  return {
    ...(values.current_password === '' ? { current_password: 'password_required' } : {}),
    ...findNewPasswordErrors(values),
  };
}

export function PasswordForm({ onDone }: { onDone?: () => void }) {
  const text = useText();
  const language = useLanguage();
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const found = findErrors(values);
    setErrors(
      Object.fromEntries(Object.entries(found).map(([name, key]) => [name, fieldMessage(key, language)])),
    );
    const first = order.find((name) => found[name]);
    if (first) {
      document.getElementsByName(first)[0]?.focus();
      return;
    }
    setBusy(true);
    try {
      const answer = await call('POST /account/update-password/', { body: values });
      setValues(blank);
      notify.success(answer.message || text.changePassword.done);
      const { access, refresh, user_info } = answer;
      if (access && refresh && user_info) keepTokens({ access, refresh, user_info });
      onDone?.();
    } catch (error) {
      if (error instanceof ApiError) {
        setErrors(
          error.code === 'wrong_current_password' ? { current_password: error.message } : error.fields,
        );
      }
      notify.error(errorWords(error, text.changePassword.failed));
    } finally {
      setBusy(false);
    }
  }

  const labels = {
    current_password: text.changePassword.current,
    new_password: text.changePassword.next,
    confirm_password: text.changePassword.again,
  };
  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      {order.map((name) => (
        <Field
          key={name}
          label={labels[name]}
          error={errors[name]}
          hint={name === 'new_password' ? text.signUp.passwordHint : undefined}
          required
        >
          {(control) => (
            <PasswordInput
              {...control}
              name={name}
              maxLength={256}
              autoComplete={name === 'current_password' ? 'current-password' : 'new-password'}
              value={values[name]}
              onChange={(event) => {
                setValues({ ...values, [name]: event.target.value });
                setErrors(({ [name]: _, ...rest }) => rest);
              }}
            />
          )}
        </Field>
      ))}
      <Button type="submit" busy={busy}>
        {text.changePassword.submit}
      </Button>
    </form>
  );
}
