// Staff create an account for someone, who must choose a password of their own at the first login. The role is granted by a second request, because
// the first is public. If only the second fails, the sheet stays open and offers to grant the role again.

import { Check, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { hasRight, type StaffRole, staffRoles } from '#contract/access.ts';
import { isCommonPassword } from '#contract/accounts/common-passwords.ts';
import { keepPhoneDigits, minimumPasswordLength } from '#contract/accounts/rules.ts';
import { inDigitsOf } from '#contract/digits.ts';
import { call } from '../../../lib/api/api.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { retryableErrorMessage } from '../../../lib/api/unknown-outcome.ts';
import { useLanguage } from '../../../lib/language.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { type FormState, useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/dialog.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input, PasswordInput } from '../../../ui/form/input.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';
import { useDialogDraft } from '../../drafts/draft.ts';
import { DraftNotice } from '../../drafts/draft-notice.tsx';
import { findPhoneError, isEmail } from '../account-checks.ts';
import { CodeField, codeBody } from '../code-field.tsx';
import { useAccountsStaffText } from './text.ts';

const blank = {
  ...{ first_name: '', last_name: '', email: '', phone: '', password: '', code: '' },
  role: '' as '' | StaffRole,
};
type Values = typeof blank;
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

const accountOf = ({ first_name, last_name, email, phone, password }: Values) => ({
  ...{ first_name, last_name, password, email: email.trim() },
  ...(phone === '' ? {} : { phone }),
});

function useNewUser(onClose: () => void) {
  const { users: text } = useAccountsStaffText();
  // The account that was created although its role could not be granted.
  const opened = useRef<number>(undefined);
  const [isOpened, setOpened] = useState(false);
  const draft = useDialogDraft('new-user', () => blank);
  const form = useForm({
    blank,
    draft,
    check: (values) => ({
      ...Object.fromEntries(
        Object.entries(missing).filter(([name]) => values[name as keyof typeof missing].trim() === ''),
      ),
      phone: values.phone === '' ? undefined : findPhoneError(values.phone),
    }),
    async send(values) {
      opened.current ??= (await call('POST /account/sign-up/', { body: accountOf(values) })).id;
      if (values.role === '') return;
      try {
        const body = { roles: [values.role], ...codeBody(values.code) };
        await call('PUT /account/user/:id/roles/', { params: { id: opened.current }, body });
      } catch (error) {
        setOpened(true);
        throw error;
      }
    },
    onSent() {
      notify.success(text.created);
      startAnew();
      onClose();
    },
    words: (error) =>
      opened.current === undefined
        ? retryableErrorMessage(error, text.createFailed)
        : errorMessage(error, text.roleFailed),
    failed: text.createFailed,
  });
  function startAnew() {
    form.clear();
    draft.forget();
    opened.current = undefined;
    setOpened(false);
  }
  function close() {
    // Values typed for an account that has not been created yet stay for the next time.
    if (opened.current !== undefined) startAnew();
    onClose();
  }
  return { form, draft, isOpened, close };
}

export function NewUserSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { users: text } = useAccountsStaffText();
  const common = useUiText().common;
  const { form, draft, isOpened, close } = useNewUser(onClose);
  const isAnyRole = hasRight(useUser().roles, 'users.manage');
  const { email, password } = form.values;
  const isEmailWrong = email !== '' && !isEmail(email);
  const isWeak = password !== '' && rulesOf(password).some((rule) => !rule.isMet);
  return (
    <Sheet
      open={open}
      onClose={close}
      title={isAnyRole ? text.createTitle : text.createCustomer}
      locked={form.busy}
    >
      <Form form={form} className="flex grow flex-col gap-4 p-5">
        {draft.restored && !isOpened ? <DraftNotice onForget={draft.forget} /> : null}
        {isOpened ? (
          <Callout tone="warn" role="alert">
            {text.openedWithoutRole(email)}
          </Callout>
        ) : (
          <AccountFields form={form} isEmailWrong={isEmailWrong} />
        )}
        <RoleFields form={form} />
        <div className="mt-auto flex flex-col gap-2 pt-4">
          <Button type="submit" busy={form.busy} disabled={isEmailWrong || isWeak}>
            {isOpened ? text.grantRole : isAnyRole ? text.create : text.createCustomer}
          </Button>
          <Button variant="quiet" onClick={close} disabled={form.busy}>
            {isOpened ? common.close : common.cancel}
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}

function AccountFields({ form, isEmailWrong }: { form: FormState<Values>; isEmailWrong: boolean }) {
  const { users: text, edit } = useAccountsStaffText();
  const language = useLanguage();
  return (
    <>
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
      <FormField
        form={form}
        name="phone"
        label={edit.phone}
        read={keepPhoneDigits}
        show={(phone) => inDigitsOf(language, phone)}
      >
        {(control) => <Input {...control} type="tel" inputMode="numeric" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="password" label={text.password} hint={text.createHint} required>
        {(control) => <PasswordInput {...control} maxLength={256} autoComplete="new-password" />}
      </FormField>
      <PasswordRules password={form.values.password} />
    </>
  );
}

function RoleFields({ form }: { form: FormState<Values> }) {
  const { users: text, roles } = useAccountsStaffText();
  const { role, code } = form.values;
  if (!hasRight(useUser().roles, 'users.manage')) return null;
  return (
    <>
      <FormField
        form={form}
        name="role"
        label={text.columns.role}
        hint={role === '' ? undefined : roles.hints[role]}
      >
        {(control) => (
          <Select {...control}>
            <option value="">{roles.customer}</option>
            {staffRoles.map((one) => (
              <option key={one} value={one}>
                {roles.names[one]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      {role === '' ? null : (
        <CodeField value={code} onChange={(next) => form.set({ code: next })} error={form.errors.code} />
      )}
    </>
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
