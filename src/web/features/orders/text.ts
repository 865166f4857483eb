// The texts of orders, for customers and staff, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { ordersBn } from './text-bn.ts';

export const useOrdersText = createTextsHook(ordersBn, async () => (await import('./text-en.ts')).ordersEn);
