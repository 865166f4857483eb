// The texts of a customer’s wallet, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type WalletText, walletBn } from './text-bn.ts';
import { walletEn } from './text-en.ts';

export const useWalletText = (): WalletText => useTexts<WalletText>(walletBn, walletEn);
