// The texts of the page of first steps, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { firstStepsBn } from './text-bn.ts';

export const useFirstStepsText = createTextsHook(
  firstStepsBn,
  async () => (await import('./text-en.ts')).firstStepsEn,
);
