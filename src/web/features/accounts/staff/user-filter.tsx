// Filters a list by what one user did.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { notify } from '../../../lib/notify.ts';
import { FilterSelect } from '../../../ui/list/list.tsx';
import { shortUsersQuery } from '../queries.ts';
import { useAccountsStaffText } from './text.ts';

interface UserFilterProps {
  value: number | undefined;
  onChange: (user: number | undefined) => void;
}

export function UserFilter({ value, onChange }: UserFilterProps) {
  const { filter: text } = useAccountsStaffText();
  const { data, isError } = useQuery(shortUsersQuery());
  useEffect(() => {
    if (isError) notify.error(text.failed);
  }, [isError, text.failed]);
  return (
    <FilterSelect
      label={text.user}
      value={String(value ?? '')}
      options={[
        ['', text.all],
        ...(data ?? []).map(
          (person) => [String(person.id), `${fullNameOf(person)} (${person.username})`] as const,
        ),
      ]}
      onChange={(user) => onChange(user === '' ? undefined : Number(user))}
    />
  );
}
