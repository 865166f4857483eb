// Users as rows and cards of a list.
import type { UserRecord } from '#contract/accounts/calls.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { useFormat } from '../../../lib/format.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { EmailText } from '../../../ui/email-text.tsx';
import type { RowsProps } from '../../../ui/list/list.tsx';
import { PersonCell, PersonLink } from '../../../ui/list/person-cell.tsx';
import { Badge } from '../../../ui/surface.tsx';
import { useUiText } from '../../../ui/text.ts';
import { useAccountsStaffText } from './text.ts';
import { UserActions } from './user-actions.tsx';

const Picture = ({ user }: { user: UserRecord }) => (
  <Avatar name={shownNameOf(user)} seed={user.username} image={user.profile.profile_image} />
);

export function useUserRows(): RowsProps<UserRecord> {
  const { users: text } = useAccountsStaffText();
  const { actions } = useUiText().common;
  const format = useFormat();
  const role = (user: UserRecord) => (
    <Badge tone={user.is_admin ? 'accent' : 'neutral'}>{user.is_admin ? text.admin : text.customer}</Badge>
  );
  const status = (user: UserRecord) => (
    <Badge tone={user.is_active ? 'good' : 'bad'}>{user.is_active ? text.active : text.inactive}</Badge>
  );
  return {
    label: text.title,
    wide: true,
    fits: true,
    keyOf: ({ id }) => id,
    columns: [
      {
        head: text.columns.user,
        className: 'max-w-56',
        cell: (user) => (
          <span className="flex items-center gap-3">
            <span className="max-xl:hidden">
              <Picture user={user} />
            </span>
            <span className="min-w-0 grow">
              <PersonCell id={user.id} name={shownNameOf(user)} email={user.email} hasOwnColumn />
            </span>
          </span>
        ),
      },
      {
        head: text.columns.email,
        wideOnly: true,
        className: 'max-w-56 text-sm',
        cell: ({ email }) => <EmailText email={email} />,
      },
      { head: text.columns.code, className: 'text-sm', cell: ({ profile }) => profile.p_code },
      { head: text.columns.role, cell: role },
      { head: text.columns.status, cell: status },
      {
        head: text.columns.joined,
        // The user's own page shows it as well.
        wideOnly: true,
        className: 'text-sm text-muted',
        cell: (user) => format.date(user.date_joined),
      },
      { head: text.columns.balance, end: true, cell: ({ balance }) => format.taka(balance) },
      { head: actions, unseen: true, cell: (user) => <UserActions user={user} /> },
    ],
    card: (user) => (
      <>
        <div className="flex items-start gap-3">
          <Picture user={user} />
          <div className="min-w-0 grow">
            <p className="break-words">
              <PersonLink id={user.id} name={shownNameOf(user)} />
            </p>
            <p className="text-sm text-muted">
              <EmailText email={user.email} />
            </p>
          </div>
          <UserActions user={user} />
        </div>
        <div className="mt-2 flex flex-wrap items-center gap-2">
          {role(user)}
          {status(user)}
          <span className="money ml-auto font-medium">{format.taka(user.balance)}</span>
        </div>
        <p className="mt-1 text-sm text-muted">
          {text.columns.code}: {user.profile.p_code} · {format.date(user.date_joined)}
        </p>
      </>
    ),
  };
}
