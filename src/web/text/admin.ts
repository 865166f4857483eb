// The texts of the back office, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { type AdminText, adminBn } from './admin-bn.ts';
import { adminEn } from './admin-en.ts';
import { useNamed } from './named.ts';

export function useAdminText(): AdminText {
  return useNamed<AdminText>(useLanguage() === 'en' ? adminEn : adminBn);
}
