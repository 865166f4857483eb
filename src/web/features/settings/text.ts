// The texts of the shop settings, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { settingsBn } from './text-bn.ts';

export const useSettingsText = createTextsHook(
  settingsBn,
  async () => (await import('./text-en.ts')).settingsEn,
);
