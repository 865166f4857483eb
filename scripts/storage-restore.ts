// `npm run storage:restore`: restores everything that the sweep moved to the trash. Works with a running or a stopped portal.

import { storedColumns } from '#server/privacy/personal-data.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { openBlobs } from '../src/server/platform/storage/blobs.ts';
import { createSweep } from '../src/server/platform/storage/storage-sweep.ts';
import { parseArguments } from './command-arguments.ts';
import { openPortalDatabase } from './portal-database.ts';

parseArguments('npm run storage:restore: restores everything that the sweep moved to the trash');
const config = readConfig(process.env);
const { db, close } = await openPortalDatabase(config);
try {
  const restored = await createSweep({ db, blobs: openBlobs(config), storedColumns }).restore();
  process.stdout.write(`${restored} files are back from the trash.\n`);
} finally {
  await close();
}
