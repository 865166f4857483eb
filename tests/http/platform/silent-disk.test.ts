// The disk of the backups or of the stored files hangs, like a network share whose server is gone, simulated by a pipe that nobody writes to. The shop
// keeps running, and its owners are notified.
import { execFileSync } from 'node:child_process';
import { pbkdf2 } from 'node:crypto';
import {
  closeSync,
  constants,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createBackups } from '#server/backup/backups.service.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { createRateLimiter } from '#server/platform/rate-limit/rate-limit.ts';
import { createFolderBlobs } from '#server/platform/storage/folder-blobs.ts';
import { createVault } from '#server/platform/vault.ts';
import { usePortal } from '../../support/portal.ts';
import { startStopwatch } from '../../support/stopwatch.ts';

const portal = usePortal();
let folders: string[];
let pipe: string;
beforeEach(() => {
  folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'nothipotro-disk-')));
  pipe = join(folders[0]!, 'installation');
  execFileSync('mkfifo', [pipe]);
  mkdirSync(join(folders[1]!, 'backup'));
  writeFileSync(join(folders[1]!, 'backup', 'places'), `${folders[0]}\n`);
});

/** Lets the disk respond again: every waiting read ends. */
async function letDiskRespond(): Promise<void> {
  if (!statSync(pipe).isFIFO()) return;
  for (let round = 0; round < 20; round += 1) {
    try {
      closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK));
    } catch {
      // No read is waiting at the moment.
    }
    await new Promise((done) => setTimeout(done, 20));
  }
}
afterEach(async () => {
  await letDiskRespond();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function openBackups(notified: string[]) {
  const [place, dataDir] = folders;
  return createBackups({
    db: portal.db,
    config: readConfig({
      DATA_DIR: dataDir,
      BACKUP_TO: place,
      BACKUP_PASSPHRASE: 'a sentence kept on paper',
      DATABASE_URL: portal.ownerUrl,
    }),
    clock: { now: () => new Date() },
    log: createLog('silent'),
    limiter: createRateLimiter(portal.db, createVault(new Map([[1, Buffer.alloc(32)]]), Buffer.alloc(32))),
    notifyOwners: async (about) => void notified.push(about.id),
    destinationTimeoutMs: 300,
    maxRunMs: 3_000,
  });
}

it('does not block sign-ins, is reported to owners, and is checked again once it responds', async () => {
  const notified: string[] = [];
  const backups = openBackups(notified);
  const reads = Array.from({ length: 8 }, () => backups.read());
  const jobs = Promise.allSettled([backups.backUp(), backups.shipLog(), backups.prove()]);
  const stop = startStopwatch();
  const { status } = await portal.signIn(portal.admin.email, portal.admin.password);
  expect(status).toBe(200);
  expect(stop()).toBeLessThan(5_000);
  for (const { state } of await Promise.all(reads)) expect(state).toBe('unreachable');
  const [, , proved] = await jobs;
  expect(proved).toMatchObject({ status: 'rejected', reason: { message: /does not answer/ } });
  expect(notified).toEqual(['place']);

  await letDiskRespond();
  renameSync(pipe, `${pipe}-before`);
  writeFileSync(pipe, 'this shop');
  expect(await backups.read()).toMatchObject({ state: 'none' });
});

it('aborts a backup that does not end by itself, and reports it', async () => {
  const notified: string[] = [];
  await openBackups(notified).startNow(portal.admin.id);
  await expect.poll(() => notified).toEqual(['now']);
});

it('keeps a thread free while reads of stored files hang, and refuses further ones', async () => {
  const blobs = createFolderBlobs(folders[0]!, { milliseconds: 300 });
  const reads = Promise.allSettled(Array.from({ length: 8 }, () => blobs.get('installation')));
  expect(await promisify(pbkdf2)('a', 'b', 1, 32, 'sha256')).toHaveLength(32);
  for (const read of await reads)
    expect(read).toMatchObject({ status: 'rejected', reason: { message: /does not answer/ } });
  await expect(blobs.check()).rejects.toThrow('does not answer');
  await letDiskRespond();
  await blobs.put('ab/cd', Buffer.from('paper'));
  expect((await blobs.get('ab/cd'))!.toString()).toBe('paper');
  const keys = [];
  for await (const key of blobs.list()) keys.push(key);
  expect(keys).toEqual([]);
});
