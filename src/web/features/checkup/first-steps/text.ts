// The texts of the page of first steps, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type FirstStepsText, firstStepsBn } from './text-bn.ts';

const lazy = lazyTexts<FirstStepsText>(firstStepsBn, async () => (await import('./text-en.ts')).firstStepsEn);

export const useFirstStepsText = (): FirstStepsText => useLazyTexts(lazy);
