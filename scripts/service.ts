// Runs the portal as a systemd service: with the same settings as the commands, and without installing or building anything, which the service may not.
import { join } from 'node:path';
import { configErrorExitCode, SettingError } from '../src/server/platform/config.ts';
import { startPortal } from '../src/server/start.ts';
import { checkSettingsFile, findUnreadFile } from './check-settings-file.ts';
import { runCommand } from './command-errors.ts';
import { takeSettings } from './settings-file.mjs';

const root = join(import.meta.dirname, '..');
await runCommand(
  async () => {
    checkSettingsFile(root);
    takeSettings(root);
    const unread = findUnreadFile('/etc/nothipotro.env', process.env);
    if (unread !== undefined) process.stderr.write(`${unread}\n`);
    // Otherwise the commands would look for the shop in the portal's own folder.
    if (process.env.DATA_DIR === undefined)
      throw new SettingError(
        `.env: DATA_DIR is missing. Write DATA_DIR=${process.env.STATE_DIRECTORY ?? '/var/lib/nothipotro'} into it.`,
      );
    startPortal();
  },
  (error) => (error instanceof SettingError ? configErrorExitCode : 1),
);
