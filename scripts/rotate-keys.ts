// `npm run rotate:keys`: makes a new master key, waits until every running portal has it, lets them seal with it and puts all sealed
// data under it; works beside running portals or alone. `-- --resume` goes on with the last part. `-- --drop-old`, at least ten
// minutes later, moves the older keys to keys/retired. Make a backup of DATA_DIR/keys before; older backups of the data need the older keys.
import { join } from 'node:path';
import { openBlobs } from '../src/server/platform/blobs.ts';
import { readConfig } from '../src/server/platform/config.ts';
import { openVault } from '../src/server/platform/keys.ts';
import { RotationError, retireOldKeys, rewrapAll, startNewKey } from './key-rotation.ts';
import { openPortalDatabase } from './portal-database.ts';

const has = (flag: string) => process.argv.includes(flag);
const patienceSeconds = 30;
const config = readConfig(process.env);
const folder = join(config.DATA_DIR, 'keys');
const { owner, close } = await openPortalDatabase(config);
const say = (line: string) => process.stdout.write(`${line}\n`);
try {
  if (!has('--drop-old') && !has('--resume')) await startNewKey(owner, folder, patienceSeconds);
  const { vault, sealWith, sealingKey } = await openVault(folder);
  const { rows } = await owner.query('select sealing_key::int as id from installation');
  sealWith(rows[0]?.id ?? sealingKey());
  const newest = sealingKey();
  const result = await rewrapAll(owner, openBlobs(config), vault, newest);
  for (const [place, count] of result.counts) say(`${place.padEnd(38)}${String(count).padStart(9)}`);
  if (has('--drop-old')) {
    const retired = await retireOldKeys(owner, folder, result);
    say(
      `Everything is under key ${newest}. In keys/retired now: ${retired.join(', ') || 'nothing'}. Do the same in every other DATA_DIR.`,
    );
  } else
    say(
      `Everything is under key ${newest}. In ten minutes run it again with -- --drop-old to retire the older ones.`,
    );
} catch (error) {
  if (!(error instanceof RotationError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
} finally {
  await close();
}
