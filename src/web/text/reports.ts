// The texts of the reports, in the chosen language.
import { useLanguage } from '../lib/language.ts';
import { reportsBn } from './reports-bn.ts';
import { reportsEn } from './reports-en.ts';
import type { Wording } from './text.ts';

export type ReportsText = Wording<typeof reportsBn>;

export function useReportsText(): ReportsText {
  return useLanguage() === 'en' ? reportsEn : reportsBn;
}
