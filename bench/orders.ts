// `npm run bench:orders`: orders placed per second over HTTP, compared with a bare loop that writes the same rows
// into the same database from this process. Prints both and their ratio.
import { randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { measureRate, print, startBenchPortal } from './portal.ts';

const seconds = Number(process.env.BENCH_SECONDS ?? 8);
const sides = [1, 8, 32];
const portal = await startBenchPortal();

const customers = await Promise.all(Array.from({ length: 32 }, () => portal.customer('9000000')));
const services = (
  await portal.call('GET', '/account/services/?status=active', { token: customers[0]!.token })
).body as {
  id: number;
  code: string;
  sub_type: { id: number }[];
}[];
const service = services.find(({ code }) => code === 'AB')!;
const subType = service.sub_type[0]!;

async function placeOverHttp(side: number): Promise<void> {
  const { status } = await portal.call('POST', '/account/orders/', {
    token: customers[side]!.token,
    key: randomUUID(),
    body: {
      service: service.id,
      sub_type: subType.id,
      nid_or_form_num_or_for_biometric_or_location: '1234567890',
      note: 'জরুরি',
      name: null,
      ten_or_seventeen_digit_nid: null,
    },
  });
  if (status !== 201) throw new Error(`An order answered ${status}`);
}

const pool = new pg.Pool({ connectionString: portal.databaseUrl, max: 32 });
const sealed = randomBytes(110);
const index = randomBytes(32);
const answer = JSON.stringify({ filler: 'x'.repeat(700) });

/** The same rows in one transaction: key, hold, order, timeline, three live events. */
async function placeBare(side: number): Promise<void> {
  const user = customers[side]!.id;
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(
      'insert into idempotency_keys (user_id, key, request_hash, status, body) values ($1, $2, $3, 201, $4)',
      [user, randomUUID(), index, answer],
    );
    const id = Number((await client.query("select nextval('orders_id_seq')::int as id")).rows[0].id);
    const hold = await client.query(
      "select transfer_id from ledger_post($1::uuid, 'hold', $2::int, null, 15000, $3, null, null, $2::int, '')",
      [uuidv7(), user, `order:${id}:1`],
    );
    await client.query(
      `with placed as (insert into orders (id, customer_id, service_id, sub_type_id, number_sealed, number_index, number_last4, note, price_paisa, hold_id)
        overriding system value values ($1, $2, $3, $4, $5, $6, '7890', 'জরুরি', 15000, $7) returning id, status, note, customer_id)
       insert into order_timeline (order_id, what, status, note, actor_id) select id, 'create', status, note, customer_id from placed`,
      [id, user, service.id, subType.id, sealed, index, hold.rows[0].transfer_id],
    );
    const event = JSON.stringify({ type: 'order_created', orderId: id });
    await client.query('insert into live_events (audience, message) values ($1, $3), ($2, $3), ($2, $3)', [
      'staff',
      `user:${user}`,
      event,
    ]);
    await client.query('commit');
  } finally {
    client.release();
  }
}

try {
  await measureRate(8, 2, placeOverHttp);
  await measureRate(8, 2, placeBare);
  print(['', 'clients', 'orders/s', 'median ms', 'p99 ms', 'of bare']);
  let last = 0;
  for (const clients of sides) {
    const bare = await measureRate(clients, seconds, placeBare);
    const http = await measureRate(clients, seconds, placeOverHttp);
    last = http.rate / bare.rate;
    print([
      'bare driver loop (baseline)',
      clients,
      bare.rate.toFixed(0),
      bare.median.toFixed(1),
      bare.p99.toFixed(1),
      '',
    ]);
    print([
      'POST /account/orders/',
      clients,
      http.rate.toFixed(0),
      http.median.toFixed(1),
      http.p99.toFixed(1),
      last.toFixed(2),
    ]);
  }
  process.stdout.write(
    `Aim: at least 0.50 of the bare rate at 32 clients. ${last >= 0.5 ? 'Reached' : 'MISSED'}: ${last.toFixed(2)}\n`,
  );
} finally {
  await pool.end();
  await portal.stop();
}
