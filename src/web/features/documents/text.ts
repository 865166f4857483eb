// The texts of the document services other than the NID copy, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type DocumentsText, documentsBn } from './text-bn.ts';
import { documentsEn } from './text-en.ts';

export const useDocumentsText = (): DocumentsText => useTexts<DocumentsText>(documentsBn, documentsEn);
