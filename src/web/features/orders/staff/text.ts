// The texts of the order tools for staff, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { ordersStaffBn } from './text-bn.ts';

export const useOrdersStaffText = createTextsHook(
  ordersStaffBn,
  async () => (await import('./text-en.ts')).ordersStaffEn,
);
