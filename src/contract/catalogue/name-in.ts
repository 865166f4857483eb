// The words of a service or sub-type on a screen: the English ones where there are some.
import type { Language } from '../bengali.ts';

export const nameIn = (language: Language, name: string, nameEn: string | null | undefined): string =>
  (language === 'en' && nameEn) || name;
