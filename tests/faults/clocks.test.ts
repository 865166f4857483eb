// One portal with a wrong clock beside one with the right clock, on one database: sessions, repeats, orders and money go on from one to the other as if
// both were right. The clocks are made wrong with libfaketime (Debian's `faketime`); without it nothing is run and nothing is claimed.
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { asOwner, useDatabase } from '../support/database.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { expectNothingWrong, newKey } from './money.ts';
import { makeCustomer, makeDataDir, type PortalProcess, signIn, startPortal } from './process.ts';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));
const flows = Number(process.env.CLOCK_FLOWS ?? 1);
const database = useDatabase();
const dataDir = makeDataDir();

/** Relative to now, or a moment at which the clock starts. */
const allClocks: Record<string, string> = {
  'an hour behind': '-1h',
  'an hour ahead': '+1h',
  'ten minutes behind': '-10m',
  'ten minutes ahead': '+10m',
  'before midnight in Dhaka': '@2026-12-31 17:59:55',
  'before a month ends': '@2027-01-31 17:59:55',
  'on 29 February': '@2028-02-29 12:00:00',
};
const clocks = Object.entries(allClocks).slice(0, flows > 1 ? undefined : 1);

/** Another machine's folder with the same keys and files. */
function copyKeysAndFiles(): string {
  const copy = makeDataDir();
  for (const name of ['keys', 'files'])
    if (existsSync(join(dataDir, name))) cpSync(join(dataDir, name), join(copy, name), { recursive: true });
  return copy;
}

async function runFlow(
  right: PortalProcess,
  wrong: PortalProcess,
  customer: Awaited<ReturnType<typeof makeCustomer>>,
) {
  const differences: string[] = [];
  const check = (what: string, is: unknown, should: unknown) => {
    if (JSON.stringify(is) !== JSON.stringify(should)) differences.push(`${what}: ${JSON.stringify(is)}`);
  };
  const { email, password, order } = customer;
  for (const [first, second, name] of [
    [wrong, right, 'signed in at the wrong one'],
    [right, wrong, 'signed in at the right one'],
  ] as const) {
    const { body: signed } = await first.call('POST', '/token/', { body: { username: email, password } });
    const see = async (portal: PortalProcess, token: string) =>
      (await portal.call('GET', '/account/transaction-summary/', { token })).status;
    check(`${name}, there`, await see(first, signed.access), 200);
    check(`${name}, at the other`, await see(second, signed.access), 200);
    const { status, body: renewed } = await second.call('POST', '/token/refresh/', {
      body: { refresh: signed.refresh },
    });
    check(`${name}, renewed at the other`, status, 200);
    // Within the grace period, whatever the clock says.
    const again = await first.call('POST', '/token/refresh/', { body: { refresh: signed.refresh } });
    check(`${name}, renewed twice`, again.body.refresh, renewed.refresh);
    check(`${name}, with the renewed token`, await see(first, renewed.access), 200);
    const headers = newKey();
    const placed = await first.call('POST', '/account/orders/', {
      token: renewed.access,
      headers,
      body: order,
    });
    const repeated = await second.call('POST', '/account/orders/', {
      token: renewed.access,
      headers,
      body: order,
    });
    check(`${name}, an order`, placed.status, 201);
    check(`${name}, the order repeated at the other`, repeated.body, placed.body);
    const cancelled = await second.call('POST', `/account/orders/${placed.body.id}/cancel/`, {
      token: renewed.access,
      headers: newKey(),
      body: {},
    });
    check(`${name}, the order cancelled`, cancelled.status, 200);
    await first.call('POST', '/token/logout/', { body: { refresh: renewed.refresh } });
    check(`${name}, signed out at the other`, await see(second, renewed.access), 401);
  }
  return differences;
}

it.skipIf(!library).each(clocks)(
  'a portal whose clock is %s',
  async (name, clock) => {
    const settings = { DATABASE_URL: database.ownerUrl };
    const right = await startPortal(dataDir, settings);
    const customer = await makeCustomer(right, '9000');
    // The same folder of keys and files, by a path of its own.
    const wrong = await startPortal(copyKeysAndFiles(), {
      ...settings,
      LD_PRELOAD: library!,
      FAKETIME: clock,
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_RESET: '1',
      PUBLIC_ORIGIN: right.origin,
    });
    const isWrong = Math.abs(
      Date.parse((await fetch(`${wrong.origin}/health/live/`)).headers.get('date') ?? '') - Date.now(),
    );
    expect(isWrong, 'milliseconds that the clock is wrong').toBeGreaterThan(300_000);
    const found: string[] = [];
    for (let flow = 0; flow < flows; flow += 1) {
      await asOwner(database.ownerUrl, 'delete from rate_limits');
      found.push(...(await runFlow(right, wrong, customer)));
    }
    recordCounts(`clock ${name}`, {
      clocks: 1,
      flows: 2 * flows,
      failures: found.length,
      wrongBySeconds: Math.round(isWrong / 1000),
    });
    expect([...new Set(found)]).toEqual([]);
    await expectNothingWrong(database.db);
    await signIn(wrong);
    await Promise.all([right.stop(), wrong.stop()]);
  },
  120_000 + flows * 5_000,
);
