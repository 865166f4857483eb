// The texts about outages, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type OutagesText, outagesBn } from './text-bn.ts';

const lazy = lazyTexts<OutagesText>(outagesBn, async () => (await import('./text-en.ts')).outagesEn);

export const useOutagesText = (): OutagesText => useLazyTexts(lazy);
