// A line above a list with the orders of one customer: it says whose they are and links to the orders of all customers.
import { Link } from '@tanstack/react-router';
import { UserRound, X } from 'lucide-react';
import type { Order } from '#contract/orders/calls.ts';
import { useFormat } from '../../../lib/format.ts';
import { useOptimisticChoice } from '../../../lib/list-address.ts';
import { Button } from '../../../ui/button.tsx';
import { customerOf } from './staff-order-rows.tsx';
import { useOrdersStaffText } from './text.ts';

interface OrdersOfProps {
  id: number;
  /** The orders on the screen, which contain the name. */
  orders: readonly Order[];
  onAll: () => void;
}

export function OrdersOf({ id, orders, onAll }: OrdersOfProps) {
  const { ofCustomer: text } = useOrdersStaffText();
  const format = useFormat();
  const [isPressed, press] = useOptimisticChoice(false, onAll);
  const known = orders.find(({ user }) => user.id === id);
  return (
    <p className="-mt-3 mb-3 flex flex-wrap items-center gap-x-3">
      <Link
        to="/admin/user/details/$id"
        params={{ id: String(id) }}
        className="inline-flex min-h-11 min-w-0 items-center gap-2 text-accent-text underline underline-offset-4 lg:min-h-9"
      >
        <UserRound className="size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0 break-words">
          {text.only(known ? customerOf(known) : `#${format.digits(id)}`)}
        </span>
      </Link>
      <Button variant="bare" size="small" disabled={isPressed} onClick={() => press(true)}>
        <X className="size-4" aria-hidden="true" />
        {text.all}
      </Button>
    </p>
  );
}
