// Four portals share a database and an object store: a client whose every request goes to another portal notices nothing, and news reaches the clients of
// all. Measures the orders per second of one, two and four portals and of a shop with one hot row, each for PROCESS_SECONDS.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import WebSocket from 'ws';
import { hello } from '#contract/live/rules.ts';
import { type ObjectStore, startObjectStore, storeKeys } from '../../scripts/object-store.ts';
import { dataForm } from '../http/steps.ts';
import { useDatabase } from '../support/database.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { expectNothingWrong, insist, newKey, nidBody, wait } from './money.ts';
import { makeCustomer, makeCustomers, makeDataDir, type PortalProcess, startPortal } from './process.ts';

const seconds = Number(process.env.PROCESS_SECONDS ?? 0);
const clients = 8;
const database = useDatabase();
const portals: PortalProcess[] = [];
let store: ObjectStore | undefined;
afterAll(() => store?.stop());

const folders: string[] = [];
let settings: Record<string, string> = {};
const startOne = async (at: number) => {
  portals[at] = await startPortal(folders[at]!, settings);
};

async function startAll(): Promise<void> {
  store = await startObjectStore();
  settings = {
    DATABASE_URL: database.ownerUrl,
    DATABASE_POOL: '8',
    STORAGE_URL: store.url,
    STORAGE_ACCESS_KEY: storeKeys.access,
    STORAGE_SECRET_KEY: storeKeys.secret,
    PUBLIC_ORIGIN: 'http://localhost:3999',
    LOG_LEVEL: 'silent',
    APPROVAL_SUM: '100000000',
  };
  for (let at = 0; at < 4; at += 1) {
    folders.push(makeDataDir());
    if (at > 0) cpSync(join(folders[0]!, 'keys'), join(folders[at]!, 'keys'), { recursive: true });
    await startOne(at);
  }
}

let turn = 0;
/** Sends each request to the next portal. */
const call: PortalProcess['call'] = (...given) => portals[turn++ % portals.length]!.call(...given);

/** Customers and staff can continue their work at another process. */
async function sendAround(): Promise<void> {
  const rounds = 25;
  let steps = 0;
  const done = (what: string, status: number, wanted: number) => {
    steps += 1;
    expect(`${what}: ${status}`).toBe(`${what}: ${wanted}`);
  };
  const customer = await makeCustomer(portals[0]!, '90000');
  const admin = customer.admin.access;
  let { access: token, refresh } = customer;
  for (let round = 0; round < rounds; round += 1) {
    const renewed = await call('POST', '/token/refresh/', { body: { refresh } });
    done('a session is renewed', renewed.status, 200);
    ({ access: token, refresh } = renewed.body);
    const headers = newKey();
    const made = await call('POST', '/account/nid-details/', { token, headers, body: nidBody });
    done('a paper is made', made.status, 201);
    const again = await call('POST', '/account/nid-details/', { token, headers, body: nidBody });
    expect(again.body).toEqual(made.body);
    const { body: files } = await call('GET', '/account/myfile/', { token });
    const [{ id }] = files.results;
    const shared = await call('POST', `/account/myfile/${id}/shares/`, { token, body: { name: 'ব্যাংক' } });
    done('it is shared', shared.status, 201);
    const ordered = await call('POST', '/account/orders/', {
      token,
      headers: newKey(),
      body: customer.order,
    });
    done('an order is placed', ordered.status, 201);
    const order = `/account/orders/${ordered.body.id}/`;
    done('it is taken', (await call('POST', `${order}take/`, { token: admin })).status, 200);
    const finished = await call('PATCH', order, {
      token: admin,
      form: dataForm({ status: 'completed', text_content: 'স্লিপ নম্বর ৭৭' }),
    });
    done('it is completed', finished.status, 200);
    const seen = await call('GET', order, { token });
    expect(seen.body).toMatchObject({ status: 'completed' });
    done('it is seen', seen.status, 200);
  }
  recordCounts('round robin', { processes: portals.length, rounds, steps });
}

/** News of an order reaches the clients of every process. */
async function hearEverywhere(): Promise<void> {
  const customer = await makeCustomer(portals[0]!, '90000');
  const receivedAt: Map<number, number>[] = [];
  const sockets = await Promise.all(
    portals.map(async (portal, at) => {
      const { body } = await portal.call('POST', '/account/ws-ticket/', { token: customer.admin.access });
      const socket = new WebSocket(
        `${portal.origin.replace('http', 'ws')}/ws/order-updates/?ticket=${body.ticket}`,
      );
      receivedAt[at] = new Map();
      await new Promise<void>((ready, failed) => {
        socket.on('error', failed);
        socket.on('open', () => socket.send(JSON.stringify(hello)));
        socket.on('message', (data) => {
          const message = JSON.parse(data.toString());
          if (message.type === 'ready') ready();
          if (message.type === 'order_created') receivedAt[at]!.set(message.order_id, performance.now());
        });
      });
      return socket;
    }),
  );
  const placed = new Map<number, number>();
  for (let index = 0; index < 200; index += 1) {
    const { body } = await call('POST', '/account/orders/', {
      token: customer.access,
      headers: newKey(),
      body: customer.order,
    });
    placed.set(body.id, performance.now());
  }
  await expect
    .poll(() => receivedAt.every((received) => [...placed.keys()].every((id) => received.has(id))), {
      timeout: 20_000,
    })
    .toBe(true);
  for (const socket of sockets) socket.close();
  const late = receivedAt
    .flatMap((received) => [...placed].map(([id, at]) => Math.max(0, received.get(id)! - at)))
    .sort((a, b) => a - b);
  recordCounts('news', {
    messages: late.length,
    medianMs: Math.round(late[late.length >> 1]!),
    p99Ms: Math.round(late[Math.floor(late.length * 0.99)]!),
  });
}

/** Freezes, or kills and restarts, one portal after the other; a client without a response within a second tries the next portal. */
async function standStill(): Promise<void> {
  const rounds = 6;
  const customers = await makeCustomers(portals[0]!, 4, '90000');
  const placed: number[] = [];
  let again = 0;
  let isOver = false;
  const order = async ({ access, order: body }: (typeof customers)[number]) => {
    const headers = newKey();
    const { answer, tries } = await insist(() =>
      Promise.race([
        call('POST', '/account/orders/', { token: access, headers, body }),
        wait(1_000).then(() => Promise.reject(new Error('no answer'))),
      ]),
    );
    expect(answer.status).toBe(201);
    placed.push(answer.body.id);
    again += tries - 1;
  };
  const clientsEnded = customers.map(async (customer) => {
    while (!isOver) await order(customer);
  });
  for (let round = 0; round < rounds; round += 1) {
    const at = round % portals.length;
    if (round % 2 === 0) {
      process.kill(portals[at]!.pid, 'SIGSTOP');
      await wait(3_000);
      process.kill(portals[at]!.pid, 'SIGCONT');
    } else {
      await portals[at]!.stop('SIGKILL');
      await startOne(at);
    }
  }
  isOver = true;
  await Promise.all(clientsEnded);
  const stored = await database.db
    .selectFrom('orders')
    .select('id')
    .where(
      'customer_id',
      'in',
      customers.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
  expect(stored.map(({ id }) => id)).toEqual(placed.sort((a, b) => a - b));
  recordCounts('stopped and killed', { rounds, orders: placed.length, again });
}

/** Measures how many times a second several workers do the work concurrently. */
async function rate(work: (client: number) => Promise<void>): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let count = 0;
  const one = async (client: number) => {
    while (performance.now() < until) {
      await work(client);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, client) => one(client)));
  return count / seconds;
}

/** A shop whose every sale updates one revenue row, without a portal: plain statements, one after the other. */
async function sellWithHotRow(): Promise<number> {
  const pool = new pg.Pool({ connectionString: database.ownerUrl, max: clients });
  await pool.query('create table hot_revenue (paisa bigint); insert into hot_revenue values (0)');
  await pool.query('create table hot_wallets (id integer primary key, paisa bigint)');
  await pool.query(
    'create table hot_sales (id bigint generated always as identity primary key, wallet integer, at timestamptz default now())',
  );
  await pool.query(
    'create table hot_entries (id bigint generated always as identity primary key, sale bigint, paisa bigint)',
  );
  await pool.query(`insert into hot_wallets select n, 1000000000 from generate_series(0, ${clients - 1}) n`);
  const sold = await rate(async (wallet) => {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query('update hot_wallets set paisa = paisa - 15000 where id = $1', [wallet]);
      await client.query('update hot_revenue set paisa = paisa + 15000');
      const { rows } = await client.query('insert into hot_sales (wallet) values ($1) returning id', [
        wallet,
      ]);
      await client.query('insert into hot_entries (sale, paisa) values ($1, -15000), ($1, 15000)', [
        rows[0].id,
      ]);
      await client.query('commit');
    } finally {
      client.release();
    }
  });
  await pool.query('drop table hot_revenue, hot_wallets, hot_sales, hot_entries');
  await pool.end();
  return sold;
}

/** Orders per second of one, two and four processes. */
async function compareRates(): Promise<void> {
  const customers: Awaited<ReturnType<typeof makeCustomer>>[] = [];
  for (let client = 0; client < clients; client += 1)
    customers.push(await makeCustomer(portals[0]!, '9000000'));
  const place = (processes: number) => {
    let next = 0;
    return rate(async (client) => {
      const { access, order } = customers[client]!;
      const { status } = await portals[next++ % processes]!.call('POST', '/account/orders/', {
        token: access,
        headers: newKey(),
        body: order,
      });
      expect(status).toBe(201);
    });
  };
  await place(4);
  const rates: Record<number, number[]> = { 1: [], 2: [], 4: [] };
  const hot: number[] = [];
  // Measured forward and backward, so that other load on the machine affects all of them.
  for (const processes of [1, 2, 4, 4, 2, 1]) {
    rates[processes]!.push(await place(processes));
    hot.push(await sellWithHotRow());
    await wait(500);
  }
  const mean = (list: number[]) => Math.round(list.reduce((sum, one) => sum + one, 0) / list.length);
  recordCounts('orders a second', {
    clients,
    oneProcess: mean(rates[1]!),
    twoProcesses: mean(rates[2]!),
    fourProcesses: mean(rates[4]!),
    hotRowWithoutPortal: mean(hot),
  });
}

it.skipIf(seconds === 0)(
  'four processes work as one (with PROCESS_SECONDS)',
  async () => {
    await startAll();
    await sendAround();
    await hearEverywhere();
    await standStill();
    await compareRates();
    await expectNothingWrong(database.db);
    await Promise.all(portals.map((portal) => portal.stop()));
  },
  300_000 + seconds * 20_000,
);
