// The actions of staff on orders. Dialogs are rendered next to the list and not in its rows, so that a row that changes or vanishes takes no typed
// input with it.
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import type { Order } from '#contract/orders/calls.ts';
import { actionsFor, isOpen, type OrderAction } from '#contract/orders/flow.ts';
import { isWaiting } from '#contract/orders/rules.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { useMutation } from '../../../lib/api/use-mutation.ts';
import { useFormat } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { useUser } from '../../../lib/session.ts';
import { useStore } from '../../../lib/store.ts';
import { OrderDialog } from '../dialogs/lazy-order-dialog.ts';
import type { OrderDialogProps } from '../dialogs/order-dialog.tsx';
import { orderQuery } from '../queries.ts';
import { useWake } from '../snooze/use-wake.ts';
import { snoozeActions } from '../snooze/wake-times.ts';
import { heldDecisions } from '../undo/undo-window.ts';
import { takeOrder } from './take-order.ts';
import { useOrdersStaffText } from './text.ts';

export type StaffAction = Exclude<OrderAction, 'cancel'> | 'snooze' | 'wake' | 'ask';

export interface OrderActions {
  /** The actions allowed on an order now, by its status and the user's permissions. */
  open: (order: Order) => StaffAction[];
  /** @param file the result, if it has already been chosen */
  act: (order: Order, action: StaffAction, file?: File) => void;
  dialogs: ReactNode;
}

/** Returns the colleague who has the order, if that is why it could not be taken. */
export async function findHolder(
  error: unknown,
  orderId: number,
  client: QueryClient,
): Promise<string | undefined> {
  if (!(error instanceof ApiError && error.status === 409)) return undefined;
  const now = await client.fetchQuery({ ...orderQuery(orderId), staleTime: 0 }).catch(() => undefined);
  return now?.status === 'processing' ? now.operator?.name : undefined;
}

/** @param onNext opens the next order of the list once one is completed or rejected */
export function useOrderActions(onNext?: () => void): OrderActions {
  const staffText = useOrdersStaffText();
  const { work: text } = staffText;
  const { id, roles } = useUser();
  const client = useQueryClient();
  const format = useFormat();
  const [shown, setShown] = useState<Pick<OrderDialogProps, 'order' | 'action' | 'file'>>();
  const take = useMutation({
    mutationFn: (orderId: number) => takeOrder(orderId, id),
    onSuccess: () => notify.success(text.taken),
    async onError(error, orderId) {
      const holder = await findHolder(error, orderId, client);
      notify.error(
        holder ? text.takenByOther(format.digits(orderId), holder) : errorMessage(error, text.takeFailed),
      );
    },
  });
  const handBack = useMutation({
    mutationFn(orderId: number) {
      const form = new FormData();
      form.set('data', JSON.stringify({ status: 'pending' }));
      return call('PATCH /account/orders/:id/', { params: { id: orderId }, form });
    },
    onSuccess: () => notify.success(staffText.handedBack),
    onError: (error) => notify.error(errorMessage(error, staffText.handOn.failed)),
  });

  const { wake } = useWake();
  const held = useStore(heldDecisions.store);
  const isMine = (order: Order) =>
    order.operator === null || order.operator.id === id || roles.includes('owner');
  const close = () => setShown(undefined);
  return {
    open: (order) =>
      hasRight(roles, 'orders.work') &&
      !held.some((decision) => decision.order.id === order.id) &&
      (order.status !== 'processing' || isMine(order))
        ? [
            ...(actionsFor(order.status, 'staff') as StaffAction[]),
            ...snoozeActions(order),
            ...(isOpen(order.status) && !isWaiting(order) ? ['ask' as const] : []),
          ]
        : [],
    act(order, action, file) {
      // A dialog is about to appear: a key pressed before it is visible was meant for it.
      if (shown) return;
      if (action === 'take') take.mutate(order.id);
      else if (action === 'hand_back') handBack.mutate(order.id);
      else if (action === 'wake') wake(order.id);
      else setShown({ order, action, file });
    },
    dialogs:
      shown === undefined ? null : (
        <Suspense>
          <OrderDialog {...shown} onClose={close} onNext={onNext} />
        </Suspense>
      ),
  };
}
