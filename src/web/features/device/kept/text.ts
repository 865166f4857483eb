// The texts about keeping data on the device, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { keptBn } from './text-bn.ts';

export const useKeptText = createTextsHook(keptBn, async () => (await import('./text-en.ts')).keptEn);
