// The texts of orders, for customers and staff, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { ordersBn } from './orders-bn.ts';
import { ordersEn } from './orders-en.ts';
import type { Wording } from './text.ts';

export type OrdersText = Wording<typeof ordersBn>;

export function useOrdersText(): OrdersText {
  return useLanguage() === 'en' ? ordersEn : ordersBn;
}
