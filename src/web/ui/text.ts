// The texts shared by all screens, in the chosen language.
import { lazyTexts, useLazyTexts } from '../text/texts.ts';
import { type UiText, uiBn } from './text-bn.ts';

const lazy = lazyTexts<UiText>(uiBn, async () => (await import('./text-en.ts')).uiEn);

export const useUiText = (): UiText => useLazyTexts(lazy);
