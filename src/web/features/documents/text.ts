// The texts of the document services, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type DocumentsText, documentsBn } from './text-bn.ts';

const lazy = lazyTexts<DocumentsText>(documentsBn, async () => (await import('./text-en.ts')).documentsEn);

export const useDocumentsText = (): DocumentsText => useLazyTexts(lazy);
