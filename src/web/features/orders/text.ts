// The texts of orders, for customers and staff, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type OrdersText, ordersBn } from './text-bn.ts';

const lazy = lazyTexts<OrdersText>(ordersBn, async () => (await import('./text-en.ts')).ordersEn);

export const useOrdersText = (): OrdersText => useLazyTexts(lazy);
