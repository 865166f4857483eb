// The texts of phonetic typing, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type PhoneticText, phoneticBn } from './text-bn.ts';

const lazy = lazyTexts<PhoneticText>(phoneticBn, async () => (await import('./text-en.ts')).phoneticEn);

export const usePhoneticText = (): PhoneticText => useLazyTexts(lazy);
