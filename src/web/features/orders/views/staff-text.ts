// The texts of saved views, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { viewsBn } from './staff-text-bn.ts';

export const useViewsText = createTextsHook(
  viewsBn,
  async () => (await import('./staff-text-en.ts')).viewsEn,
);
