// The displayed name of a service or sub-type: the English one if it has one and the language is English.
import type { Language } from '../language.ts';

export const nameIn = (language: Language, name: string, nameEn: string | null | undefined): string =>
  (language === 'en' && nameEn) || name;
