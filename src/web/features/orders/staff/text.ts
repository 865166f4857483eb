// The texts of the staff's tools for orders, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type OrdersStaffText, ordersStaffBn } from './text-bn.ts';

const lazy = lazyTexts<OrdersStaffText>(
  ordersStaffBn,
  async () => (await import('./text-en.ts')).ordersStaffEn,
);

export const useOrdersStaffText = (): OrdersStaffText => useLazyTexts(lazy);
