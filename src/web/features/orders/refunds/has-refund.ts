// Whether money of an order went back after completion. An order that was kept on the device may be older than this part of the answer.
import type { Order } from '#contract/orders/calls.ts';

export const hasRefund = ({ refunded }: { refunded?: Order['refunded'] }): boolean =>
  refunded !== undefined && refunded !== '0.00';
