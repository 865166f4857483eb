// `npm run let-in -- EMAIL`: restores access for an owner who has lost their password or second factor. Works with a running or a stopped portal.
import { join } from 'node:path';
import { readEmail } from '../src/contract/accounts/rules.ts';
import { restoreAccess } from '../src/server/accounts/restore-access.service.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { openVault } from '../src/server/platform/keys.ts';
import { createRateLimiter } from '../src/server/platform/rate-limit/rate-limit.ts';
import { parseArguments } from './command-arguments.ts';
import { runCommand } from './command-errors.ts';
import { openPortalDatabase } from './portal-database.ts';

const { positionals } = parseArguments(
  'npm run let-in -- EMAIL: prints a password for an owner who has lost password or second factor, switches the second factor off and signs all devices out',
  { most: 1 },
);

async function run(): Promise<void> {
  const email = positionals[0] && readEmail(positionals[0]);
  if (email === undefined) {
    process.stderr.write('Say whom: npm run let-in -- owner@shop.example\n');
    process.exitCode = 1;
    return;
  }
  const config = readConfig(process.env);
  const { db, close } = await openPortalDatabase(config);
  try {
    const { vault } = await openVault(join(config.DATA_DIR, 'keys'));
    const password = await restoreAccess(db, createRateLimiter(db, vault), email);
    if (password === undefined) {
      process.stderr.write(
        `No open account signs in as ${email}: ADMIN_EMAIL is what the first owner began with. Nothing was changed.\n`,
      );
      process.exitCode = 1;
      return;
    }
    process.stdout.write(
      `Sign in as ${email} with ${password} and choose a password of your own. The second factor is off: set it up again. All devices are signed out.\nEarlier wrong tries no longer count. If the portal still says that there were too many, others on your network tried: wait a quarter of an hour.\n`,
    );
  } finally {
    await close();
  }
}

await runCommand(run);
