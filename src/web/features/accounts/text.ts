// The texts of one's own account, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import { type AccountText, accountBn } from './text-bn.ts';
import { accountEn } from './text-en.ts';

export function useAccountText(): AccountText {
  return useLanguage() === 'en' ? accountEn : accountBn;
}
