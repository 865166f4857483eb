// An owner changes anybody's data: name, login, state of account and wallet, profile and picture; a bar when somebody was quicker.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useState } from 'react';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { genders, phoneDigits } from '#contract/accounts/rules.ts';
import { dhakaDay, inDigitsOf } from '#contract/bengali.ts';
import { fieldMessage } from '#contract/field-messages.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { FileDrop } from '../../ui/file-drop.tsx';
import { Checkbox, Input, Select, Textarea } from '../../ui/input.tsx';
import { Notice } from '../../ui/surface.tsx';
import { findPhoneError, isEmail } from './account-checks.ts';
import { CodeField } from './code-field.tsx';
import { userQuery } from './queries.ts';
import { useAccountsStaffText } from './staff-text.ts';

function startOf(user: UserRecord) {
  const { profile } = user;
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    username: user.username,
    phone: profile.phone,
    gender: profile.gender ?? '',
    birth_date: profile.birth_date ?? '',
    address: profile.address,
    bio: profile.bio,
    is_active: user.is_active,
    wallet_status: profile.wallet_status,
  };
}
type Values = ReturnType<typeof startOf>;

const labels = {
  first_name: 'firstName',
  last_name: 'lastName',
  username: 'username',
  phone: 'phone',
  gender: 'gender',
  birth_date: 'birthDate',
  address: 'address',
  bio: 'bio',
  is_active: 'active',
  wallet_status: 'wallet',
  profile_image: 'image',
} as const;

/** The fields that somebody else has moved. */
function movedBetween(base: UserRecord, newer: UserRecord) {
  const shown = (user: UserRecord) => ({ ...startOf(user), profile_image: user.profile.profile_image });
  const [from, to] = [shown(base), shown(newer)];
  return (Object.keys(labels) as (keyof typeof labels)[]).filter((name) => from[name] !== to[name]);
}

function formOf(values: Values, image: File | undefined, version: string, code: string): FormData {
  const { first_name, last_name, username, is_active, phone, ...profile } = values;
  const form = new FormData();
  form.set('version', version);
  form.set('first_name', first_name.trim());
  form.set('last_name', last_name.trim());
  form.set('username', username.trim());
  form.set('is_active', String(is_active));
  form.set('profile', JSON.stringify({ ...profile, ...(phone === '' ? {} : { phone }) }));
  if (image) form.set('profile_image', image);
  if (code.trim() !== '') form.set('code', code.trim());
  return form;
}

export function EditUserSheet({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const { edit: text } = useAccountsStaffText();
  const common = useText().common;
  const language = useLanguage();
  const client = useQueryClient();
  const me = useUser();
  // What the form began with, and what stands there now when a save found another.
  const [base, setBase] = useState(user);
  const [newer, setNewer] = useState<UserRecord>();
  const [values, setValues] = useState(() => startOf(user));
  const [image, setImage] = useState<File>();
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Record<string, string>>({});

  const save = useMutation({
    mutationFn: ({ of, over }: { of: Values; over: UserRecord }) =>
      call('PATCH /account/user/:id/', {
        params: { id: user.id },
        form: formOf(of, image, over.version, code),
      }),
    onSuccess({ message, ...record }) {
      client.setQueryData(userQuery(user.id).queryKey, record);
      notify.success(message || text.saved);
      onClose();
    },
    async onError(error) {
      const isConflict = error instanceof ApiError && error.code === 'record_changed';
      if (isConflict) setNewer(await client.fetchQuery({ ...userQuery(user.id), staleTime: 0 }));
      else if (error instanceof ApiError) setErrors(error.fields);
      notify.error(errorWords(error, text.failed));
    },
  });

  function take(record: UserRecord, next: Values) {
    setBase(record);
    setNewer(undefined);
    setValues(next);
  }
  /** The fields that were touched here go over the newer record; all others stay as the other person left them. */
  function keep(record: UserRecord) {
    const [from, now] = [startOf(base), startOf(record)];
    const touched = Object.entries(values).filter(([name, value]) => from[name as keyof Values] !== value);
    const merged: Values = { ...now, ...Object.fromEntries(touched) };
    take(record, merged);
    save.mutate({ of: merged, over: record });
  }

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const phoneKey = values.phone === '' ? undefined : findPhoneError(values.phone);
    const found: Record<string, string> = {
      ...(values.first_name.trim() === '' ? { first_name: text.firstNameMissing } : {}),
      ...(values.last_name.trim() === '' ? { last_name: text.lastNameMissing } : {}),
      ...(isEmail(values.username) ? {} : { username: text.usernameWrong }),
      ...(phoneKey ? { phone: fieldMessage(phoneKey, language) } : {}),
    };
    setErrors(found);
    const first = Object.keys(found)[0];
    if (first) document.getElementsByName(first)[0]?.focus();
    else save.mutate({ of: values, over: base });
  }

  const set = <K extends keyof Values>(name: K, value: Values[K]) => {
    setValues((old) => ({ ...old, [name]: value }));
    setErrors(({ [name]: _, ...rest }) => rest);
  };
  const line = (name: 'first_name' | 'last_name' | 'username', label: string) => (
    <Field label={label} error={errors[name]} required>
      {(control) => (
        <Input
          {...control}
          name={name}
          type={name === 'username' ? 'email' : 'text'}
          maxLength={name === 'username' ? 254 : 100}
          autoComplete="off"
          value={values[name]}
          onChange={(event) => set(name, event.target.value)}
        />
      )}
    </Field>
  );
  const lines = (name: 'address' | 'bio', label: string, limit: number) => (
    <Field label={label} error={errors[name]}>
      {(control) => (
        <Textarea
          {...control}
          name={name}
          maxLength={limit}
          value={values[name]}
          onChange={(event) => set(name, event.target.value)}
        />
      )}
    </Field>
  );
  return (
    <Sheet open onClose={onClose} title={text.title}>
      <form noValidate onSubmit={submit} className="flex grow flex-col gap-4 p-5">
        {line('first_name', text.firstName)}
        {line('last_name', text.lastName)}
        {line('username', text.username)}
        {values.username.trim().toLowerCase() === base.username ? null : (
          <>
            <Notice tone="warn">{text.newAddress}</Notice>
            <CodeField value={code} onChange={setCode} error={errors.code} />
          </>
        )}
        <div className="rounded-md border border-line px-3 py-1">
          <Checkbox
            name="is_active"
            className="py-2"
            checked={values.is_active}
            disabled={user.id === me.id}
            onChange={(event) => set('is_active', event.target.checked)}
          >
            <span className="block">{text.active}</span>
            <span className="block text-sm text-muted">{text.activeHint}</span>
          </Checkbox>
          <Checkbox
            name="wallet_status"
            className="border-t border-line py-2"
            checked={values.wallet_status}
            onChange={(event) => set('wallet_status', event.target.checked)}
          >
            <span className="block">{text.wallet}</span>
            <span className="block text-sm text-muted">{text.walletHint}</span>
          </Checkbox>
        </div>
        <Field label={text.phone} error={errors.phone}>
          {(control) => (
            <Input
              {...control}
              name="phone"
              type="tel"
              inputMode="numeric"
              autoComplete="off"
              value={inDigitsOf(language, values.phone)}
              onChange={(event) => set('phone', phoneDigits(event.target.value))}
            />
          )}
        </Field>
        <Field label={text.gender} error={errors.gender}>
          {(control) => (
            <Select
              {...control}
              name="gender"
              value={values.gender}
              onChange={(event) => set('gender', event.target.value)}
            >
              <option value="">{text.noGender}</option>
              {genders.map((gender) => (
                <option key={gender} value={gender}>
                  {text.genders[gender]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={text.birthDate} error={errors.birth_date}>
          {(control) => (
            <Input
              {...control}
              name="birth_date"
              type="date"
              min="1900-01-01"
              max={dhakaDay(new Date())}
              value={values.birth_date}
              onChange={(event) => set('birth_date', event.target.value)}
            />
          )}
        </Field>
        {lines('address', text.address, 500)}
        {lines('bio', text.bio, 1000)}
        <FileDrop
          label={text.image}
          hint={text.imageHint}
          accept="image/jpeg,image/png,image/webp"
          file={image}
          preview={image ? <ImagePreview file={image} label={text.image} /> : undefined}
          error={errors.profile_image ?? errors.profile}
          onFile={setImage}
          onRemove={() => setImage(undefined)}
        />
        <div className="mt-auto flex flex-col gap-2 pt-4">
          {newer ? (
            <Notice tone="warn" role="alert">
              <p>{text.conflict}</p>
              <ul className="mt-1 list-disc ps-5">
                {movedBetween(base, newer).map((name) => (
                  <li key={name}>{text[labels[name]]}</li>
                ))}
              </ul>
              <div className="mt-2 flex flex-wrap gap-2">
                <Button look="quiet" size="small" onClick={() => take(newer, startOf(newer))}>
                  {text.take}
                </Button>
                <Button look="quiet" size="small" onClick={() => keep(newer)}>
                  {text.keep}
                </Button>
              </div>
            </Notice>
          ) : null}
          <Button type="submit" busy={save.isPending} disabled={newer !== undefined}>
            {common.save}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {common.cancel}
          </Button>
        </div>
      </form>
    </Sheet>
  );
}

function ImagePreview({ file, label }: { file: File; label: string }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address ? (
    <img src={address} alt={label} className="mx-auto size-24 rounded-full object-cover" />
  ) : null;
}
