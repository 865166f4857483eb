// The texts of setting orders aside, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type SnoozeText, snoozeBn } from './staff-text-bn.ts';

const lazy = lazyTexts<SnoozeText>(snoozeBn, async () => (await import('./staff-text-en.ts')).snoozeEn);

export const useSnoozeText = (): SnoozeText => useLazyTexts(lazy);
