// The texts of payments and settlement reports, for staff, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type PaymentsStaffText, paymentsStaffBn } from './staff-text-bn.ts';
import { paymentsStaffEn } from './staff-text-en.ts';

export const usePaymentsStaffText = (): PaymentsStaffText =>
  useTexts<PaymentsStaffText>(paymentsStaffBn, paymentsStaffEn);
