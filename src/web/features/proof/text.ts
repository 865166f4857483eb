// The texts of the page about what is proven, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { proofBn } from './text-bn.ts';

export const useProofText = createTextsHook(proofBn, async () => (await import('./text-en.ts')).proofEn);
