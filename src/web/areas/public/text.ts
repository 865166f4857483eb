// The texts of the frame of every page, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { publicBn } from './text-bn.ts';

export const usePublicText = createTextsHook(publicBn, async () => (await import('./text-en.ts')).publicEn);
