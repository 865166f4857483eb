// The texts of notices, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import { type NoticesText, noticesBn } from './text-bn.ts';
import { noticesEn } from './text-en.ts';

export function useNoticesText(): NoticesText {
  return useLanguage() === 'en' ? noticesEn : noticesBn;
}
