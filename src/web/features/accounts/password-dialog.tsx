// A new password for somebody else: best a link that only its owner opens, else a temporary one for one login.
import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { minimumTemporaryPasswordLength } from '#contract/accounts/rules.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ChoiceCards, PasswordInput } from '../../ui/input.tsx';
import { Notice } from '../../ui/surface.tsx';
import { CodeField, codeBody } from './code-field.tsx';
import { useAccountsStaffText } from './staff-text.ts';

type Way = 'link' | 'typed';
const names = ['new_password', 'confirm_password'] as const;

export function PasswordDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const { password: text } = useAccountsStaffText();
  const common = useText().common;
  const language = useLanguage();
  const [way, setWay] = useState<Way>('link');
  const [values, setValues] = useState({ new_password: '', confirm_password: '' });
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});

  const change = useMutation({
    mutationFn: () =>
      way === 'link'
        ? call('POST /account/password-reset/', { body: { email: user.email } })
        : call('POST /account/update-password/', { body: { user: user.id, ...values, ...codeBody(code) } }),
    onSuccess(answer) {
      notify.success(way === 'link' ? text.sent : answer.message || text.saved);
      onClose();
    },
    onError(error) {
      if (error instanceof ApiError) setErrors(error.fields);
      notify.error(errorWords(error, text.failed));
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const { new_password, confirm_password } = values;
    const found: Record<string, string> =
      way === 'link'
        ? {}
        : {
            ...(new_password === ''
              ? { new_password: fieldMessage('new_password_required', language) }
              : new_password.length < minimumTemporaryPasswordLength
                ? { new_password: fieldMessage('temporary_password_short', language) }
                : {}),
            ...(new_password === confirm_password ? {} : { confirm_password: text.differ }),
          };
    setErrors(found);
    if (Object.keys(found).length === 0) change.mutate();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      locked={change.isPending}
      title={text.title}
      description={`${user.first_name} ${user.last_name}`.trim() || user.username}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={change.isPending}>
            {common.cancel}
          </Button>
          <Button
            type="submit"
            form="password-of-user"
            busy={change.isPending}
            disabled={way === 'link' && !user.is_active}
          >
            {way === 'link' ? text.send : text.save}
          </Button>
        </>
      }
    >
      <form id="password-of-user" noValidate onSubmit={submit} className="mt-3 space-y-4">
        <ChoiceCards<Way>
          legend={text.how}
          hideLegend
          name="way"
          value={way}
          columns="grid-cols-1"
          onChange={setWay}
          choices={[
            { value: 'link', label: text.link, hint: text.linkHint },
            { value: 'typed', label: text.typed, hint: text.typedHint },
          ]}
        />
        {way === 'link' ? (
          <Notice tone={user.is_active ? 'accent' : 'warn'}>
            <span className="break-words">{user.is_active ? text.linkText(user.email) : text.inactive}</span>
          </Notice>
        ) : (
          <>
            {names.map((name) => (
              <Field
                key={name}
                label={name === 'new_password' ? text.next : text.again}
                hint={name === 'new_password' ? text.nextHint : undefined}
                error={errors[name]}
                required
              >
                {(control) => (
                  <PasswordInput
                    {...control}
                    name={name}
                    autoComplete="new-password"
                    maxLength={256}
                    value={values[name]}
                    onChange={(event) => {
                      setValues({ ...values, [name]: event.target.value });
                      setErrors(({ [name]: _, ...rest }) => rest);
                    }}
                  />
                )}
              </Field>
            ))}
            <CodeField value={code} onChange={setCode} error={errors.code} />
            <p className="text-sm text-muted">{text.ends}</p>
          </>
        )}
      </form>
    </Dialog>
  );
}
