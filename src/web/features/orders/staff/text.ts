// The texts of the staff's tools for orders, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type OrdersStaffText, ordersStaffBn } from './text-bn.ts';
import { ordersStaffEn } from './text-en.ts';

export const useOrdersStaffText = (): OrdersStaffText =>
  useTexts<OrdersStaffText>(ordersStaffBn, ordersStaffEn);
