// The texts of the page about what is proven, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type ProofText, proofBn } from './text-bn.ts';

const lazy = lazyTexts<ProofText>(proofBn, async () => (await import('./text-en.ts')).proofEn);

export const useProofText = (): ProofText => useLazyTexts(lazy);
