// The texts of the document services beyond the NID copy, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { documentsBn } from './documents-bn.ts';
import { documentsEn } from './documents-en.ts';
import type { Wording } from './text.ts';

export type DocumentsText = Wording<typeof documentsBn>;

export function useDocumentsText(): DocumentsText {
  return useLanguage() === 'en' ? documentsEn : documentsBn;
}
