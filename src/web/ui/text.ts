// The texts shared by all screens, in the chosen language.
import { createTextsHook } from '../text/texts.ts';
import { uiBn } from './text-bn.ts';

export const useUiText = createTextsHook(uiBn, async () => (await import('./text-en.ts')).uiEn);
