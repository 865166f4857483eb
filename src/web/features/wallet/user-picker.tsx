// Finds a customer by name, phone or email and reports the selection.
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { useFormat } from '../../lib/format.ts';
import { useDebounced } from '../../lib/timing.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { SearchInput } from '../../ui/form/search-input.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { usersToChooseQuery } from '../accounts/queries.ts';
import { useWalletStaffText } from './staff-text.ts';

const shown = 6;

/** Moves the focus with the arrow keys between the field and the results. */
function moveByArrow(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-person]')];
  const index = stops.indexOf(document.activeElement as HTMLElement);
  stops[index + (event.key === 'ArrowDown' ? 1 : -1)]?.focus();
  event.preventDefault();
}

export function UserPicker({
  error,
  onChoose,
}: {
  error: string | undefined;
  onChoose: (user: UserRecord) => void;
}) {
  const { cash: text } = useWalletStaffText();
  const format = useFormat();
  const id = useId();
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed);
  const { data, isPending, isError, refetch } = useQuery(usersToChooseQuery(search));
  const customers = data?.results.filter((user) => !user.is_admin).slice(0, shown) ?? [];
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return moveByArrow(event);
    event.preventDefault();
    const [only, ...others] = customers;
    // Money must not go to the first match by accident, nor to somebody from an earlier search.
    if (only && others.length === 0 && typed !== '' && typed === search && !isPending) onChoose(only);
    else event.currentTarget.querySelector<HTMLElement>('[data-person]')?.focus();
  };
  return (
    <fieldset
      className="min-w-0"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? id : undefined}
      onKeyDown={onKeyDown}
    >
      <legend className="mb-1 text-sm font-medium">{text.chooseUser}</legend>
      <SearchInput label={text.searchUser} value={typed} onChange={setTyped} />
      {error ? (
        <p id={id} role="alert" className="mt-1 text-sm text-bad">
          {error}
        </p>
      ) : null}
      <div className="mt-2">
        {isError ? (
          <ErrorState title={text.usersFailed} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonRows rows={3} />
        ) : customers.length === 0 ? (
          <p className="py-4 text-center text-muted">{text.noUsers}</p>
        ) : (
          <ul className="divide-y divide-line rounded-md border border-line">
            {customers.map((user) => (
              <li key={user.id}>
                <button
                  type="button"
                  data-person=""
                  className="flex min-h-11 w-full items-center justify-between gap-3 px-3 py-2 text-left hover:bg-sunken"
                  onClick={() => onChoose(user)}
                >
                  <span className="min-w-0">
                    <span className="block truncate">{shownNameOf(user)}</span>
                    <span className="block truncate text-sm text-muted">{user.email}</span>
                  </span>
                  <span className="money shrink-0 text-sm text-muted">{format.taka(user.balance)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </fieldset>
  );
}
