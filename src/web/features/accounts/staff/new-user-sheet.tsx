// Staff create an account for someone, who must choose their own password at the first login.

import { Check, X } from 'lucide-react';
import { isCommonPassword } from '#contract/accounts/common-passwords.ts';
import { minimumPasswordLength } from '#contract/accounts/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input, PasswordInput } from '../../../ui/form/input.tsx';
import { useUiText } from '../../../ui/text.ts';
import { isEmail } from '../account-checks.ts';
import { useAccountsStaffText } from './text.ts';

const blank = { first_name: '', last_name: '', email: '', password: '' };
const missing = {
  first_name: 'first_name_required',
  last_name: 'last_name_required',
  email: 'email_required',
  password: 'password_required',
} as const;

const rulesOf = (password: string) =>
  [
    { key: 'length', isMet: password.length >= minimumPasswordLength },
    { key: 'common', isMet: password !== '' && !isCommonPassword(password) },
  ] as const;

export function NewUserSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { users: text } = useAccountsStaffText();
  const common = useUiText().common;
  const form = useForm({
    blank,
    check: (values) =>
      Object.fromEntries(
        Object.entries(missing).filter(([name]) => values[name as keyof typeof blank].trim() === ''),
      ),
    send: (values) => call('POST /account/sign-up/', { body: { ...values, email: values.email.trim() } }),
    onSent() {
      notify.success(text.created);
      form.reset();
      onClose();
    },
    failed: text.createFailed,
  });
  const { email, password } = form.values;
  const isEmailWrong = email !== '' && !isEmail(email);
  const isWeak = password !== '' && rulesOf(password).some((rule) => !rule.isMet);
  return (
    <Sheet open={open} onClose={onClose} title={text.createTitle}>
      <Form form={form} className="flex grow flex-col gap-4 p-5">
        <FormField form={form} name="first_name" label={text.firstName} required>
          {(control) => <Input {...control} maxLength={100} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="last_name" label={text.lastName} required>
          {(control) => <Input {...control} maxLength={100} autoComplete="off" />}
        </FormField>
        <FormField
          form={form}
          name="email"
          label={text.columns.email}
          error={isEmailWrong ? text.emailWrong : undefined}
          required
        >
          {(control) => <Input {...control} type="email" maxLength={254} autoComplete="off" />}
        </FormField>
        <FormField form={form} name="password" label={text.password} hint={text.createHint} required>
          {(control) => <PasswordInput {...control} maxLength={256} autoComplete="new-password" />}
        </FormField>
        <PasswordRules password={password} />
        <div className="mt-auto flex flex-col gap-2 pt-4">
          <Button type="submit" busy={form.busy} disabled={isEmailWrong || isWeak}>
            {text.create}
          </Button>
          <Button variant="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}

function PasswordRules({ password }: { password: string }) {
  const { users: text } = useAccountsStaffText();
  return (
    <ul className="space-y-1 text-sm" aria-live="polite">
      {rulesOf(password).map(({ key, isMet }) => (
        <li
          key={key}
          className={isMet ? 'flex items-center gap-2 text-good' : 'flex items-center gap-2 text-muted'}
        >
          {isMet ? (
            <Check className="size-4" aria-hidden="true" />
          ) : (
            <X className="size-4" aria-hidden="true" />
          )}
          {text.rules[key]}
          <span className="sr-only">: {isMet ? text.rules.kept : text.rules.open}</span>
        </li>
      ))}
    </ul>
  );
}
