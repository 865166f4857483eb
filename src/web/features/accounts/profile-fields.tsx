// The user's own data, edited in place; every field is saved separately.
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { genders, keepPhoneDigits } from '#contract/accounts/rules.ts';
import type { ProfileField } from '#contract/accounts/user-calls.ts';
import { findDateError, readDate, writtenDate } from '#contract/dates/typed-dates.ts';
import { inDigitsOf } from '#contract/digits.ts';
import { fieldMessage } from '#contract/fields/field-messages.ts';
import { call } from '../../lib/api/api.ts';
import { ApiError, errorMessage, isUnreachable } from '../../lib/api/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { useLanguage } from '../../lib/language.ts';
import { fetchCode } from '../../lib/loading/code.ts';
import { notify } from '../../lib/notify.ts';
import { changeUser } from '../../lib/session.ts';
import { EmailText } from '../../ui/email-text.tsx';
import { DateInput } from '../../ui/form/date-input.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Fact, Facts } from '../../ui/surface.tsx';
import { useOutboxText } from '../device/outbox/text.ts';
import { PhoneticInput, PhoneticTextarea } from '../documents/phonetic/phonetic-inputs.tsx';
import { PhoneticSwitch } from '../documents/phonetic/phonetic-switch.tsx';
import { findPhoneError } from './account-checks.ts';
import { InlineField } from './inline-field.tsx';
import { userQuery } from './queries.ts';
import { useAccountsText } from './text.ts';
import type { AccountsText } from './text-bn.ts';

type Change = { first_name: string; last_name: string } | { profile: Partial<Record<ProfileField, string>> };
type Errors = Readonly<Record<string, string>>;

/** Returns the message for a failed request about the user's own record (specification 1, section 8). */
export function profileWords(error: unknown, text: AccountsText['profile'], otherwise: string): string {
  if (error instanceof ApiError && error.status === 401) {
    return error.code === undefined ? text.noToken : text.invalidToken;
  }
  return errorMessage(error, otherwise);
}

/** Keeps a change for later. Sending the same values twice has no further effect, so a later change of a field simply replaces the waiting one. */
async function keepChange(
  user: UserRecord,
  change: Change,
  text: AccountsText['profile'],
  title: string,
): Promise<boolean> {
  const values = Object.entries('profile' in change ? change.profile : change);
  const labels: Record<ProfileField | 'first_name' | 'last_name', string> = {
    first_name: text.firstName,
    last_name: text.lastName,
    gender: text.gender,
    birth_date: text.birthDate,
    phone: text.phone,
    address: text.address,
    bio: text.bio,
  };
  const shown = (name: string, value: string) =>
    name === 'gender' ? (text.genders[value as keyof typeof text.genders] ?? value) : value;
  try {
    const { addToOutbox } = await fetchCode(() => import('../device/outbox/outbox-sender.ts'));
    await addToOutbox(
      {
        call: 'PATCH /account/user/:id/',
        params: { id: user.id },
        body: change,
        key: `profile ${values.map(([name]) => name).join(' ')}`,
        title,
        facts: values.map(([name, value]) => [labels[name as keyof typeof labels], shown(name, value)]),
      },
      false,
    );
    return true;
  } catch {
    return false;
  }
}

function useSave(user: UserRecord) {
  const { profile: text } = useAccountsText();
  const outbox = useOutboxText();
  const client = useQueryClient();
  return async (change: Change): Promise<Errors | undefined> => {
    try {
      const { message, ...record } = await call('PATCH /account/user/:id/', {
        params: { id: user.id },
        body: change,
      });
      client.setQueryData(userQuery(user.id).queryKey, record);
      changeUser({ first_name: record.first_name, last_name: record.last_name });
      notify.success(message || text.saved);
      return undefined;
    } catch (error) {
      if (isUnreachable(error) && (await keepChange(user, change, text, outbox.profile))) {
        notify.success(outbox.profileKept);
        return undefined;
      }
      const fields = error instanceof ApiError ? error.fields : {};
      if (Object.keys(fields).length > 0) return fields;
      notify.error(profileWords(error, text, text.updateFailed));
      return { other: profileWords(error, text, text.updateFailed) };
    }
  };
}

export function ProfileFields({ user }: { user: UserRecord }) {
  const { profile: text } = useAccountsText();
  const format = useFormat();
  return (
    <Facts>
      <NameField user={user} />
      <Fact label={text.username}>
        <EmailText email={user.username} />
        {hasRight(user.roles, 'users.manage') ? (
          <Link
            to="/admin/user/details/$id"
            params={{ id: String(user.id) }}
            className="block text-sm text-accent-text underline underline-offset-4"
          >
            {text.usernameChange}
          </Link>
        ) : (
          <span className="block text-sm text-muted">{text.usernameHint}</span>
        )}
      </Fact>
      <PhoneField user={user} />
      <GenderField user={user} />
      <BirthDateField user={user} />
      <LinesField user={user} name="address" label={text.address} limit={500} />
      <LinesField user={user} name="bio" label={text.bio} limit={1000} />
      <Fact label={text.status}>{user.is_active ? text.active : text.inactive}</Fact>
      {user.is_admin ? null : (
        <Fact label={text.balance}>
          <span className="money">{format.taka(user.balance)}</span>
        </Fact>
      )}
      <Fact label={text.joined}>{format.date(user.date_joined)}</Fact>
      <Fact label={text.lastSeen}>{format.dateTime(user.profile.last_seen)}</Fact>
      <Fact label={text.supportCode}>
        <span className="font-medium">{user.profile.p_code}</span>
        <span className="block text-sm text-muted">{text.supportCodeHint}</span>
      </Fact>
    </Facts>
  );
}

function NameField({ user }: { user: UserRecord }) {
  const { profile: text } = useAccountsText();
  const language = useLanguage();
  const save = useSave(user);
  const [values, setValues] = useState({ first_name: '', last_name: '' });
  const [errors, setErrors] = useState<Errors>({});
  const inputs = [
    ['first_name', text.firstName, 'given-name', 'first_name_required'],
    ['last_name', text.lastName, 'family-name', 'last_name_required'],
  ] as const;
  return (
    <InlineField
      label={text.name}
      shown={fullNameOf(user)}
      onStart={() => {
        setValues({ first_name: user.first_name, last_name: user.last_name });
        setErrors({});
      }}
      onSave={async () => {
        const missing = inputs
          .filter(([name]) => values[name].trim() === '')
          .map(([name, , , key]) => [name, fieldMessage(key, language)]);
        const found =
          missing.length > 0
            ? (Object.fromEntries(missing) as Errors)
            : await save({ first_name: values.first_name.trim(), last_name: values.last_name.trim() });
        setErrors(found ?? {});
        return found === undefined;
      }}
      editor={() => (
        <div className="grid gap-3 sm:grid-cols-2">
          {inputs.map(([name, label, autoComplete]) => (
            <Field
              key={name}
              label={label}
              error={errors[name] ?? (name === 'first_name' ? errors.other : undefined)}
              required
            >
              {(control) => (
                <PhoneticInput
                  {...control}
                  name={name}
                  autoComplete={autoComplete}
                  maxLength={100}
                  value={values[name]}
                  onTyped={(typed) => setValues({ ...values, [name]: typed })}
                />
              )}
            </Field>
          ))}
          <div className="sm:col-span-2">
            <PhoneticSwitch />
          </div>
        </div>
      )}
    />
  );
}

interface OneFieldProps {
  user: UserRecord;
  name: ProfileField;
  label: string;
  shown: ReactNode;
  start: string;
  lines?: boolean;
  /** Returns an error message, or undefined. */
  check?: (value: string) => string | undefined;
  /** Converts the value for the server. */
  sent?: (value: string) => string;
  control: (
    props: { id: string; name: string; value: string },
    set: (value: string) => void,
    aria: object,
  ) => ReactNode;
}

function OneField({ user, name, label, shown, start, lines = false, check, sent, control }: OneFieldProps) {
  const save = useSave(user);
  const [value, setValue] = useState('');
  const [error, setError] = useState<string>();
  return (
    <InlineField
      label={label}
      shown={shown}
      lines={lines}
      onStart={() => {
        setValue(start);
        setError(undefined);
      }}
      onSave={async () => {
        const wrong = check?.(value);
        const found = wrong
          ? { [name]: wrong }
          : await save({ profile: { [name]: sent ? sent(value) : value } });
        setError(found ? (found[name] ?? found.profile ?? Object.values(found)[0]) : undefined);
        return found === undefined;
      }}
      editor={() => (
        <Field label={label} error={error} className="max-w-xl">
          {({ id, ...aria }) => control({ id, name, value }, setValue, aria)}
        </Field>
      )}
    />
  );
}

function PhoneField({ user }: { user: UserRecord }) {
  const { profile: text } = useAccountsText();
  const language = useLanguage();
  const format = useFormat();
  return (
    <OneField
      user={user}
      name="phone"
      label={text.phone}
      shown={format.digits(user.profile.phone)}
      start={user.profile.phone}
      check={(digits) => {
        const key = digits === '' ? undefined : findPhoneError(digits);
        return key && fieldMessage(key, language);
      }}
      control={(props, set, aria) => (
        <Input
          {...aria}
          {...props}
          value={inDigitsOf(language, props.value)}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          onChange={(event) => set(keepPhoneDigits(event.target.value))}
        />
      )}
    />
  );
}

function GenderField({ user }: { user: UserRecord }) {
  const { profile: text } = useAccountsText();
  const gender = genders.find((known) => known === user.profile.gender);
  return (
    <OneField
      user={user}
      name="gender"
      label={text.gender}
      shown={gender ? text.genders[gender] : ''}
      start={gender ?? ''}
      control={(props, set, aria) => (
        <Select {...aria} {...props} onChange={(event) => set(event.target.value)}>
          <option value="">{text.none}</option>
          {genders.map((value) => (
            <option key={value} value={value}>
              {text.genders[value]}
            </option>
          ))}
        </Select>
      )}
    />
  );
}

function BirthDateField({ user }: { user: UserRecord }) {
  const language = useLanguage();
  const { profile: text } = useAccountsText();
  const format = useFormat();
  const { birth_date } = user.profile;
  return (
    <OneField
      user={user}
      name="birth_date"
      label={text.birthDate}
      shown={birth_date ? format.day(birth_date) : ''}
      start={birth_date ? writtenDate(birth_date) : ''}
      check={(typed) => {
        const key = typed === '' ? undefined : findDateError(typed);
        return key && fieldMessage(key, language);
      }}
      sent={(typed) => readDate(typed).date ?? typed}
      control={(props, set, aria) => (
        <DateInput {...aria} {...props} autoComplete="bday" onChange={(event) => set(event.target.value)} />
      )}
    />
  );
}

function LinesField({
  user,
  name,
  label,
  limit,
}: {
  user: UserRecord;
  name: 'address' | 'bio';
  label: string;
  limit: number;
}) {
  return (
    <OneField
      user={user}
      name={name}
      label={label}
      shown={user.profile[name]}
      start={user.profile[name]}
      lines
      control={(props, set, aria) => (
        <div className="grid gap-2">
          <PhoneticTextarea {...aria} {...props} limit={limit} onTyped={set} />
          <PhoneticSwitch />
        </div>
      )}
    />
  );
}
