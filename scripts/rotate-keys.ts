// `npm run rotate:keys`: makes a new master key and puts all sealed data under it, beside a running portal or alone.
// A running portal reads the new key within a minute. Run it again with --drop-old after that: it takes what was sealed
// meanwhile, then removes the older keys. Make a backup of DATA_DIR/keys before, and keep it as long as older backups of the data.
import { join } from 'node:path';
import { openBlobs } from '../src/server/platform/blobs.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { loadOrCreateSecret, masterKeyFile, openVault } from '../src/server/platform/keys.ts';
import { dropOldKeys, rewrapAll } from './key-rotation.ts';
import { openPortalDatabase } from './portal-database.ts';

const dropsOld = process.argv.includes('--drop-old');
const config = readConfig(process.env);
const folder = join(config.DATA_DIR, 'keys');
const { vault, refresh, newestKey } = await openVault(folder);
if (!dropsOld) {
  await loadOrCreateSecret(folder, masterKeyFile(newestKey() + 1));
  refresh();
}
const { owner, close } = await openPortalDatabase(config);
try {
  const newest = newestKey();
  const counts = await rewrapAll(owner, openBlobs(config), vault, newest);
  for (const [place, count] of counts)
    process.stdout.write(`${place.padEnd(34)}${String(count).padStart(9)}\n`);
  if (dropsOld) await dropOldKeys(folder, newest);
  process.stdout.write(
    dropsOld
      ? `Everything is under key ${newest}; older keys are removed.\n`
      : `Everything is under key ${newest}. Run it again with -- --drop-old after a minute to remove the older ones.\n`,
  );
} finally {
  await close();
}
