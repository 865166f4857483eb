// The texts of notices, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import type { Wording } from '../../text/text.ts';
import { noticesBn } from './text-bn.ts';
import { noticesEn } from './text-en.ts';

export type NoticesText = Wording<typeof noticesBn>;

export function useNoticesText(): NoticesText {
  return useLanguage() === 'en' ? noticesEn : noticesBn;
}
