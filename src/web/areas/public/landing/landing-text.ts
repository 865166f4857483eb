// The texts of the front page, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type LandingText, landingBn } from './landing-text-bn.ts';
import { landingEn } from './landing-text-en.ts';

export const useLandingText = (): LandingText => useTexts<LandingText>(landingBn, landingEn);
