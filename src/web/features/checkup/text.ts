// The texts about the state of the shop and the first steps with it, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type CheckupText, checkupBn } from './text-bn.ts';
import { checkupEn } from './text-en.ts';

export const useCheckupText = (): CheckupText => useTexts<CheckupText>(checkupBn, checkupEn);
