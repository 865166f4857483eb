// `npm run rotate:keys -- [which] [step]`: replaces a key by a new one, while portals run or not; `-- --help` explains. Back up DATA_DIR/keys first; older
// backups of the data need the older keys.
import { join } from 'node:path';
import type pg from 'pg';
import { type Config, readConfig } from '../src/server/platform/config.ts';
import type { Database } from '../src/server/platform/database/connect.ts';
import { loadKeyState } from '../src/server/platform/installation/key-registration.ts';
import { type KeyKind, keyFile } from '../src/server/platform/key-ring.ts';
import { openVault } from '../src/server/platform/keys.ts';
import { openBlobs } from '../src/server/platform/storage/blobs.ts';
import { parseArguments } from './command-arguments.ts';
import {
  isRotationStarted,
  type Renewed,
  RotationError,
  retireOldKeys,
  rewrapAll,
  spreadKey,
  startNewKey,
} from './key-rotation.ts';
import { openPortalDatabase } from './portal-database.ts';
import { reindexAll } from './reindexing.ts';

const help = `npm run rotate:keys -- [--tokens | --sessions | --papers | --index] [--resume | --drop-old [--at-once]]

Which key (the master key, unless one of these is given)
  --tokens     the key that signs access tokens
  --sessions   the secret of the refresh tokens
  --papers     the keys that sign and seal papers; papers signed with older ones stay genuine
  --index      the index secret, by which identity numbers are found

Which step
  (none)       makes a new key, waits until every running portal has it, lets them work with it, and puts under it what was under older ones;
               a key that is under way is finished first
  --resume     goes on with a change that was broken off, and makes no new key
  --drop-old   moves older keys to keys/retired once nothing needs them
  --at-once    with --drop-old after --tokens or --sessions: without waiting until what they signed has ended; who is signed in with an
               older refresh token has to sign in again
`;

const which: Readonly<Record<string, readonly KeyKind[]>> = {
  tokens: ['token-signing-key.pem'],
  sessions: ['refresh-secret'],
  papers: ['statement-key.pem', 'document-seal.json'],
  index: ['index-secret'],
};
const timeoutSeconds = 30;
/** Serialises rotations, because two concurrent ones would each wait for the other's key. */
const rotationLock = 7_301_966;

const isGiven = { type: 'boolean' } as const;
const { values } = parseArguments(help, {
  options: {
    ...{ tokens: isGiven, sessions: isGiven, papers: isGiven, index: isGiven },
    ...{ resume: isGiven, 'drop-old': isGiven, 'at-once': isGiven },
  },
  wrong: 2,
});
const print = (line: string) => process.stdout.write(`${line}\n`);

/** Rewraps or reindexes values under older keys, for the kinds of key that seal or index. */
async function renew({ db, owner }: Opened, config: Config, folder: string, kind: KeyKind): Promise<Renewed> {
  if (kind !== 'master-key' && kind !== 'index-secret') return { counts: new Map(), isClean: true };
  const { vault, masterKeys, indexSecrets } = await openVault(folder);
  await loadKeyState(db, folder, [masterKeys, indexSecrets]);
  return kind === 'master-key'
    ? rewrapAll(owner, openBlobs(config), vault, masterKeys.currentId())
    : reindexAll(owner, vault);
}

interface Opened {
  readonly db: Database;
  readonly owner: pg.Client;
}

/** Creates new keys and makes all portals use them. Rotations in progress are finished instead, without newer keys. */
async function start({ owner }: Opened, folder: string, kinds: readonly KeyKind[]): Promise<void> {
  const begun: KeyKind[] = [];
  for (const kind of kinds) if (await isRotationStarted(owner, kind)) begun.push(kind);
  const started = begun.length > 0 || values.resume ? begun : kinds;
  for (const kind of started) print(`${(await spreadKey(owner, folder, kind)).name} goes to every portal.`);
  for (const kind of started)
    print(`${keyFile(kind, await startNewKey(owner, folder, kind, timeoutSeconds))} is in use.`);
}

async function drop({ owner }: Opened, folder: string, kind: KeyKind, isClean: boolean): Promise<void> {
  const atOnce =
    values['at-once'] === true && (kind === 'token-signing-key.pem' || kind === 'refresh-secret');
  const retired = await retireOldKeys(owner, folder, kind, { isClean, atOnce });
  print(`In keys/retired now: ${retired.join(', ') || 'nothing'}. Do the same in every other DATA_DIR.`);
}

async function rotate(config: Config, opened: Opened, kinds: readonly KeyKind[]): Promise<void> {
  const folder = join(config.DATA_DIR, 'keys');
  if (!values['drop-old']) await start(opened, folder, kinds);
  for (const kind of kinds) {
    const renewed = await renew(opened, config, folder, kind);
    for (const [place, count] of renewed.counts) print(`${place.padEnd(38)}${String(count).padStart(9)}`);
    if (values['drop-old']) await drop(opened, folder, kind, renewed.isClean);
  }
  if (!values['drop-old']) print('Run it again later with --drop-old to retire the older ones.');
}

async function main(): Promise<void> {
  const chosen = Object.keys(values).filter((flag) => which[flag]);
  if (chosen.length > 1) {
    process.stdout.write(help);
    process.exitCode = 2;
    return;
  }
  const config = readConfig(process.env);
  const database = await openPortalDatabase(config);
  try {
    const { rows } = await database.owner.query('select pg_try_advisory_lock($1) as is_mine', [rotationLock]);
    if (!rows[0].is_mine) throw new RotationError('Keys are being changed by another run of this command.');
    await rotate(config, database, which[chosen[0] ?? ''] ?? ['master-key']);
  } catch (error) {
    if (!(error instanceof RotationError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  } finally {
    await database.close();
  }
}
await main();
