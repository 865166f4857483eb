// The texts of the sign-up, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type SignUpText, signUpBn } from './sign-up-text-bn.ts';
import { signUpEn } from './sign-up-text-en.ts';

export const useSignUpText = (): SignUpText => useTexts<SignUpText>(signUpBn, signUpEn);
