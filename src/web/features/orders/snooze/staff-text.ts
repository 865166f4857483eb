// The texts of snoozing orders, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { snoozeBn } from './staff-text-bn.ts';

export const useSnoozeText = createTextsHook(
  snoozeBn,
  async () => (await import('./staff-text-en.ts')).snoozeEn,
);
