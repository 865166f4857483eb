// The texts of the pages around emailed links, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { emailedBn } from './emailed-text-bn.ts';

export const useEmailedText = createTextsHook(
  emailedBn,
  async () => (await import('./emailed-text-en.ts')).emailedEn,
);
