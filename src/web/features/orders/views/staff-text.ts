// The texts of saved views, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type ViewsText, viewsBn } from './staff-text-bn.ts';

const lazy = lazyTexts<ViewsText>(viewsBn, async () => (await import('./staff-text-en.ts')).viewsEn);

export const useViewsText = (): ViewsText => useLazyTexts(lazy);
