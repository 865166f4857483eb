// The texts of one's own account, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type AccountsText, accountsBn } from './text-bn.ts';

const lazy = lazyTexts<AccountsText>(accountsBn, async () => (await import('./text-en.ts')).accountsEn);

export const useAccountsText = (): AccountsText => useLazyTexts(lazy);
