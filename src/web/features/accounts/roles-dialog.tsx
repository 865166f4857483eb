import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type StaffRole, staffRoles } from '#contract/access.ts';
import type { UserRecord } from '#contract/accounts/calls.ts';
import { call } from '../../lib/api.ts';
import { ApiError, errorWords } from '../../lib/api-error.ts';
import { notify } from '../../lib/notify.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Checkbox } from '../../ui/input.tsx';
import { Notice } from '../../ui/surface.tsx';
import { CodeField, codeBody } from './code-field.tsx';
import { userQuery } from './queries.ts';
import { useAccountsStaffText } from './staff-text.ts';

export function RolesDialog({ user, onClose }: { user: UserRecord; onClose: () => void }) {
  const { roles: text } = useAccountsStaffText();
  const common = useText().common;
  const client = useQueryClient();
  const [chosen, setChosen] = useState<readonly StaffRole[]>(() =>
    staffRoles.filter((role) => user.roles.includes(role)),
  );
  const [code, setCode] = useState('');
  const save = useMutation({
    mutationFn: () =>
      call('PUT /account/user/:id/roles/', {
        params: { id: user.id },
        body: { roles: [...chosen], ...codeBody(code) },
      }),
    onSuccess({ message, ...record }) {
      client.setQueryData(userQuery(user.id).queryKey, record);
      notify.success(message || text.saved);
      onClose();
    },
  });
  const wrongCode = save.error instanceof ApiError ? save.error.fields.code : undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      locked={save.isPending}
      title={text.title}
      description={
        <>
          <p className="text-ink">{`${user.first_name} ${user.last_name}`.trim() || user.username}</p>
          <p>{text.text}</p>
        </>
      }
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={save.isPending}>
            {common.cancel}
          </Button>
          <Button busy={save.isPending} onClick={() => save.mutate()}>
            {common.save}
          </Button>
        </>
      }
    >
      <fieldset className="mt-3 divide-y divide-line">
        <legend className="sr-only">{text.title}</legend>
        {staffRoles.map((role) => (
          <Checkbox
            key={role}
            name={role}
            className="py-2"
            checked={chosen.includes(role)}
            onChange={(event) =>
              setChosen(
                staffRoles.filter((one) => (one === role ? event.target.checked : chosen.includes(one))),
              )
            }
          >
            <span className="block font-medium">{text.names[role]}</span>
            <span className="block text-sm text-muted">{text.hints[role]}</span>
          </Checkbox>
        ))}
      </fieldset>
      <CodeField value={code} onChange={setCode} error={wrongCode} className="mt-3" />
      {save.isError && wrongCode === undefined ? (
        <Notice tone="bad" role="alert" className="mt-3">
          {errorWords(save.error, text.failed)}
        </Notice>
      ) : null}
    </Dialog>
  );
}
