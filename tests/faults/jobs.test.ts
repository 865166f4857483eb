// Ten thousand tasks fall due while the processes that run them are killed and the connection to the database is cut: each is done exactly once.
// JOBS, JOB_KILLS and JOB_CUTS set the numbers.
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, it } from 'vitest';
import { throughPooler } from '#server/platform/database/connect.ts';
import { type BadLine, openBadLine } from '../support/bad-line.ts';
import { asOwner, useDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { expectNothingWrong, newKey, wait } from './money.ts';
import { makeCustomer, makeDataDir, type PortalProcess, startPortal } from './process.ts';

const jobs = Number(process.env.JOBS ?? 400);
const kills = Number(process.env.JOB_KILLS ?? 2);
const cuts = Number(process.env.JOB_CUTS ?? 1);
const names = ['tell of woken orders', 'report overdue orders'];
const database = useDatabase();

/** Half of them are orders that wake, the other half orders whose time is over; they fall due within that time, a heap every three seconds. */
async function plant(orderId: number, staffId: number, seconds: number): Promise<void> {
  const columns = (
    await asOwner<{ name: string }>(
      database.ownerUrl,
      `select column_name as name from information_schema.columns
        where table_name = 'orders' and is_generated = 'NEVER' and column_name not in ('id', 'price_paisa', 'hold_id', 'due_on', 'snoozed_until')`,
    )
  ).map(({ name }) => name);
  await asOwner(
    database.ownerUrl,
    `insert into orders (${columns.join()}, price_paisa, hold_id, due_on, snoozed_until)
     select ${columns.map((name) => `o.${name}`).join()}, 0, null,
            case when n % 2 = 0 then now() + interval '1 year' else now() + ceil(n * $3::float8 / $2 / 3) * 3 * interval '1 second' end,
            case when n % 2 = 0 then now() + ceil(n * $3::float8 / $2 / 3) * 3 * interval '1 second' end
       from orders o, generate_series(1, $2) n where o.id = $1`,
    [orderId, jobs, seconds],
  );
  await asOwner(
    database.ownerUrl,
    `insert into order_wakes (order_id, set_by, wakes_at) select id, $1, snoozed_until from orders where snoozed_until is not null`,
    [staffId],
  );
  // Each woken order also sends a mail.
  await asOwner(
    database.ownerUrl,
    `insert into notice_choices (user_id, kind, in_bell, by_mail) values ($1, 'order_woken', true, true)`,
    [staffId],
  );
}

const countLeft = async () =>
  (
    await asOwner<{ count: number }>(
      database.ownerUrl,
      `select (select count(*) from order_wakes) + (select count(*) from orders where price_paisa = 0 and snoozed_until is null and not overdue_told)
            + (select count(*) from mails) as count`,
    )
  )[0]!.count;

/** Keeps both jobs due, so that one is always running somewhere. @returns functions that count the running jobs and stop this */
async function keepDue() {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  let isOver = false;
  const keeping = (async () => {
    while (!isOver) {
      await client.query('update jobs set next_run_at = now() where name = any($1)', [names]);
      await wait(20);
    }
  })();
  return {
    atWork: async () =>
      (
        await asOwner(database.ownerUrl, 'select 1 from jobs where lease_id is not null and name = any($1)', [
          names,
        ])
      ).length,
    async end() {
      isOver = true;
      await keeping;
      await client.end();
    },
  };
}

it(
  'does each due task exactly once while processes are killed and the database is cut off',
  async () => {
    const first = makeDataDir();
    const target = new URL(database.ownerUrl);
    const line: BadLine = await openBadLine({ host: target.hostname, port: Number(target.port) });
    const settings = {
      DATABASE_URL: throughPooler(database.ownerUrl, `127.0.0.1:${line.port}`),
      PUBLIC_ORIGIN: 'http://localhost:3999',
      LOG_LEVEL: 'silent',
    };
    const folders = [first, makeDataDir(), makeDataDir()];
    const start = async (at: number): Promise<PortalProcess> =>
      startPortal(folders[at]!, { ...settings, PORT: String(await freePort()) });
    const opened = await start(0);
    const customer = await makeCustomer(opened, '9000');
    const placed = await opened.call('POST', '/account/orders/', {
      token: customer.access,
      headers: newKey(),
      body: customer.order,
    });
    expect(placed.status).toBe(201);
    await opened.stop();
    for (const folder of folders.slice(1))
      for (const name of ['keys', 'files'])
        cpSync(join(first, name), join(folder, name), { recursive: true });

    const seconds = Math.max(8, kills * 3.5);
    await plant(placed.body.id, customer.admin.id, seconds);
    const due = await keepDue();
    const counts = { jobs, kills: 0, killedAtWork: 0, cuts: 0, cutAtWork: 0 };
    const shift = async (at: number) => {
      while (counts.kills < kills) {
        const portal = await start(at).catch(() => undefined);
        // Its start may have been cut off.
        if (!portal) continue;
        for (const until = Date.now() + 6_000; Date.now() < until && (await due.atWork()) === 0; )
          await wait(5);
        await wait(Math.random() * 60);
        if (counts.kills >= kills) return portal;
        counts.kills += 1;
        if ((await due.atWork()) > 0) counts.killedAtWork += 1;
        await portal.stop('SIGKILL');
      }
      return undefined;
    };
    const cutting = (async () => {
      while (counts.cuts < cuts) {
        await wait((seconds * 1_000) / (cuts + 1));
        counts.cuts += 1;
        if ((await due.atWork()) > 0) counts.cutAtWork += 1;
        line.become('reset');
        await wait(300);
        line.become('none');
      }
    })();
    const left = await Promise.all([shift(0), shift(1), shift(2)]);
    await cutting;
    await due.end();
    // The faults end here; the remaining tasks must be done without help.
    const portals = await Promise.all(left.map((portal, at) => portal ?? start(at)));
    const recovered = Date.now();
    await expect.poll(countLeft, { timeout: 300_000, interval: 200 }).toBe('0');
    const afterSeconds = Math.round((Date.now() - recovered) / 1_000);
    await Promise.all(portals.map((portal) => portal.stop()));
    line.close();

    const notices = await asOwner<{ kind: string; objects: number; rows: number }>(
      database.ownerUrl,
      `select kind, count(distinct object_id)::int as objects, count(*)::int as rows from notices
        where kind in ('order_woken', 'order_overdue') and user_id = $1 group by kind order by kind`,
      [customer.admin.id],
    );
    const mails = folders
      .map((folder) => join(folder, 'outbox'))
      .filter(existsSync)
      .flatMap((outbox) => readdirSync(outbox).map((name) => join(outbox, name)))
      .filter((path) => path.endsWith('.eml'))
      .map((path) => /orders\/details\/(\d+)/.exec(readFileSync(path, 'utf8'))?.[1])
      .filter((id) => id !== undefined);
    const mailed = new Set(mails);
    recordCounts('jobs', {
      ...counts,
      afterSeconds,
      done: notices.reduce((sum, { objects }) => sum + objects, 0),
      twice: notices.reduce((sum, { objects, rows }) => sum + rows - objects, 0),
      mails: mailed.size,
      mailsTwice: mails.length - mailed.size,
    });
    expect(notices).toEqual([
      { kind: 'order_overdue', objects: jobs / 2, rows: jobs / 2 },
      { kind: 'order_woken', objects: jobs / 2, rows: jobs / 2 },
    ]);
    // No mail is lost; one that was being sent when its process was killed may arrive twice.
    expect(mailed.size).toBe(jobs / 2);
    expect(mails.length - mailed.size).toBeLessThanOrEqual(counts.kills + counts.cuts);
    expect(afterSeconds).toBeLessThanOrEqual(60);
    await expectNothingWrong(database.db);
  },
  180_000 + kills * 10_000,
);
