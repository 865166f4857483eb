// Names of order statuses in Bengali, for screens and exported tables.
import type { OrderStatus } from './flow.ts';

export const orderStatusBn = {
  pending: 'অপেক্ষায়',
  processing: 'কাজ চলছে',
  completed: 'সম্পন্ন',
  rejected: 'বাতিল হয়েছে',
  cancelled: 'তুলে নেওয়া হয়েছে',
} as const satisfies Record<OrderStatus, string>;
