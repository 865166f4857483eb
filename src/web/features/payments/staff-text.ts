// The texts of payments and settlement reports, for staff, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { paymentsStaffBn } from './staff-text-bn.ts';

export const usePaymentsStaffText = createTextsHook(
  paymentsStaffBn,
  async () => (await import('./staff-text-en.ts')).paymentsStaffEn,
);
