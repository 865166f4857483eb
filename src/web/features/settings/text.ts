// The texts of the back office about the shop itself, in the chosen language.
import { useTexts } from '../../text/texts.ts';
import { type SettingsText, settingsBn } from './text-bn.ts';
import { settingsEn } from './text-en.ts';

export const useSettingsText = (): SettingsText => useTexts<SettingsText>(settingsBn, settingsEn);
