// The texts of the back office about people, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { accountsStaffBn } from './text-bn.ts';

export const useAccountsStaffText = createTextsHook(
  accountsStaffBn,
  async () => (await import('./text-en.ts')).accountsStaffEn,
);
