// The texts of shared links: what the owner makes and sees, and what a reader meets.
import { createTextsHook } from '../../text/texts.ts';
import { filesBn } from './text-bn.ts';

export const useFilesText = createTextsHook(filesBn, async () => (await import('./text-en.ts')).filesEn);
