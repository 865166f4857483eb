// What staff do with orders. Dialogs live beside the list, not in its rows, so that a row that changes or vanishes while
// somebody types takes no input with it.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { StaffOrder } from '#contract/orders/calls.ts';
import { actionsFor, type OrderAction } from '#contract/orders/flow.ts';
import { call } from '../../../lib/api/api.ts';
import { errorWords } from '../../../lib/api/api-error.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { HandOnDialog } from './hand-on-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';
import { useOrdersStaffText } from './text.ts';

export type StaffAction = Exclude<OrderAction, 'cancel'>;

export interface OrderActions {
  /** The actions allowed on an order now, by its status and the user's permissions. */
  open: (order: StaffOrder) => StaffAction[];
  act: (order: StaffOrder, action: StaffAction) => void;
  dialogs: ReactNode;
}

export function useOrderActions(): OrderActions {
  const { work: text } = useOrdersStaffText();
  const staffText = useOrdersStaffText();
  const { id, roles } = useUser();
  const [shown, setShown] = useState<{ order: StaffOrder; action: StaffAction }>();
  const take = useMutation({
    mutationFn: (orderId: number) => call('POST /account/orders/:id/take/', { params: { id: orderId } }),
    onSuccess: () => notify.success(text.taken),
    onError: (error) => notify.error(errorWords(error, text.takeFailed)),
  });
  const handBack = useMutation({
    mutationFn(orderId: number) {
      const form = new FormData();
      form.set('data', JSON.stringify({ status: 'pending' }));
      return call('PATCH /account/orders/:id/', { params: { id: orderId }, form });
    },
    onSuccess: () => notify.success(staffText.handedBack),
    onError: (error) => notify.error(errorWords(error, staffText.handOn.failed)),
  });

  const isMine = (order: StaffOrder) =>
    order.operator === null || order.operator.id === id || roles.includes('owner');
  const close = () => setShown(undefined);
  return {
    open: (order) =>
      hasRight(roles, 'orders.work') && (order.status !== 'processing' || isMine(order))
        ? (actionsFor(order.status, 'staff') as StaffAction[])
        : [],
    act(order, action) {
      if (action === 'take') take.mutate(order.id);
      else if (action === 'hand_back') handBack.mutate(order.id);
      else setShown({ order, action });
    },
    dialogs:
      shown === undefined ? null : shown.action === 'reject' ? (
        <RejectDialog order={shown.order} onClose={close} />
      ) : shown.action === 'hand_on' ? (
        <HandOnDialog order={shown.order} onClose={close} />
      ) : (
        <DeliveryDialog
          order={shown.order}
          kind={shown.action === 're_upload' ? 're_upload' : 'complete'}
          onClose={close}
        />
      ),
  };
}
