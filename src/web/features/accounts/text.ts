// The texts of one's own account, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type AccountsText, accountsBn } from './text-bn.ts';
import { accountsEn } from './text-en.ts';

export const useAccountsText = (): AccountsText => useTexts<AccountsText>(accountsBn, accountsEn);
