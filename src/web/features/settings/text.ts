// The texts of the back office about the shop itself, in the chosen language.
import { createTextsHook } from '../../text/texts.ts';
import { settingsBn } from './text-bn.ts';

export const useSettingsText = createTextsHook(
  settingsBn,
  async () => (await import('./text-en.ts')).settingsEn,
);
