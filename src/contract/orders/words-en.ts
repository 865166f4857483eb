// Names of order statuses in English. Separate from the Bengali ones, so that no phone fetches both.
import type { OrderStatus } from './flow.ts';

export const orderStatusEn = {
  pending: 'Pending',
  processing: 'In progress',
  completed: 'Completed',
  rejected: 'Rejected',
  cancelled: 'Cancelled',
} as const satisfies Record<OrderStatus, string>;
