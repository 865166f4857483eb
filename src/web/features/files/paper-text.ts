// The texts of the names of papers, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type PaperText, paperBn } from './paper-text-bn.ts';
import { paperEn } from './paper-text-en.ts';

export const usePaperText = (): PaperText => useTexts<PaperText>(paperBn, paperEn);
