// The texts of file inputs, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { fileFieldBn } from './text-bn.ts';

export const useFileFieldText = createTextsHook(
  fileFieldBn,
  async () => (await import('./text-en.ts')).fileFieldEn,
);
