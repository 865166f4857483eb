// The connection between portal and database fails in nine ways while requests are in flight: every response is right or says "try again" in time, the
// portal recovers by itself, and every acknowledged order exists exactly once.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPortal, type Portal } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { throughPooler } from '#server/platform/database/connect.ts';
import { createLog } from '#server/platform/log.ts';
import { orderBody, servicesByCode } from '../http/steps.ts';
import { type BadLine, type Fault, openBadLine } from '../support/bad-line.ts';
import { asOwner } from '../support/database.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { proofSeed, recordCounts, seededRandom } from '../support/proof-counts.ts';
import { startStopwatch } from '../support/stopwatch.ts';
import { expectNothingWrong, wait } from './money.ts';

const cuts = Number(process.env.LINE_CUTS ?? 1);
/** The default in a full run, shorter in `npm test`. */
const patienceSeconds = cuts > 1 ? 3 : 1;
/** Includes an allowance for a slow machine. */
const allowedMs = 1_000 * patienceSeconds + 1_500;
const portal = usePortal();
let line: BadLine;
let other: Portal;
let origin: string;
let person: Person;
let order: object;
let acknowledgedBefore = 0;

beforeAll(async () => {
  const target = new URL(portal.databaseUrl);
  line = await openBadLine({ host: target.hostname, port: Number(target.port) });
  other = await createPortal({
    config: readConfig({
      DATA_DIR: portal.dataDir,
      PORT: '0',
      PUBLIC_ORIGIN: portal.origin,
      DATABASE_POOL: '8',
      DATABASE_PATIENCE: String(patienceSeconds),
      DOCUMENT_WORKERS: '1',
      LOG_LEVEL: 'silent',
    }),
    databaseUrl: throughPooler(target.href, `127.0.0.1:${line.port}`),
    log: createLog('silent'),
  });
  person = await portal.customer();
  // Four orders of 150 taka for each cut of each fault.
  for (let sum = 0; sum < 600 * cuts * faults.length; sum += 49_000) await portal.topUp(person, '49000');
  order = orderBody((await servicesByCode(portal)).AB!);
  // Started last, because in its first five seconds each of its jobs runs and loses responses too.
  origin = `http://127.0.0.1:${await other.start()}`;
}, 60_000);
afterAll(async () => {
  line.become('none');
  await other.stop();
  line.close();
});

interface Outcome {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | null;
}

async function ask(method: string, path: string, key?: string): Promise<Outcome> {
  const stop = startStopwatch();
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${person.token}`,
      ...(key ? { 'Content-Type': 'application/json', 'Idempotency-Key': key } : {}),
    },
    ...(key ? { body: JSON.stringify(order) } : {}),
  });
  await answer.arrayBuffer();
  return {
    status: answer.status,
    ms: stop(),
    retryAfter: answer.headers.get('retry-after'),
  };
}

const faults: readonly Exclude<Fault, 'none'>[] = [
  'slow',
  'crawling',
  'torn',
  'silent',
  'silent-there',
  'silent-back',
  'half-open',
  'reset',
  'garbled',
];

it.each(faults)(
  'loses and doubles no order when the connection to the database fails: %s',
  async (fault) => {
    const random = seededRandom(proofSeed);
    const counts = {
      cuts: 0,
      calls: 0,
      answered: 0,
      busy: 0,
      late: 0,
      wrong: 0,
      slowestMs: 0,
      slowestRecoveryMs: 0,
    };
    const touchedBefore = line.touched();
    const keys: string[] = [];
    const judge = ({ status, ms, retryAfter }: Outcome) => {
      counts.calls += 1;
      counts.slowestMs = Math.max(counts.slowestMs, Math.round(ms));
      if (status === 200 || status === 201) counts.answered += 1;
      else if (status === 503 && Number(retryAfter) > 0) counts.busy += 1;
      else counts.wrong += 1;
      if (ms > allowedMs) counts.late += 1;
    };
    for (; counts.cuts < cuts; counts.cuts += 1) {
      const { body } = await portal.signIn(person.email, person.password);
      person.token = body.access;
      const mine = Array.from({ length: 4 }, () => randomUUID());
      keys.push(...mine);
      const work = [
        ...mine.map((key) => ask('POST', '/account/orders/', key)),
        ...Array.from({ length: 4 }, () => ask('GET', '/account/transaction-summary/')),
      ];
      // Hits any moment of the orders, including the commit.
      await wait(random() * 30);
      line.become(fault);
      const during = Array.from({ length: 4 }, () => ask('GET', '/account/orders/'));
      for (const outcome of await Promise.all([...work, ...during])) judge(outcome);
      line.become('none');
      const stop = startStopwatch();
      const back = performance.now();
      for (const key of mine) {
        // A retry with the same key returns the first response or places the order now.
        for (;;) {
          const { status } = await ask('POST', '/account/orders/', key);
          if (status === 201) break;
          expect(status).toBe(503);
          expect(performance.now() - back, 'milliseconds until the portal recovered').toBeLessThan(15_000);
          await wait(50);
        }
      }
      counts.slowestRecoveryMs = Math.max(counts.slowestRecoveryMs, Math.round(stop()));
    }
    const [stored] = await asOwner<{ orders: number; holds: number }>(
      portal.ownerUrl,
      `select (select count(*)::int from orders where customer_id = $1) as orders,
              (select count(*)::int from ledger_transfers where user_id = $1 and kind = 'hold') as holds`,
      [person.id],
    );
    const acknowledged = acknowledgedBefore + keys.length;
    acknowledgedBefore = acknowledged;
    const touched = line.touched() - touchedBefore;
    recordCounts(`line: ${fault}`, {
      ...counts,
      touched,
      lost: Math.max(0, acknowledged - stored!.orders),
      doubled: Math.max(0, stored!.orders - acknowledged),
    });
    expect(touched).toBeGreaterThan(0);
    expect(stored).toEqual({ orders: acknowledged, holds: acknowledged });
    expect(counts).toMatchObject({ late: 0, wrong: 0 });
    expect(counts.slowestRecoveryMs).toBeLessThan(5_000 + 1_500);
  },
  60_000 + cuts * 15_000,
);

it('leaves the books balanced and no busy connection behind', async () => {
  await expectNothingWrong(portal.db);
  await expect
    .poll(
      async () =>
        (
          await asOwner<{ n: number }>(
            portal.ownerUrl,
            `select count(*)::int as n from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
               and backend_type = 'client backend'`,
          )
        )[0]!.n,
      // A transaction whose connection failed may stay idle for 20 s.
      { timeout: 25_000 },
    )
    .toBe(0);
});
