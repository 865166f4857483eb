// The texts about cash drawers, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../../text/texts.ts';
import { type DrawerText, drawerBn } from './text-bn.ts';

const lazy = lazyTexts<DrawerText>(drawerBn, async () => (await import('./text-en.ts')).drawerEn);

export const useDrawerText = (): DrawerText => useLazyTexts(lazy);
