// The database is killed with kill -9, DATABASE_KILLS times, while 32 clients place orders: every confirmed order exists, once per key, and the books
// balance.
import { chmod, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findRunningDatabase } from '#server/platform/database/embedded.ts';
import { asOwner } from '../support/database.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { newKey, wait } from './money.ts';
import {
  databaseProcesses,
  makeCustomers,
  makeDataDir,
  type PortalProcess,
  run,
  signIn,
  startPortal,
} from './process.ts';

/** Lines of the server's PID file: process, folder, start time, port. */
const readServer = async (dataDir: string) =>
  (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');

/** Listens on the port as soon as it is free. @returns a function that releases it */
async function takePort(port: number): Promise<() => void> {
  for (;;) {
    const server = createServer();
    const isMine = await new Promise<boolean>((done) => {
      server.once('error', () => done(false)).listen(port, '127.0.0.1', () => done(true));
    });
    if (isMine) return () => server.close();
    await wait(1);
  }
}

/** Uses a connection of its own, because the portal's may be older. */
const checkBooksBalance = async (dataDir: string) => {
  const { stdout } = await run('audit-ledger.ts', { DATA_DIR: dataDir });
  return stdout.startsWith('The books balance');
};

describe('a database', () => {
  let dataDir: string;
  let portal: PortalProcess;
  beforeAll(async () => {
    dataDir = makeDataDir();
    portal = await startPortal(dataDir);
  });
  afterAll(() => portal.stop());

  it('comes back when another program takes its port while it is down', async () => {
    const [killed, , , port] = await readServer(dataDir);
    process.kill(Number(killed), 'SIGKILL');
    const giveBack = await takePort(Number(port));
    try {
      await expect.poll(async () => (await readServer(dataDir))[0]).not.toBe(killed);
      await expect.poll(async () => (await portal.call('GET', '/health/ready')).status).toBe(200);
      await signIn(portal);
    } finally {
      giveBack();
    }
  });

  it('comes back when its socket was deleted, whether it was running or down', async () => {
    for (const isDown of [true, false]) {
      const [pid, , , , sockets] = await readServer(dataDir);
      await rm(sockets!, { recursive: true });
      if (isDown) process.kill(Number(pid), 'SIGKILL');
      await expect.poll(() => checkBooksBalance(dataDir), { timeout: 40_000, interval: 1_000 }).toBe(true);
      await expect.poll(async () => (await portal.call('GET', '/health/ready')).status).toBe(200);
    }
  }, 120_000);

  it('comes back when recovery fails at first after one of its processes was killed, and the failure is logged', async () => {
    const [server] = await readServer(dataDir);
    const [checkpointer] = await asOwner<{ pid: number }>(
      findRunningDatabase(dataDir)!,
      `select pid from pg_stat_activity where backend_type = 'checkpointer'`,
    );
    const log = join(dataDir, 'postgres/pg_wal');
    await chmod(log, 0o000);
    process.kill(checkpointer!.pid, 'SIGKILL');
    await expect.poll(() => databaseProcesses(dataDir)).not.toContain(Number(server));
    await expect
      .poll(portal.stderr)
      .toMatch(
        /"why":"[^"]*it has no right to its folder[^"]*","msg":"the embedded database has not started again"/,
      );
    await chmod(log, 0o700);
    await expect.poll(async () => (await portal.call('GET', '/health/ready')).status).toBe(200);
    await signIn(portal);
  });
});

const kills = Number(process.env.DATABASE_KILLS ?? 1);
const clients = 32;

it(
  'loses no confirmed order and doubles none when the database is killed repeatedly',
  async () => {
    const dataDir = makeDataDir();
    const portal = await startPortal(dataDir, { LOG_LEVEL: 'silent', DATABASE_POOL: '16' });
    const customers = await makeCustomers(portal, 8, '900000');
    let admin = await signIn(portal);
    const serverOf = async () => Number((await readServer(dataDir))[0]);

    const counts = { kills: 0, confirmed: 0, interrupted: 0, repeatedDiffers: 0, lost: 0, slowestBackMs: 0 };
    /** The confirmed order of each key. */
    const confirmed = new Map<string, number>();
    const ownerOf = new Map<string, number>();
    let isOver = false;
    const place = async (client: number) => {
      const customer = customers[client % customers.length]!;
      while (!isOver) {
        const headers = newKey();
        // Retries with the same key until there is a response: a client cannot know whether its order was placed.
        for (let tries = 0; ; tries += 1) {
          const answer = await portal
            .call('POST', '/account/orders/', { token: customer.access, body: customer.order, headers })
            .catch(() => undefined);
          if (answer?.status === 201) {
            confirmed.set(headers['Idempotency-Key'], answer.body.id);
            ownerOf.set(headers['Idempotency-Key'], client % customers.length);
            break;
          }
          if (answer?.status === 401)
            customer.access = (await signIn(portal, customer.email, customer.password)).access;
          else if (answer && answer.status !== 503) throw new Error(`an order answered ${answer.status}`);
          counts.interrupted += 1;
          if (tries > 600) throw new Error('no answer for an order');
          await wait(100);
        }
      }
    };
    const working = Promise.all(Array.from({ length: clients }, (_, client) => place(client)));
    for (let kill = 0; kill < kills; kill += 1) {
      await wait(300 + ((kill * 137) % 900));
      const killed = await serverOf();
      process.kill(killed, 'SIGKILL');
      counts.kills += 1;
      const began = performance.now();
      // The database is back once a new server confirms orders; responses that were already in flight do not count.
      while ((await serverOf().catch(() => killed)) === killed) await wait(20);
      const before = confirmed.size;
      while (confirmed.size === before) await wait(20);
      counts.slowestBackMs = Math.max(counts.slowestBackMs, Math.round(performance.now() - began));
    }
    await wait(500);
    isOver = true;
    await working;
    counts.confirmed = confirmed.size;

    admin = await signIn(portal);
    const kept = new Set<number>();
    let listed = 0;
    for (let page = 1; ; page += 1) {
      const { body } = await portal.call('GET', `/account/orders/?page_size=100&page=${page}`, {
        token: admin.access,
      });
      listed += body.results.length;
      for (const order of body.results) kept.add(order.id);
      if (body.results.length < 100) break;
    }
    counts.lost = [...confirmed.values()].filter((id) => !kept.has(id)).length;
    // Exactly one order for each key.
    expect(new Set(confirmed.values()).size).toBe(confirmed.size);
    expect([listed, kept.size]).toEqual([confirmed.size, confirmed.size]);
    // A repeated key returns the same response as before.
    for (const [key, id] of [...confirmed].slice(-20)) {
      const customer = customers[ownerOf.get(key)!]!;
      const { body } = await portal.call('POST', '/account/orders/', {
        token: customer.access,
        body: customer.order,
        headers: { 'Idempotency-Key': key },
      });
      if (body.id !== id) counts.repeatedDiffers += 1;
    }
    const { stdout } = await run('audit-ledger.ts', { DATA_DIR: dataDir });
    recordCounts('kills of the database', counts);
    expect(stdout).toMatch(/^The books balance/);
    expect(counts).toMatchObject({ lost: 0, repeatedDiffers: 0 });
    expect(counts.interrupted).toBeGreaterThan(0);
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
  },
  120_000 + kills * 60_000,
);
