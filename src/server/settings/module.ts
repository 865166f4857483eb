// Opens the shop's settings, and those that wait for a second owner or a day.
import { type Base, type Module, waking } from '../platform/module.ts';
import { createGuardedSettings, type GuardedSettingsDeps } from './guarded-settings.service.ts';
import { settingsRoutes } from './settings.routes.ts';
import { createSettings, type SettingsDeps } from './settings.service.ts';

type SettingsModuleDeps = Pick<SettingsDeps, 'readPicture'> & Pick<GuardedSettingsDeps, 'proveIdentity'>;

export function openSettings(base: Base, { readPicture, proveIdentity }: SettingsModuleDeps) {
  const settings = createSettings({ ...base, readPicture });
  const guardedSettings = createGuardedSettings({ ...base, settings, proveIdentity });
  return {
    settings,
    guardedSettings,
    routes: (binder) => settingsRoutes(binder, settings, guardedSettings, base.live),
    jobs: [
      {
        name: 'apply settings that waited',
        everySeconds: 60,
        run: waking(base.live, guardedSettings.applyDue),
      },
    ],
  } satisfies Module & Record<string, unknown>;
}
