// Wires up the settings module, including changes that wait for a second owner or a day.
import type { Base, Module } from '../platform/module.ts';
import { createGuardedSettings, type GuardedSettingsDeps } from './guarded-settings.service.ts';
import { settingsRoutes } from './settings.routes.ts';
import { createSettings, type SettingsDeps } from './settings.service.ts';

type SettingsModuleDeps = Pick<SettingsDeps, 'readPicture'> & Pick<GuardedSettingsDeps, 'reauthentication'>;

export function openSettings(base: Base, { readPicture, reauthentication }: SettingsModuleDeps) {
  const settings = createSettings({ ...base, readPicture });
  const guardedSettings = createGuardedSettings({ ...base, settings, reauthentication });
  return {
    settings,
    guardedSettings,
    routes: (binder) => settingsRoutes(binder, settings, guardedSettings),
    jobs: [
      {
        name: 'apply waiting settings',
        everySeconds: 60,
        run: guardedSettings.applyDue,
      },
    ],
  } satisfies Module & Record<string, unknown>;
}
