// The texts about money, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type WalletStaffText, walletStaffBn } from './staff-text-bn.ts';
import { walletStaffEn } from './staff-text-en.ts';

export const useWalletStaffText = (): WalletStaffText =>
  useTexts<WalletStaffText>(walletStaffBn, walletStaffEn);
