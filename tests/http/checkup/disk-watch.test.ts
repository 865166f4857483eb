// Owners are notified once before a disk is full. The tests set how much is free; the rest is the portal's own.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDestination } from '#server/backup/destination.ts';
import { makeId, writeManifest } from '#server/backup/manifest.ts';
import { storeProof } from '#server/backup/status.ts';
import { checks } from '#server/checkup/checks.ts';
import { watchDisks } from '#server/checkup/disk-watch.ts';
import { CheckFailure } from '#server/checkup/finding.ts';
import { noticeEmail } from '#server/notices/emails.ts';
import { createNotices, type Notices } from '#server/notices/notices.service.ts';
import { readConfig } from '#server/platform/config.ts';
import type { MeasureSpace } from '#server/platform/storage/disk-space.ts';
import { createVault } from '#server/platform/vault.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';

const gigabyte = 1024 ** 3;
const portal = usePortal();
const vault = createVault(new Map([[1, Buffer.alloc(32)]]), Buffer.alloc(32));

let dataDir: string;
let mount: string;
let place: string;
/** Free space in gigabytes. */
let free: { data: number; backups: number };
let areOneDisk: boolean;

beforeEach(async () => {
  [dataDir, mount] = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'nothipotro-disk-'))) as [string, string];
  place = join(mount, 'disk');
  free = { data: 80, backups: 80 };
  areOneDisk = false;
  await asOwner(portal.ownerUrl, 'delete from notices');
  await asOwner(portal.ownerUrl, 'delete from rate_limits');
});
afterEach(() => {
  for (const folder of [dataDir, mount]) rmSync(folder, { recursive: true, force: true });
});

const settings = () =>
  readConfig({ DATA_DIR: dataDir, BACKUP_TO: place, BACKUP_PASSPHRASE: 'a sentence on paper' });

const measure: MeasureSpace = async (folder) => {
  if (folder !== dataDir && folder !== place) throw new Error('ENOENT');
  const isData = folder === dataDir;
  const gigabytes = isData || areOneDisk ? free.data : free.backups;
  return { free: gigabytes * gigabyte, total: 100 * gigabyte, disk: isData || areOneDisk ? 1 : 2 };
};

/** Creates a watch like that of a separate process. */
function createWatch(change: Partial<Notices> = {}) {
  const { db } = portal;
  const notices = createNotices({ db, mail: portal.portal.mail, publicOrigin: portal.origin });
  return () =>
    watchDisks({
      config: settings(),
      db,
      vault,
      clock: { now: () => new Date() },
      notices: { ...notices, ...change },
      measure,
    });
}

/** Changes the free space and runs the check in each of two processes. */
async function checkDisks(now: Partial<typeof free> = {}): Promise<void> {
  Object.assign(free, now);
  for (const watch of [createWatch(), createWatch()]) await watch();
}

async function listNotices(): Promise<string[]> {
  const { body } = await portal.call('GET', '/account/notices/', { token: portal.admin.token });
  return body.results
    .toReversed()
    .map(({ kind, object, facts, is_read }) =>
      [kind, object.kind, object.id, facts.free, ...(is_read ? ['read'] : [])].join(' '),
    );
}

async function makeBackup(gigabytes: number): Promise<string> {
  const id = makeId(new Date(Date.now() - 3_600_000));
  const part = (bytes: number) => [{ name: 'part', bytes, sha256: '' }];
  await writeManifest(openDestination(place, {}), {
    format: 1,
    id,
    ...{ installation: '', release: '', postgres: '', schema: '', kind: 'cluster' },
    ...{ startedAt: '', endedAt: '', mark: id, firstSegment: '', lastSegment: '', tables: {} },
    ...{ balancesPaisa: '0', storage: { count: 0, bytes: 0 }, keys: 'here' },
    parts: {
      database: part((gigabytes - 1) * gigabyte),
      wal: part(gigabyte),
      ...{ keys: [], anchors: [], objects: [] },
    },
  });
  return id;
}

it('notifies once across all processes of low space, again when it is critical, and anew after a recovery', async () => {
  await checkDisks();
  expect(await listNotices()).toEqual([]);
  free.data = 4.94;
  await Promise.all([checkDisks(), checkDisks()]);
  await checkDisks({ data: 3 });
  // A disk just above the threshold has not recovered.
  await checkDisks({ data: 5.5 });
  await checkDisks({ data: 4 });
  const first = 'storage_attention disk low 4.9';
  expect(await listNotices()).toEqual([first]);
  await checkDisks({ data: 0.15 });
  await checkDisks({ data: 2 });
  await checkDisks({ data: 0.1 });
  const worse = 'storage_attention disk critical 0.15';
  expect(await listNotices()).toEqual([first, worse]);

  await checkDisks({ data: 40 });
  expect(await listNotices()).toEqual([`${first} read`, `${worse} read`]);
  await checkDisks({ data: 0.19 });
  await checkDisks({ data: 4 });
  expect(await listNotices()).toEqual([
    `${first} read`,
    `${worse} read`,
    'storage_attention disk critical 0.19',
  ]);
});

it('notifies of low space on the backup disk by the size of the next backups', async () => {
  await makeBackup(7);
  await checkDisks({ backups: 14.5 });
  expect(await listNotices()).toEqual([]);
  await checkDisks({ backups: 13 });
  await checkDisks({ backups: 6 });
  await checkDisks();
  expect(await listNotices()).toEqual([
    'backup_attention disk low 13.0',
    'backup_attention disk critical 6.0',
  ]);
});

it('notifies once if data and backups share a disk', async () => {
  areOneDisk = true;
  await makeBackup(2);
  await checkDisks({ data: 3 });
  expect(await listNotices()).toEqual(['storage_attention disk low 3.0']);
});

it('ignores a disconnected backup disk, even if its empty mount point remains', async () => {
  await makeBackup(7);
  await checkDisks({ backups: 1 });
  const once = ['backup_attention disk critical 1.0'];
  expect(await listNotices()).toEqual(once);
  mkdirSync(join(dataDir, 'backup'));
  writeFileSync(join(dataDir, 'backup', 'places'), `${place}\n`);
  rmSync(mount, { recursive: true });
  await checkDisks({ backups: 80 });
  mkdirSync(mount);
  await checkDisks();
  expect(await listNotices()).toEqual(once);
});

it('notifies owners at the next check if the notification failed', async () => {
  free.data = 1;
  const failing = createWatch({ notifyStaff: async () => Promise.reject(new Error('down')) });
  await expect(failing()).rejects.toThrow('down');
  await checkDisks();
  expect(await listNotices()).toEqual(['storage_attention disk low 1.0']);
});

it('shows the same in the health report', async () => {
  const id = await makeBackup(7);
  await storeProof(openDestination(place, {}), id, { at: '', faults: [], papers: 1 });
  const find = async (name: 'disk' | 'backups') => {
    const context = {
      config: settings(),
      db: portal.db,
      storage: {},
      measureLag: undefined,
      papers: 0,
      measure,
    };
    try {
      return await checks[name](context as never);
    } catch (error) {
      if (!(error instanceof CheckFailure)) throw error;
      return { ...error.words, isBroken: error.isBroken };
    }
  };
  expect(await find('disk')).toEqual({ bn: '৮০.০ জিবি খালি', en: '80.0 GB free' });
  expect((await find('backups')).en).toBe('1 h old, proven');
  free = { data: 4.9, backups: 0.5 };
  expect(await find('disk')).toEqual({ bn: '৪.৯ জিবি খালি', en: '4.9 GB free', isBroken: true });
  expect(await find('backups')).toEqual({
    bn: 'ব্যাকআপের ডিস্কে মাত্র ০.৫০ জিবি খালি',
    en: 'only 0.50 GB free on the backup disk',
    isBroken: true,
  });
  free.backups = 13;
  expect(await find('backups')).toMatchObject({ isBroken: false });
});

it('states disk, free space and what to do in both languages in the email', () => {
  const mail = (kind: 'storage_attention' | 'backup_attention') => {
    const { subject } = noticeEmail(kind, { free: '0.15' }, 'owner@mail.test', portal.origin);
    return subject.split(' · ');
  };
  for (const [kind, bn, en] of [
    ['storage_attention', 'পোর্টালের ডিস্কে', 'the portal’s disk'],
    ['backup_attention', 'ব্যাকআপের ডিস্কে', 'the backup disk'],
  ] as const) {
    const [bengali, english] = mail(kind);
    expect(bengali).toContain(`${bn} মাত্র ০.১৫ জিবি খালি, জায়গা করুন`);
    expect(bengali).not.toMatch(/\d/);
    expect(english).toContain(`Only 0.15 GB is left on ${en}, make room`);
  }
});
