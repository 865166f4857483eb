// The texts of downloading a table, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { exportsBn } from './text-bn.ts';

export const useExportsText = createTextsHook(
  exportsBn,
  async () => (await import('./text-en.ts')).exportsEn,
);
