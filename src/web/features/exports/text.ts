// The texts of downloading a table, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type ExportsText, exportsBn } from './text-bn.ts';

const lazy = lazyTexts<ExportsText>(exportsBn, async () => (await import('./text-en.ts')).exportsEn);

export const useExportsText = (): ExportsText => useLazyTexts(lazy);
