// The texts of the page about what is proven, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type ProofText, proofBn } from './text-bn.ts';
import { proofEn } from './text-en.ts';

export const useProofText = (): ProofText => useTexts<ProofText>(proofBn, proofEn);
