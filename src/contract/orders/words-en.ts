// What the state of an order is called in English. Apart from the Bengali words, so that no phone fetches both.
import type { OrderStatus } from './flow.ts';

export const orderStatusEn = {
  pending: 'Pending',
  processing: 'In progress',
  completed: 'Completed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus, string>;
