// `npm run storage:sweep`: shows what the sweep of stored files would remove, and why it stopped. With -- --confirm it moves that to the trash, however
// much it is. Works with a running or a stopped portal.

import { storedColumns } from '#server/privacy/personal-data.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { openBlobs } from '../src/server/platform/storage/blobs.ts';
import { createSweep, maxAtOnce, trashDays } from '../src/server/platform/storage/storage-sweep.ts';
import { parseArguments } from './command-arguments.ts';
import { openPortalDatabase } from './portal-database.ts';

const { values } = parseArguments(
  'npm run storage:sweep [-- --confirm]: moves stored files that no row names to the trash; --confirm does so however many they are',
  { options: { confirm: { type: 'boolean' } } },
);
const config = readConfig(process.env);
const isConfirmed = values.confirm ?? false;
const { db, close } = await openPortalDatabase(config);
try {
  const { sweep } = createSweep({ db, blobs: openBlobs(config), storedColumns });
  const { held, stored, unnamed, trashed, removed, unknown } = await sweep({ isConfirmed });
  const print = (line: string) => process.stdout.write(`${line}\n`);
  if (held === 'store')
    print('HELD  the store is not the one that this database belongs to; nothing was touched.');
  else print(`${stored} stored files, ${unnamed} of them named by no row for a day.`);
  if (held === 'share')
    print(
      `HELD  ${unnamed} are more than the ${maxAtOnce(stored)} that a run may take. If they are to go: npm run storage:sweep -- --confirm`,
    );
  if (!held)
    print(`${trashed} moved to the trash for ${trashDays} days, ${removed} removed from it for good.`);
  if (unknown > 0) print(`${unknown} files in the store were never stored by this database; they stay.`);
  process.exitCode = held ? 1 : 0;
} finally {
  await close();
}
