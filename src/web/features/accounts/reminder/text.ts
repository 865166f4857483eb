// The texts of the reminder of an address that is not confirmed, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type ReminderText, reminderBn } from './text-bn.ts';

const lazy = lazyTexts<ReminderText>(reminderBn, async () => (await import('./text-en.ts')).reminderEn);

export const useReminderText = (): ReminderText => useLazyTexts(lazy);
