// The form in which an owner edits a user: name, login, state of account and wallet, profile and picture. It reports a conflict if someone else saved
// first.

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { genders, keepPhoneDigits } from '#contract/accounts/rules.ts';
import type { ProfileField } from '#contract/accounts/user-calls.ts';
import { writtenDate } from '#contract/dates/typed-dates.ts';
import { inDigitsOf } from '#contract/digits.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { useLanguage } from '../../../lib/language.ts';
import { notify } from '../../../lib/notify.ts';
import { changeUser, useUser } from '../../../lib/session.ts';
import { type FormState, useForm } from '../../../lib/use-form.ts';
import { Button } from '../../../ui/button.tsx';
import { type Clash, EditConflict } from '../../../ui/conflict/edit-conflict.tsx';
import { changedFields, mergeEdits } from '../../../ui/conflict/merge-edits.ts';
import { Sheet } from '../../../ui/dialog.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { DateInput } from '../../../ui/form/date-input.tsx';
import { FileDrop } from '../../../ui/form/files/file-drop.tsx';
import { Form, FormField } from '../../../ui/form/form.tsx';
import { Input, Textarea } from '../../../ui/form/input.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { Callout } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';
import { useDialogDraft } from '../../drafts/draft.ts';
import { DraftNotice } from '../../drafts/draft-notice.tsx';
import { findPhoneError, isEmail } from '../account-checks.ts';
import { CodeField } from '../code-field.tsx';
import { userQuery } from '../queries.ts';
import { useAccountsStaffText } from './text.ts';
import type { AccountsStaffText } from './text-bn.ts';

function startOf(user: UserRecord) {
  const { profile } = user;
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    username: user.username,
    phone: profile.phone,
    gender: profile.gender ?? '',
    birth_date: profile.birth_date ? writtenDate(profile.birth_date) : '',
    address: profile.address,
    bio: profile.bio,
    is_active: user.is_active,
    wallet_status: profile.wallet_status,
  } satisfies Record<ProfileField, string> & Record<string, string | boolean>;
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

/** The values with which the form opened. */
const baseOf = (user: UserRecord) => ({
  version: user.version,
  start: startOf(user),
  profile_image: user.profile.profile_image,
});

/** Returns the fields that someone else has changed. */
function clashesOf(text: AccountsStaffText['edit'], mine: FormValues, newer: UserRecord): Clash[] {
  const now = startOf(newer);
  const touched = new Set<string>(changedFields<Values>(mine.base.start, mine));
  const show = (values: Values, name: keyof Values) =>
    name === 'gender' ? (text.genders[values.gender as keyof typeof text.genders] ?? '') : values[name];
  const fields = changedFields(mine.base.start, now).map((name) => ({
    label: text[labels[name]],
    now: show(now, name),
    mine: touched.has(name) ? show(mine, name) : undefined,
  }));
  const isOtherImage = mine.base.profile_image !== newer.profile.profile_image;
  return isOtherImage
    ? [...fields, { label: text.image, now: newer.profile.profile_image !== null }]
    : fields;
}

const written = (values: Values) =>
  JSON.stringify(values, (_, value) => (typeof value === 'string' ? value.trim() : value));

/** Whether the record already has the values to be saved, as after a save whose response was lost. */
const isThere = ({ profile_image, code: _, base: __, ...values }: FormValues, record: UserRecord) =>
  profile_image === undefined &&
  written({ ...values, username: values.username.toLowerCase() }) === written(startOf(record));

function formOf(values: Values, image: File | undefined, version: string, code: string): FormData {
  const { first_name, last_name, username, is_active, phone, ...profile } = values;
  const form = new FormData();
  form.set('version', version);
  form.set('first_name', first_name.trim());
  form.set('last_name', last_name.trim());
  form.set('username', username.trim());
  form.set('is_active', String(is_active));
  form.set('profile', JSON.stringify({ ...profile, phone }));
  if (image) form.set('profile_image', image);
  if (code.trim() !== '') form.set('code', code.trim());
  return form;
}

const fields = [...(Object.keys(labels) as (keyof typeof labels)[]), 'profile', 'code'] as const;

const valuesOf = (user: UserRecord) => ({
  ...startOf(user),
  profile_image: undefined as File | undefined,
  code: '',
  base: baseOf(user),
});
type FormValues = ReturnType<typeof valuesOf>;
type EditForm = FormState<FormValues, (typeof fields)[number]>;

/** The parts of the user's own record that every page shows. */
const ownOf = ({ email, username, first_name, last_name, profile: { profile_image } }: UserRecord) => ({
  ...{ email, username, first_name, last_name, profile_image },
});

function useEditUser(user: UserRecord, onClose: () => void) {
  const me = useUser();
  const { edit: text } = useAccountsStaffText();
  const client = useQueryClient();
  const blank = () => valuesOf(user);
  const draft = useDialogDraft(`edit-user:${user.id}`, blank);
  // The current record if a save ran into a conflict, or if someone else saved after the draft was left.
  const [newer, setNewer] = useState(() =>
    draft.restored && draft.value.base.version !== user.version && !isThere(draft.value, user)
      ? user
      : undefined,
  );
  const form: EditForm = useForm({
    blank,
    draft,
    fields,
    check: ({ first_name, last_name, username, phone }) => ({
      first_name: first_name.trim() === '' ? text.firstNameMissing : undefined,
      last_name: last_name.trim() === '' ? text.lastNameMissing : undefined,
      username: isEmail(username) ? undefined : text.usernameWrong,
      phone: phone === '' ? undefined : findPhoneError(phone),
    }),
    send: ({ profile_image, code, base, ...values }) =>
      call('PATCH /account/user/:id/', {
        params: { id: user.id },
        form: formOf(values, profile_image, base.version, code),
      }),
    onSent: ({ message, ...record }) => saved(record, message),
    failed: text.failed,
    onRefused(error) {
      if (!(error instanceof ApiError) || error.code !== 'record_changed') return false;
      const refuse = () => notify.error(errorMessage(error, text.failed));
      void client.fetchQuery({ ...userQuery(user.id), staleTime: 0 }).then((record) => {
        if (isThere(form.values, record)) return saved(record);
        setNewer(record);
        refuse();
      }, refuse);
      return true;
    },
  });
  function saved(record: UserRecord, message = '') {
    draft.markSaved();
    client.setQueryData(userQuery(user.id).queryKey, record);
    if (user.id === me.id) changeUser(ownOf(record));
    notify.success(message || text.saved);
    onClose();
  }
  function take(record: UserRecord, next: Values): FormValues {
    const values = { ...form.values, ...next, base: baseOf(record) };
    setNewer(undefined);
    form.set(values);
    return values;
  }
  /** Applies the fields edited here to the newer record; all others stay as the other user saved them. */
  function keep(record: UserRecord) {
    const { base, profile_image: _, code: __, ...mine } = form.values;
    void form.send(take(record, mergeEdits<Values>(base.start, mine, startOf(record))));
  }
  function forget() {
    setNewer(undefined);
    draft.forget();
  }
  return { form, isRestored: draft.restored, forget, newer, take, keep };
}

export function EditUserSheet({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const { edit: text } = useAccountsStaffText();
  const common = useUiText().common;
  const { form, isRestored, forget, newer, take, keep } = useEditUser(user, onClose);
  const { values, errors } = form;
  return (
    <Sheet open onClose={onClose} title={text.title} locked={form.busy}>
      <Form form={form} className="flex grow flex-col gap-4 p-5">
        {isRestored ? <DraftNotice onForget={forget} /> : null}
        {(['first_name', 'last_name', 'username'] as const).map((name) => (
          <FormField key={name} form={form} name={name} label={text[labels[name]]} required>
            {(control) => (
              <Input
                {...control}
                type={name === 'username' ? 'email' : 'text'}
                maxLength={name === 'username' ? 254 : 100}
                autoComplete="off"
              />
            )}
          </FormField>
        ))}
        {values.username.trim().toLowerCase() === values.base.start.username ? null : (
          <>
            <Callout tone="warn">{text.newAddress}</Callout>
            <CodeField value={values.code} onChange={(code) => form.set({ code })} error={errors.code} />
          </>
        )}
        <AccountSwitches form={form} user={user} />
        <ProfileInputs form={form} />
        <FileDrop
          label={text.image}
          hint={text.imageHint}
          accept="image/jpeg,image/png,image/webp"
          file={values.profile_image}
          preview={
            values.profile_image ? <ImagePreview file={values.profile_image} label={text.image} /> : undefined
          }
          error={errors.profile_image ?? errors.profile}
          onFile={(file) => form.set({ profile_image: file })}
          onRemove={() => form.set({ profile_image: undefined })}
        />
        <div className="mt-auto flex flex-col gap-2 pt-4">
          {newer ? (
            <EditConflict
              afterPress
              text={text.conflict}
              clashes={clashesOf(text, values, newer)}
              onTake={() => take(newer, startOf(newer))}
              onKeep={() => keep(newer)}
            />
          ) : null}
          <Button type="submit" busy={form.busy} disabled={newer !== undefined}>
            {common.save}
          </Button>
          <Button variant="quiet" onClick={onClose} disabled={form.busy}>
            {common.cancel}
          </Button>
        </div>
      </Form>
    </Sheet>
  );
}

function AccountSwitches({ form, user }: { form: EditForm; user: UserRecord }) {
  const { edit: text } = useAccountsStaffText();
  const me = useUser();
  return (
    <div className="rounded-md border border-line px-3 py-1">
      <Checkbox
        name="is_active"
        className="py-2"
        checked={form.values.is_active}
        disabled={user.id === me.id}
        onChange={(event) => form.set({ is_active: event.target.checked })}
      >
        <span className="block">{text.active}</span>
        <span className="block text-sm text-muted">{text.activeHint}</span>
      </Checkbox>
      <Checkbox
        name="wallet_status"
        className="border-t border-line py-2"
        checked={form.values.wallet_status}
        onChange={(event) => form.set({ wallet_status: event.target.checked })}
      >
        <span className="block">{text.wallet}</span>
        <span className="block text-sm text-muted">{text.walletHint}</span>
      </Checkbox>
    </div>
  );
}

function ProfileInputs({ form }: { form: EditForm }) {
  const { edit: text } = useAccountsStaffText();
  const language = useLanguage();
  return (
    <>
      <FormField
        form={form}
        name="phone"
        label={text.phone}
        read={keepPhoneDigits}
        show={(phone) => inDigitsOf(language, phone)}
      >
        {(control) => <Input {...control} type="tel" inputMode="numeric" autoComplete="off" />}
      </FormField>
      <FormField form={form} name="gender" label={text.gender}>
        {(control) => (
          <Select {...control}>
            <option value="">{text.noGender}</option>
            {genders.map((gender) => (
              <option key={gender} value={gender}>
                {text.genders[gender]}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <FormField form={form} name="birth_date" label={text.birthDate}>
        {(control) => <DateInput {...control} />}
      </FormField>
      <FormField form={form} name="address" label={text.address}>
        {(control) => <Textarea {...control} maxLength={500} />}
      </FormField>
      <FormField form={form} name="bio" label={text.bio}>
        {(control) => <Textarea {...control} maxLength={1000} />}
      </FormField>
    </>
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
