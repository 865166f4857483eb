// The texts of the document services other than the NID copy, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type PhoneticText, phoneticBn } from './text-bn.ts';
import { phoneticEn } from './text-en.ts';

export const usePhoneticText = (): PhoneticText => useTexts<PhoneticText>(phoneticBn, phoneticEn);
