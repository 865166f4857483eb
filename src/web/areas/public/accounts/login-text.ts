// The texts of the login, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type LoginText, loginBn } from './login-text-bn.ts';
import { loginEn } from './login-text-en.ts';

export const useLoginText = (): LoginText => useTexts<LoginText>(loginBn, loginEn);
