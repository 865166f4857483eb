// The texts of the back office about services, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type CatalogueText, catalogueBn } from './text-bn.ts';

const lazy = lazyTexts<CatalogueText>(catalogueBn, async () => (await import('./text-en.ts')).catalogueEn);

export const useCatalogueText = (): CatalogueText => useLazyTexts(lazy);
