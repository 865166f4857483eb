// Owners hear of a disk before it is full, and once. The tests say how much is free; the rest is the portal's own.
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
/** Gigabytes. */
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

/** As a process of its own. */
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

/** What is free changes, and each of two processes looks. */
async function look(now: Partial<typeof free> = {}): Promise<void> {
  Object.assign(free, now);
  for (const watch of [createWatch(), createWatch()]) await watch();
}

async function told(): Promise<string[]> {
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

it('tells of little room once from all processes, once more when it is nearly gone, and anew after it had recovered', async () => {
  await look();
  expect(await told()).toEqual([]);
  free.data = 4.94;
  await Promise.all([look(), look()]);
  await look({ data: 3 });
  // A disk at the border has not recovered.
  await look({ data: 5.5 });
  await look({ data: 4 });
  const first = 'storage_attention disk low 4.9';
  expect(await told()).toEqual([first]);
  await look({ data: 0.15 });
  await look({ data: 2 });
  await look({ data: 0.1 });
  const worse = 'storage_attention disk critical 0.15';
  expect(await told()).toEqual([first, worse]);

  await look({ data: 40 });
  expect(await told()).toEqual([`${first} read`, `${worse} read`]);
  await look({ data: 0.19 });
  await look({ data: 4 });
  expect(await told()).toEqual([`${first} read`, `${worse} read`, 'storage_attention disk critical 0.19']);
});

it('tells of the backup disk by what the next backups need', async () => {
  await makeBackup(7);
  await look({ backups: 14.5 });
  expect(await told()).toEqual([]);
  await look({ backups: 13 });
  await look({ backups: 6 });
  await look();
  expect(await told()).toEqual(['backup_attention disk low 13.0', 'backup_attention disk critical 6.0']);
});

it('tells once where data and backups share a disk', async () => {
  areOneDisk = true;
  await makeBackup(2);
  await look({ data: 3 });
  expect(await told()).toEqual(['storage_attention disk low 3.0']);
});

it('leaves a backup disk that is away to who tells of it, also where it left an empty folder', async () => {
  await makeBackup(7);
  await look({ backups: 1 });
  const once = ['backup_attention disk critical 1.0'];
  expect(await told()).toEqual(once);
  mkdirSync(join(dataDir, 'backup'));
  writeFileSync(join(dataDir, 'backup', 'places'), `${place}\n`);
  rmSync(mount, { recursive: true });
  await look({ backups: 80 });
  mkdirSync(mount);
  await look();
  expect(await told()).toEqual(once);
});

it('owners who could not be told are told at the next turn', async () => {
  free.data = 1;
  const failing = createWatch({ notifyStaff: async () => Promise.reject(new Error('down')) });
  await expect(failing()).rejects.toThrow('down');
  await look();
  expect(await told()).toEqual(['storage_attention disk low 1.0']);
});

it('shows the same on the page of the shop’s state', async () => {
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

it('names disk, room and what to do in both languages, also by email', () => {
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
