// `npm run adopt`: shows which installation the database, the stored files and the keys belong to. With -- --yes it makes the three one
// installation under a new identity: after a deliberate move, for a trial copy, or after the loss of a key.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { readConfig } from '../src/server/platform/config.ts';
import { tryLock } from '../src/server/platform/database/folder-lock.ts';
import { migrate } from '../src/server/platform/database/migrate.ts';
import type { PartState } from '../src/server/platform/installation/identity.rules.ts';
import { readInstallationState, writeIdentity } from '../src/server/platform/installation/identity.ts';
import { completeKeys, forgetKeys } from '../src/server/platform/installation/key-files.ts';
import { StartupError } from '../src/server/platform/installation/startup-error.ts';
import { openBlobs } from '../src/server/platform/storage/blobs.ts';
import { keyMakers } from '../src/server/portal-keys.ts';
import { parseArguments } from './command-arguments.ts';
import { openPortalDatabase } from './portal-database.ts';
import { processOf } from './release/roll-back.ts';

const { values } = parseArguments(
  'npm run adopt [-- --yes]: shows which installation database, stored files and keys belong to; --yes makes them one installation under a new identity',
  { options: { yes: { type: 'boolean' } } },
);
const config = readConfig(process.env);
// It would go on under the identity that it began with.
if (values.yes && existsSync(config.DATA_DIR)) {
  const lock = tryLock(join(config.DATA_DIR, 'portal.lock'));
  if (!lock)
    throw new StartupError(
      `A portal is running on ${config.DATA_DIR}${processOf(config.DATA_DIR)}: stop it first. Nothing was changed.`,
    );
  lock.release();
}
const keysFolder = join(config.DATA_DIR, 'keys');
const blobs = openBlobs(config);
const { url, owner, close } = await openPortalDatabase(config);
const print = (line: string) => process.stdout.write(`${line}\n`);
const describe = (part: PartState | undefined) =>
  part ? `${part.id ?? 'no identity'}, ${part.hasData ? 'in use' : 'empty'}` : 'cannot be reached';
try {
  const { database, files, keys } = await readInstallationState(owner, blobs, keysFolder);
  print(`database      ${describe(database)}`);
  print(`stored files  ${describe(files)}`);
  print(`keys          ${describe(keys)}${keys.areProven ? ', those of the database' : ''}`);
  if (!values.yes) {
    print(
      'To make them one installation under a new identity, whatever they were before: npm run adopt -- --yes',
    );
    print(
      'What was sealed with keys that are not here stays closed. Another portal on the same store or database will not start again, and the place of the backups takes none of the new identity: name another folder in BACKUP_TO.',
    );
  } else if (files) {
    await migrate(url);
    const id = uuidv7();
    await writeIdentity(owner, blobs, keysFolder, id);
    await forgetKeys(owner);
    await completeKeys(owner, keysFolder, keyMakers);
    print(`They are now installation ${id}.`);
  } else process.exitCode = 1;
} finally {
  await close();
}
