// The texts of saved views, in the chosen language.
import { useTexts } from '../../../text/texts.ts';
import { type ViewsText, viewsBn } from './staff-text-bn.ts';
import { viewsEn } from './staff-text-en.ts';

export const useViewsText = (): ViewsText => useTexts<ViewsText>(viewsBn, viewsEn);
