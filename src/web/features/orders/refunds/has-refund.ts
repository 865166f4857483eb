// Whether money of a completed order was refunded. An order kept on the device may predate this field of the response.
import type { Order } from '#contract/orders/calls.ts';

export const hasRefund = ({ refunded }: { refunded?: Order['refunded'] }): boolean =>
  refunded !== undefined && refunded !== '0.00';
