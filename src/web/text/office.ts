// The texts of the back office, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { officeBn } from './office-bn.ts';
import { officeEn } from './office-en.ts';
import type { Wording } from './text.ts';

export type OfficeText = Wording<typeof officeBn>;

export function useOfficeText(): OfficeText {
  return useLanguage() === 'en' ? officeEn : officeBn;
}
