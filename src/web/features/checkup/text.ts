// The texts about the state of the shop and the first steps with it, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type CheckupText, checkupBn } from './text-bn.ts';

const lazy = lazyTexts<CheckupText>(checkupBn, async () => (await import('./text-en.ts')).checkupEn);

export const useCheckupText = (): CheckupText => useLazyTexts(lazy);
