// The name of a service or sub-type on a screen: the English one if there is one and English is shown.
import type { Language } from '../language.ts';

export const nameIn = (language: Language, name: string, nameEn: string | null | undefined): string =>
  (language === 'en' && nameEn) || name;
