// The texts about the state of the shop and the first steps with it, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { checkupBn } from './text-bn.ts';

export const useCheckupText = createTextsHook(
  checkupBn,
  async () => (await import('./text-en.ts')).checkupEn,
);
