// The texts of the reports, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type ReportsText, reportsBn } from './text-bn.ts';

const lazy = lazyTexts<ReportsText>(reportsBn, async () => (await import('./text-en.ts')).reportsEn);

export const useReportsText = (): ReportsText => useLazyTexts(lazy);
