// Two portals share a database, and one has a wrong clock: sessions, retries, orders and money work across both as if both were right. libfaketime
// (Debian's `faketime`) makes the clocks wrong; without it the tests are skipped.
import { cpSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useBkash } from '../support/bkash.ts';
import { asOwner, useDatabase } from '../support/database.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { expectNothingWrong, insist, newKey } from './money.ts';
import { makeCustomer, makeDataDir, type PortalProcess, signIn, startPortal } from './process.ts';

const library = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((file) => existsSync(file));
const flows = Number(process.env.CLOCK_FLOWS ?? 1);
const bkash = useBkash();
const database = useDatabase();
const dataDir = makeDataDir();

/** An offset from now, or the moment at which the clock starts. */
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

/** Makes another machine's folder with the same keys and files. */
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
    // Within the grace period, regardless of the clock.
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

/** Lets this portal's sweep and jobs do their work: settle an abandoned payment and announce a woken order. */
async function runAlone(
  portal: PortalProcess,
  { email, password, order, admin }: Awaited<ReturnType<typeof makeCustomer>>,
): Promise<string[]> {
  const { access: token } = await signIn(portal, email, password);
  const balanceOf = async () =>
    Number((await portal.call('GET', '/account/transaction-summary/', { token })).body.current_balance);
  const before = await balanceOf();
  const { answer } = await insist(() =>
    portal.call('POST', '/payment/bkash/create/', { token, headers: newKey(), body: { amount: '100' } }),
  );
  await bkash.press(answer.body.payment_id, 'pay');
  const placed = await portal.call('POST', '/account/orders/', { token, headers: newKey(), body: order });
  await asOwner(
    database.ownerUrl,
    `with woken as (update orders set snoozed_until = now() where id = $1 returning id, snoozed_until)
     insert into order_wakes (order_id, set_by, wakes_at) select id, $2, snoozed_until from woken`,
    [placed.body.id, admin.id],
  );
  const isDone = async () => {
    const [row] = await asOwner<{ is_settled: boolean; told: number }>(
      database.ownerUrl,
      `with due as (update jobs set next_run_at = now() where name in ('tell of woken orders', 'settle payments')),
            asked as (update payments set next_check_at = now() where provider_payment_id = $1 and state = 'redirected')
       select (select state = 'completed' from payments where provider_payment_id = $1) as is_settled,
              (select count(*)::int from notices where kind = 'order_woken' and object_id = $2) as told`,
      [answer.body.payment_id, String(placed.body.id)],
    );
    return row!.is_settled && row!.told > 0 ? row!.told : 0;
  };
  await expect.poll(isDone, { timeout: 60_000, interval: 200 }).toBe(1);
  await portal.call('POST', `/account/orders/${placed.body.id}/cancel/`, {
    token,
    headers: newKey(),
    body: {},
  });
  const credited = (await balanceOf()) - before;
  return credited === 100 ? [] : [`credited ${credited} instead of 100`];
}

const settings = () => ({
  ...bkash.settings,
  DATABASE_URL: database.ownerUrl,
  PAYMENT_SWEEP_SECONDS: '0.5',
});

const wrongClock = {
  LD_PRELOAD: library ?? '',
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
  FAKETIME_DONT_RESET: '1',
};

/** In milliseconds. */
const wrongnessOf = async (portal: PortalProcess) =>
  Date.parse((await fetch(`${portal.origin}/health/live/`)).headers.get('date') ?? '') - Date.now();

it.skipIf(!library).each(clocks)(
  'behaves correctly when one portal’s clock is %s (needs faketime)',
  async (name, clock) => {
    const right = await startPortal(dataDir, settings());
    const customer = await makeCustomer(right, '9000');
    // The same keys and files under a path of its own.
    const wrong = await startPortal(copyKeysAndFiles(), {
      ...settings(),
      ...wrongClock,
      FAKETIME: clock,
      PUBLIC_ORIGIN: right.origin,
    });
    const isWrong = Math.abs(await wrongnessOf(wrong));
    expect(isWrong, 'milliseconds that the clock is wrong').toBeGreaterThan(300_000);
    const found: string[] = [];
    for (let flow = 0; flow < flows; flow += 1) {
      await asOwner(database.ownerUrl, 'delete from rate_limits');
      found.push(...(await runFlow(right, wrong, customer)));
    }
    await right.stop();
    found.push(...(await runAlone(wrong, customer)));
    recordCounts(`clock ${name}`, {
      clocks: 1,
      flows: 2 * flows,
      sweptPayments: 1,
      jobs: 1,
      failures: found.length,
      wrongBySeconds: Math.round(isWrong / 1000),
    });
    expect([...new Set(found)]).toEqual([]);
    await expectNothingWrong(database.db);
    await signIn(wrong);
    await wrong.stop();
  },
  120_000 + flows * 5_000,
);

it.skipIf(!library)(
  'behaves correctly when one portal’s clock jumps while it runs (needs faketime)',
  async () => {
    const right = await startPortal(dataDir, settings());
    const customer = await makeCustomer(right, '9000');
    const file = join(makeDataDir(), 'clock');
    const set = (clock: string) => writeFileSync(file, `${clock}\n`);
    set('+0');
    const jumping = await startPortal(copyKeysAndFiles(), {
      ...settings(),
      ...wrongClock,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      PUBLIC_ORIGIN: right.origin,
    });
    const counts = { jumps: 0, flows: 0, sweptPayments: 0, failures: 0, widestSeconds: 0 };
    const found: string[] = [];
    let at = 0;
    const jump = async () => {
      const clock = ['+10m', '-10m', '+0', '-1h', '+1h', '-10m', '+10m'][at++ % 7]!;
      set(clock);
      counts.jumps += 1;
      counts.widestSeconds = Math.max(
        counts.widestSeconds,
        Math.round(Math.abs(await wrongnessOf(jumping)) / 1000),
      );
    };
    for (let flow = 0; flow < flows; flow += 1) {
      await asOwner(database.ownerUrl, 'delete from rate_limits');
      let isOver = false;
      const jumps = (async () => {
        while (!isOver) {
          await jump();
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      })();
      found.push(...(await runFlow(right, jumping, customer)));
      isOver = true;
      await jumps;
      counts.flows += 2;
    }
    await right.stop();
    for (let round = 0; round < Math.min(flows, 7); round += 1) {
      await jump();
      found.push(...(await runAlone(jumping, customer)));
      counts.sweptPayments += 1;
    }
    counts.failures = found.length;
    recordCounts('clock that jumps', counts);
    expect([...new Set(found)]).toEqual([]);
    expect(counts.widestSeconds).toBeGreaterThan(300);
    await expectNothingWrong(database.db);
    await jumping.stop();
  },
  120_000 + flows * 15_000,
);
