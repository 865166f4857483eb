// The texts of a customer’s wallet, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type WalletText, walletBn } from './text-bn.ts';

const lazy = lazyTexts<WalletText>(walletBn, async () => (await import('./text-en.ts')).walletEn);

export const useWalletText = (): WalletText => useLazyTexts(lazy);
