// The texts of what staff do with wallets, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { walletStaffBn } from './staff-text-bn.ts';

export const useWalletStaffText = createTextsHook(
  walletStaffBn,
  async () => (await import('./staff-text-en.ts')).walletStaffEn,
);
