// Accidents that befall a shop and its backup disk over ten years: a second restore, a disconnected disk, a wrong clock, a damaged file.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openDestination } from '#server/backup/destination.ts';
import { makeIdentity } from '#server/backup/encryption.ts';
import { readManifest, writeManifest } from '#server/backup/manifest.ts';
import { folders } from '#server/backup/restore/install-restored.ts';
import { isDue } from '#server/backup/schedule.rules.ts';
import { readStatus } from '#server/backup/status.ts';
import { canMount, mountSmallDisk } from '../support/small-disk.ts';
import {
  makeCustomer,
  makeDataDir,
  type PortalProcess,
  refusal,
  run,
  runAlone,
  signIn,
  startPortal,
} from './process.ts';

const well = { code: 0, stderr: '' };
const passphrase = 'সাতটি নদীর তীরে বাড়ি';

const isAsked = process.env.ACCIDENTS === '1';

describe('a shop that was restored once', { timeout: 180_000 }, () => {
  it.skipIf(!isAsked)(
    'keeps everything made after the first restore when it is restored again the same day (only with ACCIDENTS=1: it takes a minute)',
    async () => {
      const place = join(makeDataDir(), 'disk');
      const settingsOf = (dataDir: string) => ({
        DATA_DIR: dataDir,
        BACKUP_TO: place,
        BACKUP_PASSPHRASE: passphrase,
      });
      const first = makeDataDir();
      const portal = await startPortal(first);
      const { access, order, email, password } = await makeCustomer(portal, '2000');
      const sell = async (of: PortalProcess, token: string) =>
        expect((await of.call('POST', '/account/orders/', { token, body: order })).status).toBe(201);
      const balanceOf = async (of: PortalProcess, token: string) =>
        (await of.call('GET', '/account/transaction-summary/', { token })).body.current_balance as number;
      expect(await run('backup.ts', settingsOf(first))).toMatchObject(well);
      await sell(portal, access);
      expect(await run('backup.ts', settingsOf(first), '--log')).toMatchObject(well);
      await portal.stop();

      const second = makeDataDir();
      expect(await run('restore.ts', settingsOf(second), place)).toMatchObject(well);
      const again = await startPortal(second);
      const person = await signIn(again, email, password);
      await sell(again, person.access);
      const balance = await balanceOf(again, person.access);
      expect(await run('backup.ts', settingsOf(second), '--log')).toMatchObject(well);
      await again.stop();

      const third = makeDataDir();
      expect(await run('restore.ts', settingsOf(third), place)).toMatchObject(well);
      const last = await startPortal(third);
      expect(await balanceOf(last, (await signIn(last, email, password)).access)).toBe(balance);
      await last.stop();
    },
  );
});

describe('a backup place', { timeout: 180_000 }, () => {
  // Uses a key because a passphrase would cost each command a second of work.
  const shop = { dataDir: '', place: '', recipient: '', identityFile: '' };
  const settings = (over: Record<string, string> = {}) => ({
    DATA_DIR: shop.dataDir,
    BACKUP_TO: shop.place,
    BACKUP_RECIPIENT: shop.recipient,
    ...over,
  });
  const restore = (into: string) =>
    run('restore.ts', settings({ DATA_DIR: into }), shop.place, '--identity', shop.identityFile);
  const whole = () =>
    readdirSync(join(shop.place, 'backups')).filter((id) =>
      existsSync(join(shop.place, 'backups', id, 'manifest.json')),
    );
  beforeAll(async () => {
    const { identity, recipient } = await makeIdentity();
    const identityFile = join(makeDataDir(), 'secret-key');
    writeFileSync(identityFile, identity);
    Object.assign(shop, { recipient, identityFile });
    Object.assign(shop, { dataDir: makeDataDir(), place: join(makeDataDir(), 'disk') });
    await (await startPortal(shop.dataDir)).stop();
    expect(await run('backup.ts', settings())).toMatchObject(well);
  }, 60_000);

  it('is reported as a disconnected disk when its folder is unexpectedly empty', async () => {
    const disk = `${shop.place}-away`;
    renameSync(shop.place, disk);
    mkdirSync(shop.place);
    for (const flags of [[], ['--log']]) {
      const { code, stderr } = await run('backup.ts', settings(), ...flags);
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/^The backups .* connect or mount the disk\..*--new-place\n$/),
      ]);
      expect(readdirSync(shop.place)).toEqual([]);
    }
    expect(await run('backup.ts', settings(), '--new-place')).toMatchObject(well);
    expect(whole()).toHaveLength(1);
    rmSync(shop.place, { recursive: true });
    renameSync(disk, shop.place);
    expect(await runAlone('backup.ts', settings(), '--log')).toMatchObject(well);
  });

  it('that belongs to another shop receives neither backups nor log', async () => {
    const other = makeDataDir();
    await (await startPortal(other)).stop();
    const before = readdirSync(shop.place, { recursive: true });
    for (const flags of [[], ['--log']])
      expect((await run('backup.ts', settings({ DATA_DIR: other }), ...flags)).stderr).toMatch(
        /^The backup place .* holds the backups of another shop: .*\n$/,
      );
    expect(readdirSync(shop.place, { recursive: true })).toEqual(before);
  });

  it.skipIf(!isAsked)(
    'can be restored with the passphrase even if the key file is damaged or missing (only with ACCIDENTS=1: it takes half a minute)',
    async () => {
      const place = join(makeDataDir(), 'disk');
      const locked = { BACKUP_TO: place, BACKUP_PASSPHRASE: passphrase };
      expect(await run('backup.ts', { ...locked, DATA_DIR: shop.dataDir })).toMatchObject(well);
      const file = join(place, 'recovery-key.age');
      const good = readFileSync(file);
      for (const spoil of [() => writeFileSync(file, good.subarray(0, 200)), () => rmSync(file)]) {
        spoil();
        const into = () => ({ ...locked, DATA_DIR: makeDataDir() });
        expect(await run('restore.ts', into(), place)).toMatchObject(well);
        const wrong = { ...into(), BACKUP_PASSPHRASE: 'আটটি নদীর তীরে বাড়ি' };
        expect((await run('restore.ts', wrong, place)).stderr).toMatch(/^BACKUP_PASSPHRASE is not the one/);
      }
    },
  );

  it('with a damaged older backup still receives the next one, with a warning', async () => {
    const [id = ''] = whole();
    const file = join(shop.place, 'backups', id, 'manifest.json');
    const good = readFileSync(file, 'utf8');
    writeFileSync(file, good.replace('"format": 1', '"format": 7'));
    const { code, stderr } = await run('backup.ts', settings());
    if (existsSync(file)) writeFileSync(file, good);
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/^Older backups are damaged: .*This one is whole/),
    ]);
    expect(whole().length).toBeGreaterThan(1);
  });

  it('with a backup dated years ahead still receives new backups and restores the most recent one', async () => {
    const from = openDestination(shop.place, {});
    const ahead = '2031-01-01T00-00-00Z';
    const [oldest = ''] = whole();
    await writeManifest(from, { ...(await readManifest(from, oldest)), id: ahead });
    const status = await readStatus(from, new Date());
    expect(status.newest?.id).toBe(whole().at(-2));
    expect(isDue(status.newest!.at, 3, new Date(Date.now() + 86_400_000))).toBe(true);
    const made = await run('backup.ts', settings());
    expect(made).toMatchObject(well);
    const restored = await restore(makeDataDir());
    expect(restored).toMatchObject(well);
    expect(restored.stdout).toContain(/Backup (\S+):/.exec(made.stdout)![1]!);
    // Its log continues the last backup, so the next run makes no further backup.
    const count = whole().length;
    expect(await run('backup.ts', settings(), '--log')).toMatchObject(well);
    expect(whole()).toHaveLength(count);
    rmSync(join(shop.place, 'backups', ahead), { recursive: true });
  });

  it('lets a restore that was killed while moving folders into place be run again to completion', async () => {
    const into = makeDataDir();
    expect(await restore(into)).toMatchObject(well);
    // As if killed after two of the four folders.
    const staging = join(into, 'restoring');
    mkdirSync(staging);
    for (const name of ['keys', 'anchors']) renameSync(join(into, name), join(staging, name));
    const from = openDestination(shop.place, {});
    const restored = {
      manifest: await readManifest(from, whole().at(-1)!),
      proof: { rules: 1, sealedRows: 1, papers: 0, tables: 1, faults: [] },
      erasures: { erased: 0, withMoney: [], lastOwner: [], unread: 0 },
    };
    const aside = join(into, 'before-restore-then');
    mkdirSync(join(into, 'keys'));
    writeFileSync(join(into, 'keys', 'of-before'), '');
    writeFileSync(join(staging, 'ready.json'), JSON.stringify({ restored, staged: folders, aside }));
    expect(await refusal({ DATA_DIR: into })).toMatch(
      /broken off while it was put in place: run npm run restore again/,
    );
    const again = await restore(into);
    expect(again).toMatchObject(well);
    expect(again.stdout).toMatch(/it is finished now/);
    expect(readdirSync(join(aside, 'keys'))).toEqual(['of-before']);
    expect(existsSync(staging)).toBe(false);
    await (await startPortal(into)).stop();
  });

  it('with a backup from a newer release can be restored by an older one, with a warning', async () => {
    const from = openDestination(shop.place, {});
    const newest = await readManifest(from, whole().at(-1)!);
    await writeManifest(from, { ...newest, release: '99.0.0' });
    const restored = await restore(makeDataDir());
    await writeManifest(from, newest);
    expect(restored).toMatchObject(well);
    expect(restored.stdout).toMatch(/^LOOK {3}The backup is of release 99\.0\.0, this is \d/m);
  });

  it.skipIf(!canMount)(
    'is not restored onto a disk that is too small, and leaves nothing behind there',
    async () => {
      const disk = mountSmallDisk(30);
      try {
        const into = join(disk.folder, 'shop');
        const { code, stderr } = await restore(into);
        expect([code, stderr]).toEqual([
          1,
          expect.stringMatching(/^The disk of .* is full: .* Nothing was changed\.\n$/),
        ]);
        expect(readdirSync(into)).toEqual(['portal.lock']);
      } finally {
        disk.remove();
      }
    },
  );

  it.each<[string, string, string[], Record<string, string>, RegExp]>([
    ['an unknown word', 'backup.ts', ['--too', 'x'], {}, /^Unknown option '--too'\. -- --help explains\.\n$/],
    [
      'a file as the place',
      'backup.ts',
      ['/etc/hostname'],
      {},
      /^The backup place .* is a file: name a folder\.\n$/,
    ],
    [
      'a place that no disk has',
      'backup.ts',
      ['/nowhere/at/all'],
      {},
      /is not there: connect or mount the disk\.\n$/,
    ],
    [
      'a place that takes no folders',
      'backup.ts',
      ['/proc/shop'],
      {},
      /^The backup place \/proc\/shop .*\n$/,
    ],
    ['no shop', 'backup.ts', [], { DATA_DIR: '/nowhere' }, /^DATA_DIR: there is no shop in \/nowhere; .*\n$/],
    [
      'no shop for the doctor',
      'doctor.ts',
      [],
      { DATA_DIR: '/nowhere' },
      /^DATA_DIR: there is no shop in \/nowhere; .*\n$/,
    ],
    [
      'no shop for the books',
      'audit-ledger.ts',
      [],
      { DATA_DIR: '/nowhere' },
      /^DATA_DIR: there is no shop in \/nowhere; .*\n$/,
    ],
    [
      'no shop for the keys',
      'rotate-keys.ts',
      [],
      { DATA_DIR: '/nowhere' },
      /^DATA_DIR: there is no shop in \/nowhere; .*\n$/,
    ],
    ['nothing to prove', 'restore.ts', ['--prove'], { BACKUP_TO: '' }, /^BACKUP_TO is unset: .*\n$/],
    [
      'a folder without backups',
      'restore.ts',
      ['/tmp'],
      {},
      /^There is no whole backup in \/tmp: is the disk connected, .*\n$/,
    ],
    [
      'no such backup',
      'restore.ts',
      ['PLACE', '--backup', '2020'],
      {},
      /^There is no whole backup 2020 in .*\. There are: 20.*\n$/,
    ],
    [
      'no file of the key',
      'restore.ts',
      ['PLACE', '--identity', '/nowhere/key'],
      {},
      /^\/nowhere\/key: it is not there: .*\n$/,
    ],
    [
      'a target that is a file',
      'restore.ts',
      ['PLACE', '--into', '/etc/hostname'],
      {},
      /^\/etc\/hostname: .*name a folder.*\n$/,
    ],
    [
      'a day that does not exist',
      'restore.ts',
      ['PLACE', '--to', '2026-02-30T10:00'],
      {},
      /^--to: give a moment /,
    ],
    ['a day without an hour', 'restore.ts', ['PLACE', '--to', '2026-11-25'], {}, /^--to: give a moment /],
    [
      'an early moment in Bengali digits',
      'restore.ts',
      ['PLACE', '--to', '২০২০-০১-০১ ১০:০০'],
      {},
      /^The oldest backup .*\(Dhaka\): no earlier/,
    ],
  ])('reports %s in one sentence', async (_, script, flags, over, sentence) => {
    const into = script === 'restore.ts' ? { DATA_DIR: makeDataDir() } : {};
    const { BACKUP_TO, ...rest } = settings({ ...into, ...over });
    const found = await run(
      script,
      { ...rest, ...(BACKUP_TO === '' ? {} : { BACKUP_TO }) },
      ...flags.map((flag) => (flag === 'PLACE' ? shop.place : flag)),
    );
    expect(found.stderr).toMatch(sentence);
    expect(found.code).toBe(1);
  });
});
