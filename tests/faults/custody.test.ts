// Mismatched database, stored files and keys, as can happen in ordinary operation: whole processes,
// full restarts, and afterwards every file is still there.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it } from 'vitest';
import { readConfig } from '#server/platform/config.ts';
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { openInstallation } from '#server/platform/installation/open-installation.ts';
import { loadOrCreate } from '#server/platform/keys.ts';
import { openBlobs } from '#server/platform/storage/blobs.ts';
import { keyMakers } from '#server/portal-keys.ts';
import { asOwner, cloneDatabase } from '../support/database.ts';
import { listStored } from '../support/stored-files.ts';
import { nidBody } from './money.ts';
import {
  databaseProcesses,
  makeCustomer,
  makeDataDir,
  type PortalProcess,
  refusal,
  refusalAlone,
  runAlone,
  run as runCommand,
  signIn,
  startPortal,
} from './process.ts';

type Customer = Awaited<ReturnType<typeof makeCustomer>>;

async function makeDocument(portal: PortalProcess, customer: Pick<Customer, 'access'>, name: string) {
  const { status, body } = await portal.call('POST', '/account/nid-details/', {
    token: customer.access,
    body: { ...nidBody, name_english: name },
  });
  expect(status).toBe(201);
  return body.data.open_path as string;
}

/** Like `find -exec touch -d '2 days ago'`. */
function age(dataDir: string): void {
  const then = new Date(Date.now() - 2 * 86_400_000);
  for (const entry of readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), then, then);
}

const run = async (script: string, dataDir: string, ...flags: string[]) =>
  (await runCommand(script, { DATA_DIR: dataDir }, ...flags)).stdout;

/** Stored files and keys of another shop. */
async function makeInstallation(): Promise<string> {
  const folder = makeDataDir();
  const { ownerUrl, drop } = await cloneDatabase();
  await loadOrCreate(join(folder, 'keys'), 'document-seal.json', () => inject('sealKey'));
  await openInstallation({
    ownerUrl,
    blobs: openBlobs(readConfig({ DATA_DIR: folder })),
    keysFolder: join(folder, 'keys'),
    keyMakers,
  });
  await drop();
  return folder;
}

async function whileStopped(dataDir: string, statement: string): Promise<void> {
  const embedded = await startEmbeddedDatabase(dataDir);
  await asOwner(embedded.url, statement).finally(() => embedded.stop());
}

it('refuses to start with a missing or mismatched part, changes nothing, and starts once it is back', async () => {
  const dataDir = makeDataDir();
  const portal = await startPortal(dataDir);
  const customer = await makeCustomer(portal, '1000');
  await makeDocument(portal, customer, 'Ayesha One');
  await portal.stop();
  const stored = await listStored(dataDir);
  expect(stored).toHaveLength(1);
  age(dataDir);
  const part = (name: string) => join(dataDir, name);
  const without = async (name: string, why: RegExp) => {
    renameSync(part(name), part(`${name}.away`));
    expect(await refusal({ DATA_DIR: dataDir, PORT: '0' })).toMatch(why);
    expect(databaseProcesses(dataDir)).toEqual([]);
    rmSync(part(name), { recursive: true, force: true });
    renameSync(part(`${name}.away`), part(name));
    expect(await listStored(dataDir)).toEqual(stored);
  };
  await without('postgres', /there is no database in .*postgres.*put it back/);
  await without('files', /The stored files are missing/);
  await without('keys', /keys\/database-password is missing/);
  await without('keys/master-key-1', /keys\/master-key-1 is missing/);
  // The other keys are checked through the function that a start uses, without a process for each.
  const embedded = await startEmbeddedDatabase(dataDir);
  for (const key of ['index-secret', 'token-signing-key.pem', 'statement-key.pem', 'document-seal.json']) {
    const [file, away] = [part(`keys/${key}`), part(`${key}.away`)];
    renameSync(file, away);
    const opened = openInstallation({
      ownerUrl: embedded.url,
      blobs: openBlobs(readConfig({ DATA_DIR: dataDir })),
      keysFolder: part('keys'),
      keyMakers,
    });
    await expect(opened).rejects.toThrow(`keys/${key} is missing`);
    expect(existsSync(file)).toBe(false);
    renameSync(away, file);
  }
  await embedded.stop();
  expect(await listStored(dataDir)).toEqual(stored);

  const other = await makeInstallation();
  const exchanged = async (name: string, why: RegExp) => {
    renameSync(part(name), part(`${name}.away`));
    cpSync(join(other, name), part(name), { recursive: true });
    expect(await refusalAlone({ DATA_DIR: dataDir, PORT: '0' })).toMatch(why);
    rmSync(part(name), { recursive: true });
    renameSync(part(`${name}.away`), part(name));
    expect(await listStored(dataDir)).toEqual(stored);
  };
  await exchanged('files', /do not belong together/);
  await exchanged('keys/refresh-secret', /keys\/refresh-secret is not the one/);

  const again = await startPortal(dataDir);
  expect((await signIn(again)).id).toBeGreaterThan(0);
  await again.stop();
  // Starts several portals, one after the other.
}, 180_000);

it('keeps files that are newer than a restored older database, even in a confirmed sweep', async () => {
  const dataDir = makeDataDir();
  const first = await startPortal(dataDir);
  const customer = await makeCustomer(first, '1000');
  await makeDocument(first, customer, 'Ayesha One');
  await first.stop();
  cpSync(join(dataDir, 'postgres'), join(dataDir, 'backup'), { recursive: true });
  const second = await startPortal(dataDir);
  const anew = await signIn(second, customer.email, customer.password);
  for (const turn of ['Two', 'Three']) await makeDocument(second, anew, `Ayesha ${turn}`);
  await second.stop();
  expect(await listStored(dataDir)).toHaveLength(3);

  rmSync(join(dataDir, 'postgres'), { recursive: true });
  renameSync(join(dataDir, 'backup'), join(dataDir, 'postgres'));
  age(dataDir);
  await whileStopped(dataDir, `update stored_files set put_at = now() - interval '2 days'`);
  const restored = await startPortal(dataDir);
  expect(await run('storage-sweep.ts', dataDir, '--confirm')).toContain(
    '2 files in the store were never stored',
  );
  await restored.stop();
  expect(await listStored(dataDir)).toHaveLength(3);
});

it('moves swept files to the trash, holds a sweep of too large a share, and restores everything with one command', async () => {
  const dataDir = makeDataDir();
  const portal = await startPortal(dataDir);
  const customer = await makeCustomer(portal, '1000');
  for (const turn of ['One', 'Two', 'Three']) await makeDocument(portal, customer, `Ayesha ${turn}`);
  await portal.stop();
  const stored = await listStored(dataDir);
  await whileStopped(
    dataDir,
    `update stored_files set put_at = now() - interval '2 days';
     delete from file_versions where id in (select id from file_versions order by id limit 2)`,
  );
  expect((await runAlone('storage-sweep.ts', { DATA_DIR: dataDir })).stdout).toContain(
    'HELD  2 are more than the 1',
  );
  expect(await listStored(dataDir)).toEqual(stored);
  expect(await run('storage-sweep.ts', dataDir, '--confirm')).toContain('2 moved to the trash');
  expect(await listStored(dataDir)).toHaveLength(1);
  expect(await run('storage-sweep.ts', dataDir, '--confirm')).toContain(
    '0 moved to the trash for 30 days, 0 removed',
  );
  expect((await runAlone('storage-restore.ts', { DATA_DIR: dataDir })).stdout).toBe(
    '2 files are back from the trash.\n',
  );
  expect(await listStored(dataDir)).toEqual(stored);
  await whileStopped(dataDir, `update stored_files set put_at = now() - interval '2 days'`);
  await run('storage-sweep.ts', dataDir, '--confirm');
  await whileStopped(
    dataDir,
    `update stored_files set trashed_at = now() - interval '31 days' where trashed_at is not null`,
  );
  expect(await run('storage-sweep.ts', dataDir)).toContain('2 removed from it for good');
  expect(await run('storage-restore.ts', dataDir)).toBe('0 files are back from the trash.\n');
});

it('adopts an installation from before identities existed, and a deliberately replaced part', async () => {
  const dataDir = makeDataDir();
  const before = await startPortal(dataDir);
  const customer = await makeCustomer(before, '1000');
  await makeDocument(before, customer, 'Ayesha One');
  await before.stop();
  await whileStopped(
    dataDir,
    `delete from schema_migrations where name ~ '_(create_installation|guard_functions|spread_keys|turn_other_keys).sql$';
     drop table installation, installation_keys, stored_files, portal_processes, published_keys`,
  );
  rmSync(join(dataDir, 'files/identity'));
  rmSync(join(dataDir, 'keys/identity'));
  rmSync(join(dataDir, 'keys/derivation-secret'));
  const after = await startPortal(dataDir);
  await signIn(after);
  // While a portal is running, no part gets a new identity.
  const refused = await runCommand('adopt.ts', { DATA_DIR: dataDir }, '--yes');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/ is running on .*: stop it first\./),
  ]);
  await after.stop();
  expect(existsSync(join(dataDir, 'files/identity'))).toBe(true);
  const key = (name: string) => readFileSync(join(dataDir, 'keys', name), 'utf8');
  expect(key('derivation-secret')).toBe(key('index-secret'));

  rmSync(join(dataDir, 'files'), { recursive: true });
  expect(await refusal({ DATA_DIR: dataDir, PORT: '0' })).toContain('npm run adopt');
  expect((await runAlone('adopt.ts', { DATA_DIR: dataDir })).stdout).toContain(
    'stored files  no identity, empty',
  );
  expect(await refusal({ DATA_DIR: dataDir, PORT: '0' })).toContain('npm run adopt');
  expect(await run('adopt.ts', dataDir, '--yes')).toContain('They are now installation');
  const adopted = await startPortal(dataDir);
  await signIn(adopted);
  await adopted.stop();
});
