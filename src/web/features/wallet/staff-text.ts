// The texts about what staff do with wallets, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type WalletStaffText, walletStaffBn } from './staff-text-bn.ts';

const lazy = lazyTexts<WalletStaffText>(
  walletStaffBn,
  async () => (await import('./staff-text-en.ts')).walletStaffEn,
);

export const useWalletStaffText = (): WalletStaffText => useLazyTexts(lazy);
