// The texts of the reports, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { reportsBn } from './text-bn.ts';

export const useReportsText = createTextsHook(
  reportsBn,
  async () => (await import('./text-en.ts')).reportsEn,
);
