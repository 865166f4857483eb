// The texts of setting orders aside, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type SnoozeText, snoozeBn } from './staff-text-bn.ts';
import { snoozeEn } from './staff-text-en.ts';

export const useSnoozeText = (): SnoozeText => useTexts<SnoozeText>(snoozeBn, snoozeEn);
