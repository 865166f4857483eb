// Lists and reports served from a streaming replica include changes made a moment ago, whether the replica keeps up, lags or dies.
import { expect, it } from 'vitest';
import { asOwner } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { addressAt, makeReplica } from '../support/streaming-replica.ts';
import { wait } from './money.ts';
import {
  databaseProcesses,
  makeCustomer,
  makeDataDir,
  type PortalProcess,
  signIn,
  startPortal,
} from './process.ts';

const rounds = Number(process.env.REPLICA_ROUNDS ?? 15);
const metricsToken = 'a token for the metrics of this test';

async function readMetric(portal: PortalProcess, name: string): Promise<number | undefined> {
  const { body } = await portal.call('GET', '/metrics', { token: metricsToken });
  const line = (body as string).split('\n').find((text) => text.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}
const readsOf = async (portal: PortalProcess, server: 'primary' | 'replica') =>
  (await readMetric(portal, `reads_by_server_total{server="${server}"}`)) ?? 0;

it('keeps lists up to date with a replica that keeps up, lags, hangs or dies', {
  timeout: 180_000,
}, async () => {
  const [dataDir, folder, port] = [makeDataDir(), makeDataDir(), await freePort()];
  let portal = await startPortal(dataDir);
  const customer = await makeCustomer(portal, '1000');
  expect(await portal.stop()).toEqual({ code: 0, signal: null });
  const replica = await makeReplica(dataDir, folder, port);
  portal = await startPortal(dataDir, {
    DATABASE_REPLICA: `127.0.0.1:${port}`,
    METRICS_TOKEN: metricsToken,
  });
  const owner = await signIn(portal);
  const { access } = await signIn(portal, customer.email, customer.password);
  const read = (path: string) => portal.call('GET', path, { token: owner.access });
  const counts = {
    done: 0,
    missing: 0,
    fromReplica: 0,
    fromPrimary: 0,
    unanswered: 0,
    longestWhileFrozenMs: 0,
  };

  /** Makes recharges and orders, and immediately looks for each in the lists. */
  async function tryLists(times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      counts.done += 1;
      const amount = `${counts.done + 200}.00`;
      const paid = await portal.call('POST', '/account/transactions/create/', {
        token: owner.access,
        body: { user: customer.id, amount },
      });
      const placed = await portal.call('POST', '/account/orders/', {
        token: access,
        body: customer.order,
      });
      expect([paid.status, placed.status]).toEqual([201, 201]);
      const [listed, orders, log] = await Promise.all([
        read('/account/transactions/'),
        read('/account/orders/'),
        read(`/account/activity/?user=${customer.id}`),
      ]);
      counts.unanswered += [listed, orders, log].filter(({ status }) => status !== 200).length;
      if (Number(listed.body.results[0].amount) !== Number(amount)) counts.missing += 1;
      if (orders.body.results[0].id !== placed.body.id) counts.missing += 1;
      if (log.body.results.length === 0) counts.missing += 1;
    }
  }
  const health = async () => {
    const { body } = await portal.call('GET', '/account/checkup/', { token: owner.access });
    return body.results.find(({ name }: { name: string }) => name === 'replica');
  };

  // The replica is not there yet: the primary serves the reads.
  await tryLists(2);
  expect([await readsOf(portal, 'replica'), await readMetric(portal, 'replica_lag_seconds')]).toEqual([
    0,
    undefined,
  ]);
  expect(await readsOf(portal, 'primary')).toBeGreaterThan(0);
  expect(await health()).toMatchObject({ state: 'look', finding: { en: 'does not answer' } });

  await replica.start();
  for (const end = Date.now() + 30_000; (await readsOf(portal, 'replica')) === 0; await wait(200)) {
    expect(Date.now()).toBeLessThan(end);
    await read('/account/transactions/');
  }
  const before = await readsOf(portal, 'primary');
  await tryLists(rounds);
  counts.fromReplica = await readsOf(portal, 'replica');
  expect(counts.fromReplica).toBeGreaterThanOrEqual(rounds * 3);
  expect((await readsOf(portal, 'primary')) - before).toBe(0);
  expect(await readMetric(portal, 'replica_lag_seconds')).toBeLessThan(5);

  // The replica stops receiving changes.
  const address = addressAt(dataDir, port);
  await asOwner(address, 'select pg_wal_replay_pause()');
  await tryLists(5);
  expect(await readMetric(portal, 'replica_lag_seconds')).toBeGreaterThan(0);
  counts.fromPrimary = await readsOf(portal, 'primary');
  expect(counts.fromPrimary).toBeGreaterThan(before);
  await asOwner(address, 'select pg_wal_replay_resume()');
  await wait(2_500);
  const held = await readsOf(portal, 'replica');
  await tryLists(3);
  expect(await readsOf(portal, 'replica')).toBeGreaterThan(held);

  // The replica hangs: reads fall back to the primary.
  replica.freeze();
  const frozenAt = performance.now();
  await tryLists(3);
  counts.longestWhileFrozenMs = Math.round(performance.now() - frozenAt);
  expect(await readMetric(portal, 'replica_lag_seconds')).toBeUndefined();
  replica.thaw();
  await wait(2_500);
  await tryLists(2);

  // The replica dies during reads: clients are asked to retry.
  const reading = Promise.all(
    Array.from({ length: 40 }, async (_, i) => {
      await wait(i * 10);
      return (await read('/account/transactions/')).status;
    }),
  );
  await wait(100);
  await replica.kill();
  for (const status of await reading) expect([200, 503]).toContain(status);
  await tryLists(3);

  recordCounts('replica', counts);
  expect(counts).toMatchObject({ missing: 0, unanswered: 0 });
  expect(await portal.stop()).toEqual({ code: 0, signal: null });
  expect(databaseProcesses(folder)).toEqual([]);
});
