// The texts of notices, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type NoticesText, noticesBn } from './text-bn.ts';

const lazy = lazyTexts<NoticesText>(noticesBn, async () => (await import('./text-en.ts')).noticesEn);

export const useNoticesText = (): NoticesText => useLazyTexts(lazy);
