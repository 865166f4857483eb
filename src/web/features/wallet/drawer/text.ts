// The texts about cash drawers, in the chosen language.
import { createTextsHook } from '../../../text/texts.ts';
import { drawerBn } from './text-bn.ts';

export const useDrawerText = createTextsHook(drawerBn, async () => (await import('./text-en.ts')).drawerEn);
