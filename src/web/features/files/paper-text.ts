// The texts of the names of papers, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { paperBn } from './paper-text-bn.ts';

export const usePaperText = createTextsHook(
  paperBn,
  async () => (await import('./paper-text-en.ts')).paperEn,
);
