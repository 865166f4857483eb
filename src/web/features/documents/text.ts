// The texts of the document services, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { documentsBn } from './text-bn.ts';

export const useDocumentsText = createTextsHook(
  documentsBn,
  async () => (await import('./text-en.ts')).documentsEn,
);
