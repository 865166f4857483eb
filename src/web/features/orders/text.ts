// The texts of orders, for customers and staff, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type OrdersText, ordersBn } from './text-bn.ts';
import { ordersEn } from './text-en.ts';

export const useOrdersText = (): OrdersText => useTexts<OrdersText>(ordersBn, ordersEn);
