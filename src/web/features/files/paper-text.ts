// The texts of the names of papers, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type PaperText, paperBn } from './paper-text-bn.ts';

const lazy = lazyTexts<PaperText>(paperBn, async () => (await import('./paper-text-en.ts')).paperEn);

export const usePaperText = (): PaperText => useLazyTexts(lazy);
