// The texts of a customer’s wallet, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { walletBn } from './text-bn.ts';

export const useWalletText = createTextsHook(walletBn, async () => (await import('./text-en.ts')).walletEn);
