// The texts of forms that were kept, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type DraftsText, draftsBn } from './text-bn.ts';

const lazy = lazyTexts<DraftsText>(draftsBn, async () => (await import('./text-en.ts')).draftsEn);

export const useDraftsText = (): DraftsText => useLazyTexts(lazy);
