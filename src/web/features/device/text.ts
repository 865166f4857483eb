// The texts of the installed portal, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type DeviceText, deviceBn } from './text-bn.ts';

const lazy = lazyTexts<DeviceText>(deviceBn, async () => (await import('./text-en.ts')).deviceEn);

export const useDeviceText = (): DeviceText => useLazyTexts(lazy);
