// The texts of refunds of orders, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type RefundsText, refundsBn } from './text-bn.ts';
import { refundsEn } from './text-en.ts';

export const useRefundsText = (): RefundsText => useTexts<RefundsText>(refundsBn, refundsEn);
