// The texts of notices, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type NoticesText, noticesBn } from './text-bn.ts';
import { noticesEn } from './text-en.ts';

export const useNoticesText = (): NoticesText => useTexts<NoticesText>(noticesBn, noticesEn);
