// The texts of the installed portal, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { deviceBn } from './text-bn.ts';

export const useDeviceText = createTextsHook(deviceBn, async () => (await import('./text-en.ts')).deviceEn);
