// The texts of the reports, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import { type ReportsText, reportsBn } from './text-bn.ts';
import { reportsEn } from './text-en.ts';

export function useReportsText(): ReportsText {
  return useLanguage() === 'en' ? reportsEn : reportsBn;
}
