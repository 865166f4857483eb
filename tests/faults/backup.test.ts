// The owner's backup and restore commands alongside a running portal: while orders come in, after kills and damage, and restoring to a point in time.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeIdentity } from '#server/backup/encryption.ts';
import { findRunningDatabase } from '#server/platform/database/embedded.ts';
import { tryLock } from '#server/platform/database/folder-lock.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { asOwner } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { canMount, mountSmallDisk } from '../support/small-disk.ts';
import { nidBody } from './money.ts';
import {
  auditBooks,
  makeCustomer,
  makeDataDir,
  type PortalProcess,
  refusal,
  root,
  run,
  runAlone,
  signIn,
  startPortal,
} from './process.ts';

type Customer = Awaited<ReturnType<typeof makeCustomer>>;

const sell = async (portal: PortalProcess, { access, order }: Customer) =>
  (await portal.call('POST', '/account/orders/', { token: access, body: order })).status;
const balanceOf = async (portal: PortalProcess, token: string) =>
  (await portal.call('GET', '/account/transaction-summary/', { token })).body.current_balance as number;

const backupsIn = (place: string) =>
  existsSync(join(place, 'backups')) ? readdirSync(join(place, 'backups')) : [];
const wholeIn = (place: string) =>
  backupsIn(place).filter((id) => existsSync(join(place, 'backups', id, 'manifest.json')));

describe('a shop with an embedded database', { timeout: 180_000 }, () => {
  const shop = { dataDir: '', place: '', identityFile: '' };
  let settings: Record<string, string>;
  let customer: Customer;
  let balance = 0;
  let later = 0;
  let moment = '';

  beforeAll(async () => {
    const { identity, recipient } = await makeIdentity();
    Object.assign(shop, { dataDir: makeDataDir(), place: join(makeDataDir(), 'disk') });
    shop.identityFile = join(makeDataDir(), 'secret-key');
    writeFileSync(shop.identityFile, `# kept elsewhere\n${identity}\n`);
    settings = { DATA_DIR: shop.dataDir, BACKUP_TO: shop.place, BACKUP_RECIPIENT: recipient };
    const portal = await startPortal(shop.dataDir);
    customer = await makeCustomer(portal, '2000000');
    const made = await portal.call('POST', '/account/nid-details/', {
      token: customer.access,
      body: nidBody,
    });
    expect(made.status).toBe(201);

    // Two hundred orders are placed while the backup runs, so that it begins and ends in the middle of them.
    const backup = runAlone('backup.ts', settings);
    const sold: Promise<number>[] = [];
    let isDone = false;
    void backup.finally(() => {
      isDone = true;
    });
    while (!isDone || sold.length < 200) {
      sold.push(sell(portal, customer));
      if (sold.length % 20 === 0) await Promise.all(sold.slice(-20));
    }
    expect(new Set(await Promise.all(sold))).toEqual(new Set([201]));
    const { code, stderr } = await backup;
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(wholeIn(shop.place)).toHaveLength(1);

    expect(await sell(portal, customer)).toBe(201);
    expect((await run('backup.ts', settings, '--log')).stderr).toBe('');
    expect(await sell(portal, customer)).toBe(201);
    balance = await balanceOf(portal, customer.access);
    await wait(1_100);
    moment = new Date().toISOString();
    await wait(1_100);
    expect(await sell(portal, customer)).toBe(201);
    later = await balanceOf(portal, customer.access);
    expect((await run('backup.ts', settings, '--log')).stderr).toBe('');
    await portal.stop();
  }, 180_000);

  const restore = (into: string, ...flags: string[]) =>
    run('restore.ts', { DATA_DIR: into }, shop.place, '--identity', shop.identityFile, ...flags);

  async function balanceIn(into: string): Promise<number> {
    const portal = await startPortal(into);
    const person = await signIn(portal, customer.email, customer.password);
    const audited = await auditBooks(portal, (await signIn(portal)).access);
    expect(audited).toMatchObject({ state: 'balanced', findings: 0 });
    const found = await balanceOf(portal, person.access);
    await portal.stop();
    return found;
  }

  it('is restored exactly as the manifest says, even though orders came in during the backup', async () => {
    const into = makeDataDir();
    const restored = await runAlone(
      'restore.ts',
      { DATA_DIR: into },
      shop.place,
      '--identity',
      shop.identityFile,
      '--backup',
      wholeIn(shop.place)[0]!,
    );
    expect(restored).toMatchObject({ code: 0, stderr: '' });
    expect(restored.stdout).toContain('the books balance');
    expect(restored.stdout).toMatch(/1 papers open and their seals verify/);
    expect(await balanceIn(into)).toBeGreaterThan(later);
  });

  it('is restored to its newest state, including changes made after the backup', async () => {
    const into = makeDataDir();
    expect(await restore(into)).toMatchObject({ code: 0, stderr: '' });

    // A second restore into the same folder is refused.
    const again = await restore(into);
    expect(again.code).toBe(1);
    expect(again.stderr).toMatch(/is not empty .* Nothing was changed/);
    expect(await balanceIn(into)).toBe(later);
  });

  it('is restored to a given point in time', async () => {
    const into = makeDataDir();
    expect(await restore(into, '--to', '2100-01-01T10:00')).toMatchObject({
      code: 1,
      stderr:
        'The log at the backup place does not reach that moment: leave out --to for the newest, or name an earlier one.\n',
    });
    expect(await restore(into, '--to', moment)).toMatchObject({ code: 0, stderr: '' });
    expect(await balanceIn(into)).toBe(balance);
  });

  it('is not restored with a different key or without a key', async () => {
    const other = join(makeDataDir(), 'other-key');
    writeFileSync(other, (await makeIdentity()).identity);
    for (const flags of [['--identity', other], []]) {
      const into = makeDataDir();
      const { code, stderr } = await run('restore.ts', { DATA_DIR: into }, shop.place, ...flags);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^None of the given keys opens this backup: .*\n$/);
      expect(readdirSync(into).filter((name) => name !== 'portal.lock')).toEqual([]);
    }
  });

  it('is not restored from a backup with one flipped byte in any of its parts', async () => {
    const folder = join(shop.place, 'backups', wholeIn(shop.place)[0]!);
    const parts = readdirSync(folder);
    expect(parts.length).toBeGreaterThan(5);
    for (const name of parts) {
      const path = join(folder, name);
      const good = readFileSync(path);
      const bad = Buffer.from(good);
      const at = name === 'manifest.json' ? bad.indexOf('"balancesPaisa": "') + 18 : bad.length >> 1;
      bad[at] = bad[at]! ^ 1;
      writeFileSync(path, bad);
      const { code, stderr } = await restore(makeDataDir());
      writeFileSync(path, good);
      expect(code, name).toBe(1);
      expect(stderr, name).toMatch(
        /^The (part|manifest) .* was changed: take an older one with --backup ID\. .*\n$/,
      );
    }
  });

  it('does not list a killed backup as complete, and removes its remains with the next one', async () => {
    const place = join(makeDataDir(), 'disk');
    const mine = { ...settings, BACKUP_TO: place };
    const portal = await startPortal(shop.dataDir);
    const child = spawn(process.execPath, ['scripts/backup.ts'], {
      cwd: root,
      env: { ...bareEnvironment(), ...mine },
      stdio: 'ignore',
    });
    const exited = new Promise((resolve) => child.once('exit', resolve));
    // One part is written, the next is in progress.
    await expect.poll(() => backupsIn(place).length).toBe(1);
    child.kill('SIGKILL');
    await exited;
    // Looks like a backup that was killed before its first part.
    mkdirSync(join(place, 'backups', '2026-01-01T00-00-00Z'));
    expect(wholeIn(place)).toEqual([]);
    const refused = await run(
      'restore.ts',
      { DATA_DIR: makeDataDir() },
      place,
      '--identity',
      shop.identityFile,
    );
    expect(refused.stderr).toMatch(/^There is no whole backup in /);
    expect(await run('backup.ts', mine)).toMatchObject({ code: 0, stderr: '' });
    expect(wholeIn(place)).toHaveLength(1);
    expect(backupsIn(place)).toEqual(wholeIn(place));
    await portal.stop();
  });

  it.skipIf(!canMount)('reports a full backup disk clearly and leaves nothing on it', async () => {
    const disk = mountSmallDisk(2);
    try {
      const place = join(disk.folder, 'backups-of-shop');
      const { code, stderr } = await run('backup.ts', { ...settings, BACKUP_TO: place });
      expect(code).toBe(1);
      expect(stderr).toMatch(/^The backup place .* is full: .* No backup was made\.\n$/);
      expect(wholeIn(place)).toEqual([]);
      expect(backupsIn(place)).toEqual([]);
    } finally {
      disk.remove();
    }
  });

  it('refuses a backup, a start and a second restore while a restore into the same folder is running', async () => {
    const into = makeDataDir();
    mkdirSync(join(into, 'restoring'));
    const lock = tryLock(join(into, 'portal.lock'))!;
    const mine = { ...settings, DATA_DIR: into };
    const message = `a backup is being restored into ${into}: wait until npm run restore has ended. Nothing was done.\n`;
    expect(await run('backup.ts', mine)).toMatchObject({ code: 1, stderr: `DATA_DIR: ${message}` });
    expect(await run('restore.ts', mine, shop.place)).toMatchObject({ code: 1, stderr: message });
    expect(await refusal({ DATA_DIR: into, PORT: String(await freePort()) })).toBe(
      `DATA_DIR: ${message.trimEnd()}`,
    );
    lock.release();
  });

  it('accepts a passphrase instead of a key, and rejects a wrong one', async () => {
    const place = join(makeDataDir(), 'disk');
    const mine = { DATA_DIR: shop.dataDir, BACKUP_TO: place, BACKUP_PASSPHRASE: 'সাতটি নদীর তীরে বাড়ি' };
    expect(await run('backup.ts', mine)).toMatchObject({ code: 0, stderr: '' });
    const wrong = { ...mine, BACKUP_PASSPHRASE: 'আটটি নদীর তীরে বাড়ি' };
    expect((await run('backup.ts', wrong)).stderr).toMatch(/^BACKUP_PASSPHRASE is not the one/);
    const into = makeDataDir();
    expect((await run('restore.ts', { ...wrong, DATA_DIR: into }, place)).code).toBe(1);
    expect(await run('restore.ts', { ...mine, DATA_DIR: into }, place)).toMatchObject({
      code: 0,
      stderr: '',
    });
  });
});

describe('a portal with a backup place', { timeout: 180_000 }, () => {
  it('backs up and verifies the backup by itself, and alerts the owners when verification fails', async () => {
    const dataDir = makeDataDir();
    const place = join(makeDataDir(), 'disk');
    const mine = { BACKUP_TO: place, BACKUP_RECIPIENT: (await makeIdentity()).recipient };
    const portal = await startPortal(dataDir, mine);
    await expect.poll(() => wholeIn(place).length, { timeout: 100_000 }).toBe(1);
    const light = async (of: typeof portal) => {
      const { access: token } = await signIn(of);
      return (await of.call('GET', '/account/backup/', { token })).body;
    };
    expect(await light(portal)).toMatchObject({ state: 'unproven', proven_at: null, is_running: false });
    // The job runs again in ten minutes; the same command proves it now.
    const proven = await runAlone('restore.ts', { DATA_DIR: dataDir, ...mine }, '--prove');
    expect(proven).toMatchObject({ code: 0, stderr: '' });
    expect(proven.stdout).toMatch(/: 0 faults/);
    expect(readdirSync(join(dataDir, 'backup'))).toEqual(['newest-backup-key', 'places']);
    expect(await light(portal)).toMatchObject({ state: 'well', is_running: false });

    const part = join(place, 'backups', wholeIn(place)[0]!, 'database.tar.gz.age.0000');
    const bytes = readFileSync(part);
    bytes[1_000] = bytes[1_000]! ^ 1;
    writeFileSync(part, bytes);
    const broken = await run('restore.ts', { DATA_DIR: dataDir, ...mine }, '--prove');
    expect(broken).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(
        /WRONG {2}The part .* was changed.*\n.*\nMake a new one \(npm run backup\)/,
      ),
    });
    await asOwner(
      findRunningDatabase(dataDir)!,
      `update jobs set next_run_at = now() where name = 'prove the backup'`,
    );
    await portal.stop();
    const again = await startPortal(dataDir, mine);
    const admin = await signIn(again);
    await expect
      .poll(
        async () =>
          (await again.call('GET', '/account/jobs/', { token: admin.access })).body.results.find(
            ({ name }: { name: string }) => name === 'prove the backup',
          )?.last_error,
        { timeout: 30_000 },
      )
      .toMatch(/not proven/);
    const metrics = String((await again.call('GET', '/metrics')).body);
    expect(metrics).toMatch(/^backup_proof_ok 0$/m);
    expect(metrics).toMatch(/^backup_age_seconds \d+$/m);
    const bell = await again.call('GET', '/account/notices/', { token: admin.access });
    expect(bell.body.results.map(({ kind }: { kind: string }) => kind)).toContain('backup_attention');
    expect(await light(again)).toMatchObject({ state: 'failed' });

    // An owner makes a new one at once. Only the newest of a day is kept.
    const [damaged] = wholeIn(place);
    const pressed = await again.call('POST', '/account/backup/', { token: admin.access, body: {} });
    expect(pressed).toMatchObject({ status: 202, body: { is_running: true } });
    expect(
      await asOwner(
        findRunningDatabase(dataDir)!,
        `select actor_id from trail where kind = 'backup.started'`,
      ),
    ).toHaveLength(1);
    await expect.poll(() => wholeIn(place), { timeout: 100_000 }).not.toContain(damaged);
    await expect
      .poll(() => light(again), { timeout: 20_000 })
      .toMatchObject({ state: 'unproven', is_running: false });
    await again.stop();
  });
});
