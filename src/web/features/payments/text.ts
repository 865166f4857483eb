// The texts of a payment through a provider, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type PaymentsText, paymentsBn } from './text-bn.ts';

const lazy = lazyTexts<PaymentsText>(paymentsBn, async () => (await import('./text-en.ts')).paymentsEn);

export const usePaymentsText = (): PaymentsText => useLazyTexts(lazy);
