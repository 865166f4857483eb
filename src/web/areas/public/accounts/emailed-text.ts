// The texts of the pages that send a link and that a link opens, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type EmailedText, emailedBn } from './emailed-text-bn.ts';

const lazy = lazyTexts<EmailedText>(emailedBn, async () => (await import('./emailed-text-en.ts')).emailedEn);

export const useEmailedText = (): EmailedText => useLazyTexts(lazy);
