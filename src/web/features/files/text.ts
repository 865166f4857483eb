// The texts of shared links: what the owner makes and sees, and what a reader meets.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type FilesText, filesBn } from './text-bn.ts';

const lazy = lazyTexts<FilesText>(filesBn, async () => (await import('./text-en.ts')).filesEn);

export const useFilesText = (): FilesText => useLazyTexts(lazy);
