// The backup status that owners see; making and proving backups is tested in tests/faults/backup.test.ts.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type BackupsDeps, createBackups } from '#server/backup/backups.service.ts';
import { takeBackupLock } from '#server/backup/cluster-copy.queries.ts';
import { newestBackupKeyFile } from '#server/backup/destination.ts';
import { makeId } from '#server/backup/manifest.ts';
import { readConfig } from '#server/platform/config.ts';
import { connectClient } from '#server/platform/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { createRateLimiter, type RateLimiter } from '#server/platform/rate-limit/rate-limit.ts';
import { createVault } from '#server/platform/vault.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { makeStaff } from '../steps.ts';

const portal = usePortal();
let limiter: RateLimiter;
beforeAll(() => {
  limiter = createRateLimiter(portal.db, createVault(new Map([[1, Buffer.alloc(32)]]), Buffer.alloc(32)));
});

it('reports that nothing is backed up while no place is set, and starts no backup', async () => {
  const { token } = portal.admin;
  const light = await portal.call('GET', '/account/backup/', { token });
  expect(light).toMatchObject({
    status: 200,
    body: { state: 'off', made_at: null, proven_at: null, papers: null, is_running: false },
  });
  expect((await portal.call('POST', '/account/backup/', { token, body: {} })).status).toBe(404);
});

it('is visible to those who may see the settings; only those who may change them can start a backup', async () => {
  const [operator, auditor] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'auditor')];
  expect((await portal.call('GET', '/account/backup/', { token: operator.token })).status).toBe(403);
  expect((await portal.call('GET', '/account/backup/', { token: auditor.token })).status).toBe(200);
  const refused = await portal.call('POST', '/account/backup/', { token: auditor.token, body: {} });
  expect(refused.status).toBe(403);
});

it('leaves the proof of a new backup to the process that made it, because only that one has its key', async () => {
  const [place, dataDir] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'nothipotro-place-')));
  const made = new Date('2026-11-22T21:00:05Z');
  const id = makeId(made);
  mkdirSync(join(place!, 'backups', id), { recursive: true });
  writeFileSync(join(place!, 'backups', id, 'manifest.json'), '{}');
  const notified: string[] = [];
  const backups = (hoursLater: number) =>
    createBackups({
      db: portal.db,
      config: readConfig({
        DATA_DIR: dataDir,
        BACKUP_TO: place,
        BACKUP_PASSPHRASE: 'a sentence kept on paper',
        DATABASE_URL: portal.ownerUrl,
      }),
      clock: { now: () => new Date(made.getTime() + hoursLater * 3_600_000) },
      log: createLog('silent'),
      limiter,
      notifyOwners: async (about) => void notified.push(about.id),
    });
  try {
    await backups(1).prove();
    expect(notified).toEqual([]);
    await expect(backups(4).prove()).rejects.toThrow('made by another machine');
    mkdirSync(join(dataDir!, 'backup'));
    writeFileSync(newestBackupKeyFile({ DATA_DIR: dataDir! }), `${id}\nAGE-SECRET-KEY-1\n`);
    await expect(backups(1).prove()).rejects.toThrow('not proven');
    expect(notified).toEqual([id]);
  } finally {
    for (const folder of [place!, dataDir!]) rmSync(folder, { recursive: true });
  }
});

it('shows a backup that another process is making, and starts no second one alongside it', async () => {
  const [place, dataDir] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'nothipotro-place-')));
  const notified: string[] = [];
  const here = createBackups({
    db: portal.db,
    config: readConfig({
      DATA_DIR: dataDir,
      BACKUP_TO: place,
      BACKUP_PASSPHRASE: 'a sentence kept on paper',
      DATABASE_URL: portal.ownerUrl,
    }),
    clock: { now: () => new Date() },
    log: createLog('silent'),
    limiter,
    notifyOwners: async (about) => void notified.push(about.id),
  });
  const elsewhere = await connectClient(portal.ownerUrl);
  try {
    expect(await here.read()).toMatchObject({ is_running: false });
    expect(await takeBackupLock(elsewhere)).toBe(true);
    expect(await here.read()).toMatchObject({ is_running: true });
    expect(await here.startNow(portal.admin.id)).toMatchObject({ is_running: true });
    // If another start was faster, such as the job or a concurrent press.
    await here.backUp();
    await elsewhere.end();
    await expect.poll(() => here.read()).toMatchObject({ is_running: false });
    expect(notified).toEqual([]);
  } finally {
    await elsewhere.end();
    for (const folder of [place!, dataDir!]) rmSync(folder, { recursive: true });
  }
});

it('notifies owners of a disconnected disk once a day across all processes, and again after a reconnection', async () => {
  const mount = join(mkdtempSync(join(tmpdir(), 'nothipotro-place-')), 'mount');
  const notified: string[] = [];
  const [here, there] = [0, 1].map(() =>
    createBackups({
      db: portal.db,
      log: createLog('silent'),
      limiter,
      config: { BACKUP_TO: join(mount, 'disk'), DATA_DIR: dirname(mount) } as BackupsDeps['config'],
      clock: { now: () => new Date() },
      notifyOwners: async ({ id }) => void notified.push(id),
    }),
  );
  const proveBoth = async () => {
    for (const { prove } of [here!, there!, here!]) await expect(prove()).rejects.toThrow();
  };
  await proveBoth();
  expect(notified).toEqual(['place']);
  await asOwner(
    portal.ownerUrl,
    `update rate_limits set tries = array(select t - interval '1 day' from unnest(tries) t)`,
  );
  await proveBoth();
  expect(notified).toEqual(['place', 'place']);

  mkdirSync(mount);
  await there!.prove();
  rmSync(mount, { recursive: true });
  await proveBoth();
  expect(notified).toHaveLength(3);
});

it('gives a shop that was shut for days time to back up before it reports that the newest backup is old', async () => {
  const [place, dataDir] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'nothipotro-place-')));
  const made = new Date('2026-11-26T21:00:05Z');
  const id = makeId(made);
  for (const folder of [join('backups', id), 'proofs']) mkdirSync(join(place!, folder), { recursive: true });
  writeFileSync(join(place!, 'backups', id, 'manifest.json'), '{}');
  writeFileSync(join(place!, 'proofs', `${id}.json`), '{"at":"2026-11-26T21:10:00Z","faults":[],"papers":0}');
  const notified: string[] = [];
  const { prove } = createBackups({
    db: portal.db,
    log: createLog('silent'),
    limiter,
    config: { BACKUP_TO: place, DATA_DIR: dataDir, BACKUP_HOUR: 3 } as BackupsDeps['config'],
    clock: { now: () => new Date(made.getTime() + 60 * 3_600_000) },
    notifyOwners: async (about) => void notified.push(about.id),
  });
  const maker = await connectClient(portal.ownerUrl);
  try {
    await prove();
    expect(await takeBackupLock(maker)).toBe(true);
    await prove();
    expect(notified).toEqual([]);
    await maker.end();
    await expect(prove()).rejects.toThrow('older than 26 hours');
    expect(notified).toEqual([id]);
  } finally {
    await maker.end();
    for (const folder of [place!, dataDir!]) rmSync(folder, { recursive: true });
  }
});

it('notifies once of an unmounted disk with an empty mount point, not for each job that it stops', async () => {
  const [place, dataDir] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'nothipotro-place-')));
  mkdirSync(join(dataDir!, 'backup'));
  writeFileSync(join(dataDir!, 'backup', 'places'), `${place}\n`);
  await limiter.forget({ purpose: 'backup fault', key: 'place' });
  const notified: string[] = [];
  const backups = createBackups({
    db: portal.db,
    log: createLog('silent'),
    limiter,
    config: { BACKUP_TO: place, DATA_DIR: dataDir, BACKUP_HOUR: 3 } as BackupsDeps['config'],
    clock: { now: () => new Date() },
    notifyOwners: async ({ id }) => void notified.push(id),
  });
  try {
    for (const job of [backups.backUp, backups.shipLog, backups.prove])
      await expect(job()).rejects.toMatchObject({
        isReported: true,
        message: expect.stringMatching(/are not there: connect or mount the disk/),
      });
    expect(notified).toEqual(['place']);
    expect(await backups.read()).toMatchObject({ state: 'unreachable' });
  } finally {
    for (const folder of [place!, dataDir!]) rmSync(folder, { recursive: true });
  }
});

it('notifies owners at the next run if the notification failed', async () => {
  const notified: string[] = [];
  let isDown = true;
  const { prove } = createBackups({
    db: portal.db,
    log: createLog('silent'),
    limiter,
    config: {
      BACKUP_TO: join(tmpdir(), 'nothipotro-no-place', 'disk'),
      DATA_DIR: tmpdir(),
    } as BackupsDeps['config'],
    clock: { now: () => new Date() },
    async notifyOwners({ id }) {
      if (isDown) throw new Error('down');
      notified.push(id);
    },
  });
  await limiter.forget({ purpose: 'backup fault', key: 'place' });
  await expect(prove()).rejects.toThrow('down');
  isDown = false;
  await expect(prove()).rejects.toThrow();
  expect(notified).toEqual(['place']);
});
