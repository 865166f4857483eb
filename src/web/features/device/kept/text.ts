// The texts of what is kept on the device, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type KeptText, keptBn } from './text-bn.ts';

const lazy = lazyTexts<KeptText>(keptBn, async () => (await import('./text-en.ts')).keptEn);

export const useKeptText = (): KeptText => useLazyTexts(lazy);
