// The texts of the verification page, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type VerifyText, verifyBn } from './text-bn.ts';

const lazy = lazyTexts<VerifyText>(verifyBn, async () => (await import('./text-en.ts')).verifyEn);

export const useVerifyText = (): VerifyText => useLazyTexts(lazy);
