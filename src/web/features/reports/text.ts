// The texts of the reports, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type ReportsText, reportsBn } from './text-bn.ts';
import { reportsEn } from './text-en.ts';

export const useReportsText = (): ReportsText => useTexts<ReportsText>(reportsBn, reportsEn);
