// The texts of the verification page, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { verifyBn } from './text-bn.ts';

export const useVerifyText = createTextsHook(verifyBn, async () => (await import('./text-en.ts')).verifyEn);
