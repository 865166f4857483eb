// The texts of orders, for customers and staff, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import { type OrdersText, ordersBn } from './text-bn.ts';
import { ordersEn } from './text-en.ts';

export function useOrdersText(): OrdersText {
  return useLanguage() === 'en' ? ordersEn : ordersBn;
}
