// The texts of drafts, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { draftsBn } from './text-bn.ts';

export const useDraftsText = createTextsHook(draftsBn, async () => (await import('./text-en.ts')).draftsEn);
