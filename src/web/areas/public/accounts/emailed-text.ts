// The texts of the pages that send a link and that a link opens, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { emailedBn } from './emailed-text-bn.ts';

export const useEmailedText = createTextsHook(
  emailedBn,
  async () => (await import('./emailed-text-en.ts')).emailedEn,
);
