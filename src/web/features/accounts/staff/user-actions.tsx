// What staff may do with a user, by their rights: the menu behind the three dots and its dialogs.
import { useNavigate } from '@tanstack/react-router';
import {
  Banknote,
  Eye,
  KeyRound,
  MoreHorizontal,
  Pencil,
  ScanEye,
  Trash2,
  UserCog,
  Wallet,
} from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { hasRight, type Right } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { call } from '../../../lib/api/api.ts';
import { errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Dropdown, DropdownItem, DropdownLine } from '../../../ui/dropdown.tsx';
import { StaffMoneyDialog } from '../../wallet/staff-money-dialog.tsx';
import { EditUserSheet } from './edit-user-sheet.tsx';
import { ImpersonateDialog } from './impersonate-dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { RolesDialog } from './roles-dialog.tsx';
import { useAccountsStaffText } from './text.ts';

type Opened = 'viewAs' | 'recharge' | 'edit' | 'password' | 'withdraw' | 'roles' | 'remove';

const icons: Record<Opened, ComponentType<{ className?: string; 'aria-hidden'?: 'true' }>> = {
  viewAs: ScanEye,
  recharge: Wallet,
  edit: Pencil,
  password: KeyRound,
  withdraw: Banknote,
  roles: UserCog,
  remove: Trash2,
};
const needed: Record<Opened, Right> = {
  viewAs: 'users.view_as',
  recharge: 'cash.take',
  edit: 'users.manage',
  password: 'users.manage',
  withdraw: 'wallets.move',
  roles: 'users.manage',
  remove: 'users.manage',
};
const order: readonly Opened[] = ['viewAs', 'recharge', 'edit', 'password', 'withdraw', 'roles', 'remove'];

/** Staff have no wallet to recharge and no customer portal to view. Nobody can delete or demote themselves by accident. */
function mayOpen(what: Opened, user: UserRecord, me: { id: number; roles: readonly string[] }): boolean {
  if (!hasRight(me.roles, needed[what])) return false;
  if (what === 'viewAs' || what === 'recharge' || what === 'withdraw') return !user.is_admin;
  if (what === 'remove' || what === 'password') return user.id !== me.id;
  return true;
}

interface UserActionsProps {
  user: UserRecord;
  /** The details page needs no link to itself. */
  hideImpersonation?: boolean;
  onRemoved?: () => void;
}

export function UserActions({ user, hideImpersonation = false, onRemoved }: UserActionsProps) {
  const { users, actions: text } = useAccountsStaffText();
  const navigate = useNavigate();
  const me = useUser();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const open = order.filter((what) => mayOpen(what, user, me));
  if (hideImpersonation && open.length === 0) return null;
  return (
    <>
      <Dropdown
        label={users.actionsFor(shownNameOf(user))}
        trigger={
          <button
            type="button"
            className={button({ variant: hideImpersonation ? 'quiet' : 'bare', size: 'icon' })}
            aria-label={users.actionsFor(shownNameOf(user))}
          >
            <MoreHorizontal className="size-5" aria-hidden="true" />
          </button>
        }
      >
        {hideImpersonation ? null : (
          <DropdownItem
            icon={<Eye className="size-5" aria-hidden="true" />}
            onSelect={() =>
              void navigate({ to: '/admin/user/details/$id', params: { id: String(user.id) }, search: {} })
            }
          >
            {text.view}
          </DropdownItem>
        )}
        {open.map((what) => {
          const Icon = icons[what];
          return (
            <div key={what} className="contents">
              {what === 'remove' ? <DropdownLine /> : null}
              <DropdownItem
                icon={<Icon className="size-5" aria-hidden="true" />}
                danger={what === 'remove'}
                onSelect={() => setOpened(what)}
              >
                {what === 'recharge' && !hasRight(me.roles, 'wallets.move') ? text.takeCash : text[what]}
              </DropdownItem>
            </div>
          );
        })}
      </Dropdown>
      {opened === 'recharge' || opened === 'withdraw' ? (
        <StaffMoneyDialog user={{ id: user.id, name: shownNameOf(user) }} kind={opened} onClose={close} />
      ) : null}
      {opened === 'edit' ? <EditUserSheet user={user} onClose={close} /> : null}
      {opened === 'password' ? <PasswordDialog user={user} onClose={close} /> : null}
      {opened === 'viewAs' ? (
        <ImpersonateDialog user={{ id: user.id, name: shownNameOf(user) }} onClose={close} />
      ) : null}
      {opened === 'roles' ? <RolesDialog user={user} onClose={close} /> : null}
      {opened === 'remove' ? (
        <RemoveDialog
          user={user}
          onClose={close}
          onRemoved={() => {
            close();
            onRemoved?.();
          }}
        />
      ) : null}
    </>
  );
}

interface RemoveDialogProps {
  user: UserRecord;
  onClose: () => void;
  onRemoved: () => void;
}

function RemoveDialog({ user, onClose, onRemoved }: RemoveDialogProps) {
  const { remove: text } = useAccountsStaffText();
  const remove = useMutation({
    mutationFn: () => call('DELETE /account/user/:id/', { params: { id: user.id } }),
    onSuccess(answer) {
      notify.success(answer.message || text.done);
      onRemoved();
    },
    onError: (error) => notify.error(errorMessage(error, text.failed)),
  });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      busy={remove.isPending}
      danger
      title={text.title(shownNameOf(user))}
      description={text.text}
      confirmLabel={text.yes}
      refusal={remove.isError ? errorMessage(remove.error, text.failed) : undefined}
    />
  );
}
