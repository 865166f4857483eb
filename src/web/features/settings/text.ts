// The texts of the back office about the shop itself, in the chosen language.
import { lazyTexts, useLazyTexts } from '../../text/texts.ts';
import { type SettingsText, settingsBn } from './text-bn.ts';

const lazy = lazyTexts<SettingsText>(settingsBn, async () => (await import('./text-en.ts')).settingsEn);

export const useSettingsText = (): SettingsText => useLazyTexts(lazy);
