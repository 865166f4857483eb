// The texts of tags on orders, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { tagsBn } from './staff-text-bn.ts';

export const useTagsText = createTextsHook(tagsBn, async () => (await import('./staff-text-en.ts')).tagsEn);
