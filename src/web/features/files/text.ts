// The texts of shared links, for owners and recipients, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { filesBn } from './text-bn.ts';

export const useFilesText = createTextsHook(filesBn, async () => (await import('./text-en.ts')).filesEn);
