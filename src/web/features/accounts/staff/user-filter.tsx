// Narrows a list to what one user did.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { notify } from '../../../lib/notify.ts';
import { Select } from '../../../ui/form/input.tsx';
import { useOrdersStaffText } from '../../orders/staff/text.ts';
import { shortUsersQuery } from '../queries.ts';

interface UserFilterProps {
  value: number | undefined;
  onChange: (user: number | undefined) => void;
}

export function UserFilter({ value, onChange }: UserFilterProps) {
  const { history: text } = useOrdersStaffText();
  const { data, isError } = useQuery(shortUsersQuery());
  useEffect(() => {
    if (isError) notify.error(text.usersFailed);
  }, [isError, text.usersFailed]);
  return (
    <Select
      aria-label={text.user}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? undefined : Number(event.target.value))}
    >
      <option value="">{text.allUsers}</option>
      {data?.map((person) => (
        <option key={person.id} value={person.id}>
          {`${person.first_name} ${person.last_name} (${person.username})`}
        </option>
      ))}
    </Select>
  );
}
