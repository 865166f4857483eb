// The texts of the pages of lists, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type ListText, listBn } from './text-bn.ts';

const lazy = lazyTexts<ListText>(listBn, async () => (await import('./text-en.ts')).listEn);

export const useListText = (): ListText => useLazyTexts(lazy);
