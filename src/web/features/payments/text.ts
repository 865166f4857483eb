// The texts of a payment through a provider, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { paymentsBn } from './text-bn.ts';

export const usePaymentsText = createTextsHook(
  paymentsBn,
  async () => (await import('./text-en.ts')).paymentsEn,
);
