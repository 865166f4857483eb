// The texts of phonetic typing, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { phoneticBn } from './text-bn.ts';

export const usePhoneticText = createTextsHook(
  phoneticBn,
  async () => (await import('./text-en.ts')).phoneticEn,
);
