// What all staff lists of orders share: their keys, the focus, and where "next" and "previous" lead.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import type { Order } from '#contract/orders/calls.ts';
import type { OrderActions } from '../staff/use-order-actions.tsx';
import { saveViewedList, takeLastOpened } from './last-viewed-list.ts';
import {
  currentOrder,
  focusOrder,
  type KeyAction,
  moveFocus,
  useHighlightCurrentRow,
  useRestoreRowFocus,
} from './order-keys.tsx';

const noOrders: readonly Order[] = [];

export function useListKeys(
  listed: readonly Order[] | undefined,
  actions: Pick<OrderActions, 'open' | 'act'>,
): (key: KeyAction) => void {
  const navigate = useNavigate();
  const orders = listed ?? noOrders;
  const ids = useMemo(() => orders.map(({ id }) => id), [orders]);
  useEffect(() => {
    saveViewedList(ids);
    if (ids.length === 0) return;
    // Runs after the frame has focused the new page.
    const timer = setTimeout(() => {
      const opened = takeLastOpened();
      if (opened !== undefined && document.activeElement?.closest('[data-order]') == null) focusOrder(opened);
    });
    return () => clearTimeout(timer);
  }, [ids]);
  useRestoreRowFocus(ids);
  useHighlightCurrentRow(ids);
  return (key) => {
    if (key === 'next' || key === 'previous') return moveFocus(key === 'next' ? 1 : -1);
    const order = orders.find(({ id }) => id === currentOrder());
    if (!order) return;
    if (key === 'open') void navigate({ to: '/admin/orders/details/$id', params: { id: String(order.id) } });
    else if (actions.open(order).includes(key)) actions.act(order, key);
  };
}
