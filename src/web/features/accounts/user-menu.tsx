// The user's picture and name, and the menu behind them, in both headers.
import { ChevronDown, LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { useUser } from '../../lib/session.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Dropdown, DropdownItem, DropdownLabel, DropdownLine } from '../../ui/dropdown.tsx';
import { useSignOut } from '../device/outbox/use-sign-out.tsx';

interface UserMenuProps {
  label: string;
  logout: string;
  /** Entries above the logout. */
  children?: ReactNode;
}

export function UserMenu({ label, logout, children }: UserMenuProps) {
  const user = useUser();
  const { leave, question } = useSignOut();
  const name = shownNameOf(user);
  return (
    <>
      <Dropdown
        label={label}
        trigger={
          <button
            type="button"
            className="flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full hover:bg-sunken md:rounded-md md:px-2"
          >
            <Avatar name={name} seed={user.username} image={user.profile_image} />
            <span className="sr-only">{label}: </span>
            <span className="sr-only md:not-sr-only md:max-w-32 md:truncate lg:max-w-48 xl:max-w-72">
              {user.username}
            </span>
            <ChevronDown className="hidden size-4 text-muted md:block" aria-hidden="true" />
          </button>
        }
      >
        <DropdownLabel>
          <span className="block max-w-64 font-medium wrap-anywhere">{name}</span>
          <span className="block max-w-64 text-sm text-muted wrap-anywhere">{user.username}</span>
        </DropdownLabel>
        <DropdownLine />
        {children}
        <DropdownItem icon={<LogOut className="size-5" aria-hidden="true" />} danger onSelect={leave}>
          {logout}
        </DropdownItem>
      </Dropdown>
      {question}
    </>
  );
}
