// The texts of notices, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { noticesBn } from './notices-bn.ts';
import { noticesEn } from './notices-en.ts';
import type { Wording } from './text.ts';

export type NoticesText = Wording<typeof noticesBn>;

export function useNoticesText(): NoticesText {
  return useLanguage() === 'en' ? noticesEn : noticesBn;
}
