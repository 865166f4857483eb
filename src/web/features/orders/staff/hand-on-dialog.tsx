// Hands on an order that the user works on to a colleague.

import { useQuery } from '@tanstack/react-query';
import type { Order } from '#contract/orders/calls.ts';
import { call } from '../../../lib/api/api.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FormField } from '../../../ui/form/form.tsx';
import { Select } from '../../../ui/form/select.tsx';
import { SkeletonRows } from '../../../ui/states.tsx';
import { DraftDialog, useDialogForm } from '../../drafts/draft-dialog.tsx';
import { operatorsQuery } from '../queries.ts';
import { RefusalNotice } from './conflict.tsx';
import { useOrdersStaffText } from './text.ts';

export function HandOnDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { handOn: text } = useOrdersStaffText();
  const format = useFormat();
  const { data, isPending, isError, refetch } = useQuery(operatorsQuery());
  const others = data?.results.filter((person) => person.id !== order.operator?.id) ?? [];
  const form = useDialogForm(`hand-on:${order.id}`, {
    blank: () => ({ operator: '' }),
    check: ({ operator }) => ({ operator: operator === '' ? text.missing : undefined }),
    send: (body) => call('POST /account/orders/:id/hand-on/', { params: { id: order.id }, body }),
    onSent() {
      notify.success(text.done);
      onClose();
    },
    failed: text.failed,
    quiet: true,
  });
  return (
    <DraftDialog
      form={form}
      onClose={onClose}
      title={text.title(format.digits(order.id))}
      description={text.text}
      submit={text.submit}
      disabled={others.length === 0}
    >
      {isError && !data ? (
        <ErrorState title={text.listFailed} onRetry={() => void refetch()} />
      ) : isPending ? (
        <SkeletonRows rows={1} />
      ) : others.length === 0 ? (
        <p className="text-muted">{text.nobody}</p>
      ) : (
        <FormField form={form} name="operator" label={text.to} required>
          {(control) => (
            <Select {...control}>
              <option value="">{text.choose}</option>
              {others.map((person) => (
                <option key={person.id} value={person.id}>
                  {person.name}
                </option>
              ))}
            </Select>
          )}
        </FormField>
      )}
      <RefusalNotice orderId={order.id} form={form} />
    </DraftDialog>
  );
}
