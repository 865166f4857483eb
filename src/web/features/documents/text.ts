// The texts of the document services beyond the NID copy, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import { type DocumentsText, documentsBn } from './text-bn.ts';
import { documentsEn } from './text-en.ts';

export function useDocumentsText(): DocumentsText {
  return useLanguage() === 'en' ? documentsEn : documentsBn;
}
