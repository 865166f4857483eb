// The texts of the back office, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { adminBn } from './admin-bn.ts';
import { adminEn } from './admin-en.ts';
import { useNamed } from './named.ts';
import type { Wording } from './text.ts';

export type AdminText = Wording<typeof adminBn>;

export function useAdminText(): AdminText {
  return useNamed<AdminText>(useLanguage() === 'en' ? adminEn : adminBn);
}
