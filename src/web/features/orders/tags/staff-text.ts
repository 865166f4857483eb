// The texts of tags on orders, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type TagsText, tagsBn } from './staff-text-bn.ts';
import { tagsEn } from './staff-text-en.ts';

export const useTagsText = (): TagsText => useTexts<TagsText>(tagsBn, tagsEn);
