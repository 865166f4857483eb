// The terms of service, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type TermsText, termsBn } from './terms-text-bn.ts';
import { termsEn } from './terms-text-en.ts';

export const useTermsText = (): TermsText => useTexts<TermsText>(termsBn, termsEn);
