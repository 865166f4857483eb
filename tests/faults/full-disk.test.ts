// The disk fills up while orders are placed, FULL_DISKS times: every request gets "try again", no confirmed order is lost or doubled, and the shop recovers
// by itself when there is room again.
import { appendFileSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { findRunningDatabase } from '#server/platform/database/embedded.ts';
import { asOwner } from '../support/database.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { insist, newKey, wait } from './money.ts';
import { makeCustomer, run, signIn, startPortal } from './process.ts';

const rounds = Number(process.env.FULL_DISKS ?? 2);
const clients = 8;

let disk: SmallDisk | undefined;
afterEach(() => {
  disk?.remove();
  disk = undefined;
});

/** Fills the disk. @returns the file that takes up the space */
function fill(folder: string): string {
  const { bavail, bsize } = statfsSync(folder);
  const ballast = join(folder, 'ballast');
  try {
    appendFileSync(ballast, Buffer.alloc(bavail * bsize));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  }
  return ballast;
}

const databaseProcess = (dataDir: string) =>
  readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0];

/** Switches log segments until none can be created. @returns when the database has stopped */
async function endLogSegments(url: string): Promise<void> {
  for (let segment = 0; segment < 50; segment += 1) {
    const switched = await asOwner(
      url,
      `select pg_logical_emit_message(true, 'end', 'segment'), pg_switch_wal()`,
    )
      .then(() => true)
      .catch(() => false);
    if (!switched) return;
  }
  throw new Error('the log did not come to its end');
}

it.skipIf(!canMount)(
  'loses no confirmed order and asks clients to retry when the disk is full, even at the end of the log',
  async () => {
    // A restarted database keeps its 16 MB log segments for some time.
    disk = mountSmallDisk(192 + 16 * rounds);
    const dataDir = join(disk.folder, 'data');
    const portal = await startPortal(dataDir, { LOG_LEVEL: 'silent' });
    const customer = await makeCustomer(portal, '9000000');
    const counts = {
      rounds: 0,
      'databases started again': 0,
      confirmed: 0,
      'told to try again': 0,
      lost: 0,
      differs: 0,
      slowestBackMs: 0,
    };
    /** The confirmed order of each key. */
    const confirmed = new Map<string, number>();
    const unexpected: unknown[] = [];
    let isOver = false;
    const place = (headers: Record<string, string>) =>
      portal.call('POST', '/account/orders/', { token: customer.access, body: customer.order, headers });
    const placing = Promise.all(
      Array.from({ length: clients }, async () => {
        while (!isOver) {
          const headers = newKey();
          const { answer } = await insist(async () => {
            const tried = await place(headers);
            if (tried.status === 503) counts['told to try again'] += 1;
            else if (tried.status !== 201) unexpected.push(tried);
            return tried;
          }, Date.now() + 120_000);
          if (answer.status === 201) confirmed.set(headers['Idempotency-Key'], answer.body.id);
          else if (answer.status === 401)
            customer.access = (await signIn(portal, customer.email, customer.password)).access;
        }
      }),
    );

    for (let round = 0; round < rounds; round += 1) {
      await wait(500);
      const toldBefore = counts['told to try again'];
      const ballast = fill(disk.folder);
      const server = findRunningDatabase(dataDir)!;
      const pid = databaseProcess(dataDir);
      // A log that cannot grow stops the whole database; otherwise only single statements fail.
      if (round % 2 === 1) await endLogSegments(server);
      while (counts['told to try again'] === toldBefore) {
        await wait(20);
        fill(disk.folder);
      }
      expect(counts['told to try again']).toBeGreaterThan(toldBefore);
      await wait(1000);
      rmSync(ballast, { force: true });
      const began = performance.now();
      const before = confirmed.size;
      while (confirmed.size === before) {
        expect(performance.now() - began).toBeLessThan(90_000);
        await wait(20);
      }
      counts.slowestBackMs = Math.max(counts.slowestBackMs, Math.round(performance.now() - began));
      if (databaseProcess(dataDir) !== pid) counts['databases started again'] += 1;
      counts.rounds += 1;
    }
    await wait(500);
    isOver = true;
    await placing;
    counts.confirmed = confirmed.size;

    const admin = await signIn(portal);
    const kept = new Set<number>();
    for (let page = 1, more = true; more; page += 1) {
      const { body } = await portal.call('GET', `/account/orders/?page_size=100&page=${page}`, {
        token: admin.access,
      });
      for (const order of body.results) kept.add(order.id);
      more = body.results.length === 100;
    }
    counts.lost = [...confirmed.values()].filter((id) => !kept.has(id)).length;
    expect(kept.size).toBe(confirmed.size);
    for (const [key, id] of [...confirmed].slice(-20))
      if ((await place({ 'Idempotency-Key': key })).body.id !== id) counts.differs += 1;
    const { stdout } = await run('audit-ledger.ts', { DATA_DIR: dataDir });
    recordCounts('full disks', counts);
    expect(stdout).toMatch(/^The books balance/);
    expect(unexpected).toEqual([]);
    expect(counts).toMatchObject({ lost: 0, differs: 0 });
    // More restarts are possible if another round happened to reach the end of a segment.
    expect(counts['databases started again']).toBeGreaterThanOrEqual(Math.floor(rounds / 2));
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
  },
  180_000 + rounds * 60_000,
);
