// The day of the week in Bangladesh. In a separate file, because the sign-in page doesn't need it.

import type { Language } from '../language.ts';
import { dhakaClock } from './dates.ts';

const weekdays = {
  bn: ['রবিবার', 'সোমবার', 'মঙ্গলবার', 'বুধবার', 'বৃহস্পতিবার', 'শুক্রবার', 'শনিবার'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
} as const;

export function formatWeekday(moment: Date, language: Language = 'bn'): string {
  return weekdays[language][dhakaClock(moment).weekday]!;
}
