// The texts of the reminder to confirm the email address, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { reminderBn } from './text-bn.ts';

export const useReminderText = createTextsHook(
  reminderBn,
  async () => (await import('./text-en.ts')).reminderEn,
);
