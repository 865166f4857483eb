// The texts of the back office about services, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { catalogueBn } from './text-bn.ts';

export const useCatalogueText = createTextsHook(
  catalogueBn,
  async () => (await import('./text-en.ts')).catalogueEn,
);
