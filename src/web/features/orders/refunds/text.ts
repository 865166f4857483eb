// The texts of refunds of orders, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type RefundsText, refundsBn } from './text-bn.ts';

const lazy = lazyTexts<RefundsText>(refundsBn, async () => (await import('./text-en.ts')).refundsEn);

export const useRefundsText = (): RefundsText => useLazyTexts(lazy);
