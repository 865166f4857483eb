// The texts of tags on orders, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type TagsText, tagsBn } from './staff-text-bn.ts';

const lazy = lazyTexts<TagsText>(tagsBn, async () => (await import('./staff-text-en.ts')).tagsEn);

export const useTagsText = (): TagsText => useLazyTexts(lazy);
