// Giving an order that one works on to a colleague.
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { call } from '../../lib/api.ts';
import { errorWords } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/input.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { RefusalNotice } from './conflict.tsx';
import { operatorsQuery } from './queries.ts';
import { useStaffOrdersText } from './staff-text.ts';

export function HandOnDialog({ order, onClose }: { order: StaffOrder; onClose: () => void }) {
  const { handOn: text } = useStaffOrdersText();
  const common = useText().common;
  const format = useFormat();
  const [to, setTo] = useState('');
  const [missing, setMissing] = useState(false);
  const { data, isPending, isError, refetch } = useQuery(operatorsQuery());
  const others = data?.results.filter((person) => person.id !== order.operator?.id) ?? [];
  const hand = useMutation({
    mutationFn: () =>
      call('POST /account/orders/:id/hand-on/', { params: { id: order.id }, body: { operator: to } }),
    onSuccess() {
      notify.success(text.done);
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      locked={hand.isPending}
      title={text.title(format.digits(order.id))}
      description={text.text}
      footer={
        <>
          <Button look="quiet" onClick={onClose} disabled={hand.isPending}>
            {common.cancel}
          </Button>
          <Button
            busy={hand.isPending}
            disabled={others.length === 0}
            onClick={() => (to === '' ? setMissing(true) : hand.mutate())}
          >
            {text.submit}
          </Button>
        </>
      }
    >
      <div className="mt-4 space-y-4">
        {isError ? (
          <ErrorState title={text.listFailed} onRetry={() => void refetch()} />
        ) : isPending ? (
          <SkeletonRows rows={1} />
        ) : others.length === 0 ? (
          <p className="text-muted">{text.nobody}</p>
        ) : (
          <Field label={text.to} error={missing ? text.missing : undefined} required>
            {(control) => (
              <Select
                {...control}
                name="operator"
                value={to}
                onChange={(event) => {
                  setTo(event.target.value);
                  setMissing(false);
                }}
              >
                <option value="">{text.choose}</option>
                {others.map((person) => (
                  <option key={person.id} value={person.id}>
                    {person.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {hand.isError ? (
          <RefusalNotice orderId={order.id} error={hand.error} words={errorWords(hand.error, text.failed)} />
        ) : null}
      </div>
    </Dialog>
  );
}
