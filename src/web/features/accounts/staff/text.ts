// The texts of the back office about people, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type AccountsStaffText, accountsStaffBn } from './text-bn.ts';

const lazy = lazyTexts<AccountsStaffText>(
  accountsStaffBn,
  async () => (await import('./text-en.ts')).accountsStaffEn,
);

export const useAccountsStaffText = (): AccountsStaffText => useLazyTexts(lazy);
