// The texts of notices, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { noticesBn } from './text-bn.ts';

export const useNoticesText = createTextsHook(
  noticesBn,
  async () => (await import('./text-en.ts')).noticesEn,
);
