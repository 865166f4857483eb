// The texts of the back office about services, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type CatalogueText, catalogueBn } from './text-bn.ts';
import { catalogueEn } from './text-en.ts';

export const useCatalogueText = (): CatalogueText => useTexts<CatalogueText>(catalogueBn, catalogueEn);
