// The texts of the back office about people, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type AccountsStaffText, accountsStaffBn } from './text-bn.ts';
import { accountsStaffEn } from './text-en.ts';

export const useAccountsStaffText = (): AccountsStaffText =>
  useTexts<AccountsStaffText>(accountsStaffBn, accountsStaffEn);
