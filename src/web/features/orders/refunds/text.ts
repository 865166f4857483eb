// The texts of refunds of orders, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { refundsBn } from './text-bn.ts';

export const useRefundsText = createTextsHook(
  refundsBn,
  async () => (await import('./text-en.ts')).refundsEn,
);
