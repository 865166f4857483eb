// What a member of staff may do with an order now: asked of the order's flow and of the person's rights.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Hand, MoreHorizontal, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hasRight } from '#contract/access.ts';
import { actionsFor, type OrderAction } from '#contract/order-flow.ts';
import type { StaffOrder } from '#contract/orders.ts';
import { call } from '../../lib/api.ts';
import { errorWords } from '../../lib/api-error.ts';
import { useFormat } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { useUser } from '../../lib/session.ts';
import { useAdminText } from '../../text/admin.ts';
import { useOrdersText } from '../../text/orders.ts';
import { Button, button } from '../../ui/button.tsx';
import { Dropdown, DropdownItem } from '../../ui/dropdown.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import { RejectDialog } from './reject-dialog.tsx';

type Shown = Extract<OrderAction, 'take' | 'complete' | 'reject' | 're_upload'>;
const icons: Record<Shown, ReactNode> = {
  take: <Hand className="size-5" aria-hidden="true" />,
  complete: <CircleCheck className="size-5" aria-hidden="true" />,
  reject: <CircleX className="size-5" aria-hidden="true" />,
  re_upload: <RefreshCw className="size-5" aria-hidden="true" />,
};

interface StaffActionsProps {
  order: StaffOrder;
  /** A menu behind three dots in lists, buttons on the order's own page. */
  look: 'menu' | 'buttons';
}

export function StaffActions({ order, look }: StaffActionsProps) {
  const { orders: text } = useAdminText();
  const ordersText = useOrdersText();
  const format = useFormat();
  const client = useQueryClient();
  const { roles } = useUser();
  const [dialog, setDialog] = useState<Exclude<Shown, 'take'>>();
  const take = useMutation({
    mutationFn: () => call('POST /account/orders/:id/take/', { params: { id: order.id } }),
    onSuccess: () => notify.success(text.taken),
    onError: (error) => notify.error(errorWords(error, text.takeFailed)),
    onSettled() {
      for (const key of ['orders', 'order']) void client.invalidateQueries({ queryKey: [key] });
    },
  });
  const labels: Record<Shown, string> = {
    take: text.take,
    complete: text.complete,
    reject: text.reject,
    re_upload: text.reUpload,
  };
  const actions = hasRight(roles, 'orders.work')
    ? actionsFor(order.status, 'staff').filter((action): action is Shown => action in labels)
    : [];
  if (actions.length === 0) return null;
  const act = (action: Shown) => (action === 'take' ? take.mutate() : setDialog(action));
  return (
    <>
      {look === 'menu' ? (
        <Dropdown
          label={text.more}
          trigger={
            <button
              type="button"
              className={button({ look: 'bare', size: 'icon' })}
              aria-label={`${text.more}: ${ordersText.order(format.digits(order.id))}`}
            >
              <MoreHorizontal className="size-5" aria-hidden="true" />
            </button>
          }
        >
          {actions.map((action) => (
            <DropdownItem
              key={action}
              icon={icons[action]}
              danger={action === 'reject'}
              onSelect={() => act(action)}
            >
              {labels[action]}
            </DropdownItem>
          ))}
        </Dropdown>
      ) : (
        actions.map((action) => (
          <Button
            key={action}
            look={action === 'reject' ? 'dangerQuiet' : action === 'complete' ? 'main' : 'quiet'}
            busy={action === 'take' && take.isPending}
            onClick={() => act(action)}
          >
            {icons[action]}
            {labels[action]}
          </Button>
        ))
      )}
      {dialog === 'reject' ? <RejectDialog order={order} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'complete' || dialog === 're_upload' ? (
        <DeliveryDialog order={order} kind={dialog} onClose={() => setDialog(undefined)} />
      ) : null}
    </>
  );
}
