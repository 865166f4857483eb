// The texts of payments and settlement reports, for staff, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type PaymentsStaffText, paymentsStaffBn } from './staff-text-bn.ts';

const lazy = lazyTexts<PaymentsStaffText>(
  paymentsStaffBn,
  async () => (await import('./staff-text-en.ts')).paymentsStaffEn,
);

export const usePaymentsStaffText = (): PaymentsStaffText => useLazyTexts(lazy);
