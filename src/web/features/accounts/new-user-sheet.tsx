// Staff open an account for somebody; that person must choose a password of their own at the first login.
import { useMutation } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { isCommonPassword } from '#contract/accounts/common-passwords.ts';
import { minimumPasswordLength } from '#contract/accounts/rules.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { useAdminText } from '../../text/admin.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, PasswordInput } from '../../ui/input.tsx';
import { isEmail } from './account-checks.ts';

const blank = { first_name: '', last_name: '', email: '', password: '' };
type Name = keyof typeof blank;

export function NewUserSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { users: text } = useAdminText();
  const common = useText().common;
  const emailLabel = useText().signUp.email;
  const language = useLanguage();
  const [values, setValues] = useState(blank);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const emailWrong = values.email !== '' && !isEmail(values.email);
  const rules = [
    { key: 'length', kept: values.password.length >= minimumPasswordLength, words: text.rules.length },
    {
      key: 'common',
      kept: values.password !== '' && !isCommonPassword(values.password),
      words: text.rules.common,
    },
  ];
  const weak = values.password !== '' && rules.some((rule) => !rule.kept);

  const create = useMutation({
    mutationFn: () => call('POST /account/sign-up/', { body: { ...values, email: values.email.trim() } }),
    onSuccess() {
      notify.success(text.created);
      setValues(blank);
      onClose();
    },
    onError(error) {
      if (error instanceof ApiError) setErrors(error.fields);
      notify.error(errorWords(error, text.createFailed));
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const keys = {
      first_name: 'first_name_required',
      last_name: 'last_name_required',
      email: 'email_required',
      password: 'password_required',
    } as const;
    const found = Object.fromEntries(
      (Object.keys(blank) as Name[])
        .filter((name) => values[name].trim() === '')
        .map((name) => [name, fieldMessage(keys[name], language)]),
    );
    setErrors(found);
    if (Object.keys(found).length === 0) create.mutate();
  }

  const set = (name: Name, value: string) => {
    setValues({ ...values, [name]: value });
    setErrors(({ [name]: _, ...rest }) => rest);
  };
  return (
    <Sheet open={open} onClose={onClose} title={text.createTitle}>
      <form noValidate onSubmit={submit} className="flex grow flex-col gap-4 p-5">
        <Field label={text.firstName} error={errors.first_name} required>
          {(control) => (
            <Input
              {...control}
              maxLength={100}
              autoComplete="off"
              value={values.first_name}
              onChange={(event) => set('first_name', event.target.value)}
            />
          )}
        </Field>
        <Field label={text.lastName} error={errors.last_name} required>
          {(control) => (
            <Input
              {...control}
              maxLength={100}
              autoComplete="off"
              value={values.last_name}
              onChange={(event) => set('last_name', event.target.value)}
            />
          )}
        </Field>
        <Field label={emailLabel} error={errors.email ?? (emailWrong ? text.emailWrong : undefined)} required>
          {(control) => (
            <Input
              {...control}
              type="email"
              maxLength={254}
              autoComplete="off"
              value={values.email}
              onChange={(event) => set('email', event.target.value)}
            />
          )}
        </Field>
        <Field label={text.password} error={errors.password} hint={text.createHint} required>
          {(control) => (
            <PasswordInput
              {...control}
              maxLength={256}
              autoComplete="new-password"
              value={values.password}
              onChange={(event) => set('password', event.target.value)}
            />
          )}
        </Field>
        <ul className="space-y-1 text-sm" aria-live="polite">
          {rules.map((rule) => (
            <li
              key={rule.key}
              className={
                rule.kept ? 'flex items-center gap-2 text-good' : 'flex items-center gap-2 text-muted'
              }
            >
              {rule.kept ? (
                <Check className="size-4" aria-hidden="true" />
              ) : (
                <X className="size-4" aria-hidden="true" />
              )}
              {rule.words}
              <span className="sr-only">: {rule.kept ? text.rules.kept : text.rules.open}</span>
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-col gap-2 pt-4">
          <Button type="submit" busy={create.isPending} disabled={emailWrong || weak}>
            {text.create}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}
