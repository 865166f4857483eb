// The texts of a payment through a provider, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type PaymentsText, paymentsBn } from './text-bn.ts';
import { paymentsEn } from './text-en.ts';

export const usePaymentsText = (): PaymentsText => useTexts<PaymentsText>(paymentsBn, paymentsEn);
