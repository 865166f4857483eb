// A new password for someone else: preferably a link that only its owner opens, otherwise a temporary password for one login.

import type { UserRecord } from '#contract/accounts/calls.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { minimumTemporaryPasswordLength } from '#contract/accounts/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { notify } from '../../../lib/notify.ts';
import { useShop } from '../../../lib/shop.ts';
import { useForm } from '../../../lib/use-form.ts';
import { ChoiceCards } from '../../../ui/form/choice-cards.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { PasswordInput } from '../../../ui/form/input.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { CodeField, codeBody } from '../code-field.tsx';
import { findConfirmationError } from '../password/new-password-checks.ts';
import { useAccountsStaffText } from './text.ts';

type Way = 'link' | 'typed';
const names = ['new_password', 'confirm_password'] as const;

export function PasswordDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const { password: text } = useAccountsStaffText();
  const sendsMail = useShop()?.sends_mail !== false;
  const form = useForm({
    blank: { way: 'link' as Way, new_password: '', confirm_password: '', code: '' },
    check({ way, new_password, confirm_password }) {
      if (way === 'link') return {};
      const differs = findConfirmationError(new_password, confirm_password);
      return {
        new_password:
          new_password === ''
            ? 'new_password_required'
            : new_password.length < minimumTemporaryPasswordLength
              ? 'temporary_password_short'
              : undefined,
        confirm_password: differs === 'passwords_differ' ? text.differ : differs,
      };
    },
    send: ({ way, code, ...passwords }) =>
      way === 'link'
        ? call('POST /account/password-reset/', { body: { email: user.email } })
        : call('POST /account/update-password/', {
            body: { user: user.id, ...passwords, ...codeBody(code) },
          }),
    onSent(answer) {
      const isLink = form.values.way === 'link';
      if (isLink && !sendsMail) notify.error(answer.message);
      else notify.success(isLink ? text.sent : answer.message || text.saved);
      onClose();
    },
    failed: text.failed,
  });
  const { way, code } = form.values;
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text.title}
      description={shownNameOf(user)}
      submit={way === 'link' ? text.send : text.save}
      disabled={way === 'link' && !user.is_active}
    >
      <ChoiceCards<Way>
        legend={text.how}
        hideLegend
        name="way"
        value={way}
        columns="grid-cols-1"
        onChange={(next) => form.set({ way: next })}
        choices={[
          { value: 'link', label: text.link, hint: text.linkHint },
          { value: 'typed', label: text.typed, hint: text.typedHint },
        ]}
      />
      {way === 'link' ? (
        <Callout tone={user.is_active ? 'accent' : 'warn'}>
          <span className="break-words">{user.is_active ? text.linkText(user.email) : text.inactive}</span>
        </Callout>
      ) : (
        <>
          {names.map((name) => (
            <FormField
              key={name}
              form={form}
              name={name}
              label={name === 'new_password' ? text.next : text.again}
              hint={name === 'new_password' ? text.nextHint : undefined}
              required
            >
              {(control) => <PasswordInput {...control} autoComplete="new-password" maxLength={256} />}
            </FormField>
          ))}
          <CodeField value={code} onChange={(next) => form.set({ code: next })} error={form.errors.code} />
          <p className="text-sm text-muted">{text.ends}</p>
        </>
      )}
    </FormDialog>
  );
}
