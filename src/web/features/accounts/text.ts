// The texts of one's own account, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import type { Wording } from '../../text/text.ts';
import { accountBn } from './text-bn.ts';
import { accountEn } from './text-en.ts';

export type AccountText = Wording<typeof accountBn>;

export function useAccountText(): AccountText {
  return useLanguage() === 'en' ? accountEn : accountBn;
}
