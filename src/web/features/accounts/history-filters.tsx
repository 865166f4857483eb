// What histories are narrowed by: words, and one user.
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { notify } from '../../lib/notify.ts';
import { useDebounced } from '../../lib/timing.ts';
import { SearchInput, Select } from '../../ui/input.tsx';
import { useStaffOrdersText } from '../orders/staff-text.ts';
import { shortUsersQuery } from './queries.ts';

interface HistoryChange {
  page?: number;
  search?: string;
  user?: number | undefined;
}

/** What the address narrows a history to; every change but that of the page leads to page 1. */
export function useHistoryAddress(to: '/admin/order-history' | '/admin/auto-services-history') {
  const navigate = useNavigate();
  const { page = 1, search = '', user } = useSearch({ from: to });
  const change = (next: HistoryChange) => {
    const all = { page: 1, search, user, ...next };
    void navigate({
      to,
      replace: true,
      search: {
        ...(all.page > 1 ? { page: all.page } : {}),
        ...(all.search === '' ? {} : { search: all.search }),
        ...(all.user === undefined ? {} : { user: all.user }),
      },
    });
  };
  return {
    filter: { page, search, user },
    isFiltered: search !== '' || user !== undefined,
    change,
    clear: () => change({ search: '', user: undefined }),
  };
}

interface HistoryFiltersProps {
  searchLabel: string;
  search: string;
  user: number | undefined;
  onChange: (change: HistoryChange) => void;
}

export function HistoryFilters({ search, user, searchLabel, onChange }: HistoryFiltersProps) {
  const { history: text } = useStaffOrdersText();
  const [typed, setTyped] = useState(search);
  const debounced = useDebounced(typed);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed may start a search
  useEffect(() => {
    if (debounced !== search) onChange({ search: debounced });
  }, [debounced]);
  useEffect(() => setTyped(search), [search]);
  const { data, isError } = useQuery(shortUsersQuery());
  useEffect(() => {
    if (isError) notify.error(text.usersFailed);
  }, [isError, text.usersFailed]);
  return (
    <div className="mb-4 grid gap-2 lg:grid-cols-[1fr_20rem]">
      <SearchInput label={searchLabel} value={typed} onChange={setTyped} />
      <Select
        aria-label={text.user}
        value={user ?? ''}
        onChange={(event) =>
          onChange({ user: event.target.value === '' ? undefined : Number(event.target.value) })
        }
      >
        <option value="">{text.allUsers}</option>
        {data?.map((person) => (
          <option key={person.id} value={person.id}>
            {`${person.first_name} ${person.last_name} (${person.username})`}
          </option>
        ))}
      </Select>
    </div>
  );
}
