// The texts of what is kept on the device, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type DeviceText, deviceBn } from './text-bn.ts';
import { deviceEn } from './text-en.ts';

export const useDeviceText = (): DeviceText => useTexts<DeviceText>(deviceBn, deviceEn);
