// The texts of what surrounds every page, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type PublicText, publicBn } from './text-bn.ts';

const lazy = lazyTexts<PublicText>(publicBn, async () => (await import('./text-en.ts')).publicEn);

export const usePublicText = (): PublicText => useLazyTexts(lazy);
