// The texts of shared links: what the owner makes and sees, and what a reader meets.
import { useTexts } from '../../text/texts.ts';
import { type FilesText, filesBn } from './text-bn.ts';
import { filesEn } from './text-en.ts';

export const useFilesText = (): FilesText => useTexts<FilesText>(filesBn, filesEn);
