// The texts of the verification page, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type VerifyText, verifyBn } from './text-bn.ts';
import { verifyEn } from './text-en.ts';

export const useVerifyText = (): VerifyText => useTexts<VerifyText>(verifyBn, verifyEn);
