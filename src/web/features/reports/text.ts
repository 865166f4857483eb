// The texts of the reports, in the chosen language.
import { useLanguage } from '../../lib/language.ts';
import type { Wording } from '../../text/text.ts';
import { reportsBn } from './text-bn.ts';
import { reportsEn } from './text-en.ts';

export type ReportsText = Wording<typeof reportsBn>;

export function useReportsText(): ReportsText {
  return useLanguage() === 'en' ? reportsEn : reportsBn;
}
