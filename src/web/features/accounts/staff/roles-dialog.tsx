import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { staffRoles } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { notify } from '../../../lib/notify.ts';
import { useForm } from '../../../lib/use-form.ts';
import { EditConflict } from '../../../ui/conflict/edit-conflict.tsx';
import { Checkbox } from '../../../ui/form/checkbox.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { FormRefusal } from '../../../ui/form/form-refusal.tsx';
import { useUiText } from '../../../ui/text.ts';
import { CodeField, codeBody } from '../code-field.tsx';
import { userQuery } from '../queries.ts';
import { useAccountsStaffText } from './text.ts';

/** Users without a staff role are customers. */
const seenRoles = (roles: readonly string[]) => {
  const ofStaff = staffRoles.filter((role) => roles.includes(role));
  return ofStaff.length === 0 ? ['customer' as const] : ofStaff;
};

export function RolesDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const { roles: text } = useAccountsStaffText();
  const common = useUiText().common;
  const client = useQueryClient();
  const seen = useRef<readonly string[]>(user.roles);
  const [newer, setNewer] = useState<UserRecord>();
  const form = useForm({
    blank: () => ({ roles: staffRoles.filter((role) => user.roles.includes(role)), code: '' }),
    send: ({ roles, code }) =>
      call('PUT /account/user/:id/roles/', {
        params: { id: user.id },
        body: { roles, seen: seenRoles(seen.current), ...codeBody(code) },
      }),
    onSent({ message, ...record }) {
      client.setQueryData(userQuery(user.id).queryKey, record);
      notify.success(message || text.saved);
      onClose();
    },
    failed: text.failed,
    fieldsOf: ({ fields: { code } }) => ({ code }),
    onRefused(error) {
      if (!(error instanceof ApiError) || error.code !== 'record_changed') return false;
      void client.fetchQuery({ ...userQuery(user.id), staleTime: 0 }).then(setNewer);
      return true;
    },
    quiet: true,
  });
  const { roles, code } = form.values;
  const ofStaff = (all: readonly string[]) => staffRoles.filter((role) => all.includes(role));
  const named = (all: readonly string[]) =>
    ofStaff(all)
      .map((role) => text.names[role])
      .join(', ');
  function take(record: UserRecord, next: readonly string[]) {
    seen.current = record.roles;
    setNewer(undefined);
    const values = { ...form.values, roles: ofStaff(next) };
    form.set(values);
    return values;
  }
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text.title}
      description={
        <>
          <p className="text-ink">{shownNameOf(user)}</p>
          <p>{text.text}</p>
        </>
      }
      submit={common.save}
    >
      <fieldset className="divide-y divide-line">
        <legend className="sr-only">{text.title}</legend>
        {staffRoles.map((role) => (
          <Checkbox
            key={role}
            name={role}
            className="py-2"
            checked={roles.includes(role)}
            onChange={(event) =>
              form.set({
                roles: staffRoles.filter((one) =>
                  one === role ? event.target.checked : roles.includes(one),
                ),
              })
            }
          >
            <span className="block font-medium">{text.names[role]}</span>
            <span className="block text-sm text-muted">{text.hints[role]}</span>
          </Checkbox>
        ))}
      </fieldset>
      <CodeField value={code} onChange={(next) => form.set({ code: next })} error={form.errors.code} />
      {newer ? (
        <EditConflict
          afterPress
          text={text.conflict}
          clashes={[{ label: text.title, now: named(newer.roles), mine: named(roles) }]}
          onTake={() => take(newer, newer.roles)}
          onKeep={() => void form.send(take(newer, roles))}
        />
      ) : (
        <FormRefusal form={form} />
      )}
    </FormDialog>
  );
}
