// The texts of the back office, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { type OfficeText, officeBn } from './office-bn.ts';
import { officeEn } from './office-en.ts';

export function useOfficeText(): OfficeText {
  return useLanguage() === 'en' ? officeEn : officeBn;
}
