// The texts of one's own account, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { accountBn } from './account-bn.ts';
import { accountEn } from './account-en.ts';
import type { Wording } from './text.ts';

export type AccountText = Wording<typeof accountBn>;

export function useAccountText(): AccountText {
  return useLanguage() === 'en' ? accountEn : accountBn;
}
