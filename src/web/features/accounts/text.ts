// The texts of the user's own account, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { accountsBn } from './text-bn.ts';

export const useAccountsText = createTextsHook(
  accountsBn,
  async () => (await import('./text-en.ts')).accountsEn,
);
