// Orders placed or completed concurrently share a statement: each customer gets their own response, and nobody is delayed or refused because of
// another.
import { createHash, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Answer, type Person, unexpectedWanted, usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  dataForm,
  expectBooksRight,
  makeStaff,
  orderBody,
  servicesByCode,
  statuses,
} from '../steps.ts';

const portal = usePortal({}, {}, unexpectedWanted);
const price = 150;

async function makeCustomers(count: number, taka: string): Promise<Person[]> {
  const people: Person[] = [];
  for (let made = 0; made < count; made += 1) {
    const person = await portal.customer();
    await portal.topUp(person, taka);
    people.push(person);
  }
  return people;
}

async function orderings() {
  const { AB, TR } = await servicesByCode(portal);
  const services = [AB!, TR ?? AB!];
  return (person: Person, key: string = randomUUID(), at = 0) =>
    portal.call('POST', '/account/orders/', {
      token: person.token,
      headers: { 'Idempotency-Key': key },
      body: orderBody(services[at % services.length]!),
    });
}

const complete = (by: Person, id: number, key: string = randomUUID()) =>
  portal.call('PATCH', `/account/orders/${id}/`, {
    token: by.token,
    headers: { 'Idempotency-Key': key },
    form: dataForm({ status: 'completed', note: '', text_content: `কাজ ${id} শেষ` }),
  });

/** Compares the counts of the trigger with the actual ones. */
async function expectCountsRight(): Promise<void> {
  const wrong = await asOwner(
    portal.ownerUrl,
    `select service_id from
       (select service_id, sum(pending) as pending, sum(processing) as processing, sum(completed) as completed, sum(rejected) as rejected, sum(cancelled) as cancelled
          from order_counts group by 1) counted
       full join
       (select service_id, count(*) filter (where status = 'pending') as pending, count(*) filter (where status = 'processing') as processing,
               count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'rejected') as rejected,
               count(*) filter (where status = 'cancelled') as cancelled
          from orders group by 1) real using (service_id)
      where (counted.pending, counted.processing, counted.completed, counted.rejected, counted.cancelled)
        is distinct from (real.pending, real.processing, real.completed, real.rejected, real.cancelled)`,
  );
  expect(wrong).toEqual([]);
}

it('places forty orders of forty customers once each, several in one statement', async () => {
  const people = await makeCustomers(40, '1000');
  const order = await orderings();
  await order(people[0]!);
  const query = pg.Client.prototype.query;
  const sizes: number[] = [];
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const { text, values } = given[0] as { text?: string; values?: readonly unknown[] };
    const ids = values?.find((value) => Array.isArray(value) && typeof value[0] === 'number') as number[];
    const send = () => (query as (...args: unknown[]) => unknown).apply(this, given);
    if (!text?.includes('ledger_post')) return send();
    // The first takes long enough for others to arrive in the meantime.
    if (sizes.push(ids.length) > 1) return send();
    setTimeout(send, 500);
    return given[0];
  } as typeof query;
  const answers = await Promise.all(people.map((person, at) => order(person, randomUUID(), at))).finally(
    () => {
      pg.Client.prototype.query = query;
    },
  );
  expect(statuses(answers)).toEqual({ 201: 40 });
  expect(sizes.reduce((sum, size) => sum + size)).toBe(40);
  expect(Math.max(...sizes)).toBeGreaterThan(1);
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(40);
  for (const [at, { body }] of answers.entries())
    expect(body.user?.id ?? people[at]!.id).toBe(people[at]!.id);
  for (const person of people.slice(1))
    expect(await balanceOf(portal, person)).toMatchObject({ held: price });
  await expectCountsRight();
  await expectBooksRight(portal);
});

it('refuses only customers with too little money or a closed or frozen wallet', async () => {
  const [poor, closed, frozen] = await makeCustomers(3, '10');
  await portal.topUp(closed!, '1000');
  await portal.topUp(frozen!, '1000');
  const rich = await makeCustomers(12, '1000');
  const order = await orderings();
  await asOwner(portal.ownerUrl, 'select wallet_set_active($1, false)', [closed!.id]);
  await asOwner(
    portal.ownerUrl,
    `with audit as (insert into ledger_audits default values returning id)
     insert into ledger_frozen select 'wallet:' || $1::int, 'planted', id from audit`,
    [frozen!.id],
  );
  const [first, ...others] = rich;
  try {
    const answers = await Promise.all(
      [first!, poor!, closed!, frozen!, ...others].map((person) => order(person)),
    );
    expect(answers.slice(1, 4).map(({ body }) => body.code)).toEqual([
      'insufficient_balance',
      'wallet_inactive',
      'account_frozen',
    ]);
    expect(statuses([answers[0]!, ...answers.slice(4)])).toEqual({ 201: 12 });
  } finally {
    await asOwner(portal.ownerUrl, `delete from ledger_frozen where account = 'wallet:' || $1::int`, [
      frozen!.id,
    ]);
  }
  for (const person of [poor!, closed!, frozen!])
    expect(await balanceOf(portal, person)).toMatchObject({ held: 0 });
  await expectBooksRight(portal);
});

it('refuses only the customer whose rows are damaged', async () => {
  const people = await makeCustomers(9, '1000');
  const order = await orderings();
  const by = await makeStaff(portal, 'operator');
  const isOf = async (person: Person) => {
    await asOwner(
      portal.ownerUrl,
      `create function find_damage() returns trigger language plpgsql as $$ begin
         if new.user_id = ${person.id} then raise exception 'invalid page' using errcode = 'XX001'; end if; return new; end $$;
       create trigger find_damage before insert on ledger_transfers for each row execute function find_damage()`,
    );
  };
  const isOver = () => asOwner(portal.ownerUrl, 'drop function if exists find_damage cascade');
  const judge = (answers: readonly Answer[]) => {
    expect(answers[4]!.status).toBe(500);
    expect(statuses(answers)).toEqual({ [answers[0]!.status]: 8, 500: 1 });
    expect(answers[0]!.status).toBeLessThan(300);
  };
  try {
    await isOf(people[4]!);
    judge(await Promise.all(people.map((person) => order(person))));
    await isOver();
    const placed = await Promise.all(people.map((person) => order(person)));
    await isOf(people[4]!);
    judge(await Promise.all(placed.map(({ body }) => complete(by, body.id))));
  } finally {
    await isOver();
  }
  await expectBooksRight(portal);
});

it('places one order per key for a customer’s requests and retries, among those of others', async () => {
  const [person, ...others] = await makeCustomers(9, '1000');
  const order = await orderings();
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  const pressed = keys.flatMap((key) => [key, key, key]).map((key) => order(person!, key));
  const answers = await Promise.all([...others.map((other) => order(other)), ...pressed]);
  expect(statuses(answers)).toEqual({ 201: answers.length });
  const ids = answers.slice(others.length).map(({ body }) => body.id);
  for (const at of keys.keys()) expect(new Set(ids.slice(at * 3, at * 3 + 3)).size).toBe(1);
  expect(new Set(ids).size).toBe(3);
  expect(await balanceOf(portal, person!)).toMatchObject({ held: 3 * price });
  await expectBooksRight(portal);
});

const heldUp = {
  wallet: 'select from wallets where user_id = $1 and $2::text is not null for update',
  account: 'select from users where id = $1 and $2::text is not null for update',
  key: `insert into idempotency_keys (user_id, key, request_hash, status, body) values ($1, $2, '', 201, '{}')`,
};

describe.each(Object.entries(heldUp))('a customer whose %s is being changed', (_what, change) => {
  it.each([0, 1])('delays no other customer, after %i others', async (before) => {
    const [busy, ...others] = await makeCustomers(8, '1000');
    const order = await orderings();
    const key = randomUUID();
    const other = new pg.Client({ connectionString: portal.ownerUrl });
    await other.connect();
    try {
      await other.query('begin');
      await other.query(change, [busy!.id, createHash('sha256').update(key).digest('hex')]);
      // The first order goes alone; those after it share a statement.
      const early = others.splice(0, before).map((person) => order(person));
      const waiting = order(busy!, key);
      let isAnswered = false;
      void waiting.then(() => {
        isAnswered = true;
      });
      const rest = Promise.all([...early, ...others.map((person) => order(person))]);
      // Sooner than the lock timeout.
      const answers = await Promise.race([rest, new Promise<[]>((done) => setTimeout(done, 5_000, []))]);
      expect(statuses(answers)).toEqual({ 201: 7 });
      expect(isAnswered).toBe(false);
      await other.query('rollback');
      expect((await waiting).status).toBe(201);
    } finally {
      await other.end();
    }
    await expectBooksRight(portal);
  });
});

it('completes orders once each when several operators complete them concurrently', async () => {
  const people = await makeCustomers(16, '1000');
  const order = await orderings();
  const ids = (await Promise.all(people.map((person, at) => order(person, randomUUID(), at)))).map(
    ({ body }) => body.id as number,
  );
  // Two of one customer.
  const two = await Promise.all([order(people[0]!), order(people[0]!)]);
  ids.push(...two.map(({ body }) => body.id as number));
  const staff = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  const answers = await Promise.all(ids.flatMap((id) => staff.map((by) => complete(by, id))));
  expect(statuses(answers)).toEqual({ 200: ids.length, 409: ids.length });
  for (const [at, id] of ids.entries()) {
    const [mine] = answers.slice(at * 2, at * 2 + 2).filter(({ status }) => status === 200);
    expect(mine!.body).toMatchObject({ id, status: 'completed', text_content: `কাজ ${id} শেষ` });
    const { body } = await portal.call('GET', `/account/orders/${id}/timeline/`, {
      token: portal.admin.token,
    });
    expect(body.results.map(({ what }: { what: string }) => what)).toEqual(['create', 'complete']);
  }
  expect(await balanceOf(portal, people[0]!)).toEqual({ current_balance: 1000 - 3 * price, held: 0 });
  await expectCountsRight();
  await expectBooksRight(portal);
});

it('completes only one of two orders sent with the same key', async () => {
  const people = await makeCustomers(3, '1000');
  const order = await orderings();
  const ids = (await Promise.all(people.map((person) => order(person)))).map(({ body }) => body.id as number);
  const by = await makeStaff(portal, 'operator');
  const key = randomUUID();
  // The first one goes alone, so that the others share a statement.
  const answers = await Promise.all([
    complete(by, ids[0]!),
    complete(by, ids[1]!, key),
    complete(by, ids[2]!, key),
  ]);
  expect(answers[0]!.status).toBe(200);
  const [done, refused] = answers.slice(1).sort((a, b) => a.status - b.status);
  expect([done!.status, refused!.body.code]).toEqual([200, 'idempotency_key_reused']);
  await expectBooksRight(portal);
});

it('counts orders changed by one statement for each service', async () => {
  const people = await makeCustomers(4, '1000');
  const order = await orderings();
  const ids = (await Promise.all(people.map((person, at) => order(person, randomUUID(), at)))).map(
    ({ body }) => body.id as number,
  );
  await asOwner(portal.ownerUrl, `update orders set status = 'processing' where id = any($1)`, [ids]);
  await expectCountsRight();
  await asOwner(portal.ownerUrl, `update orders set status = 'pending', note = note where id = any($1)`, [
    ids.slice(1),
  ]);
  await asOwner(portal.ownerUrl, `update orders set note = note where id = any($1)`, [ids]);
  await expectCountsRight();
  await asOwner(portal.ownerUrl, `update orders set status = 'pending' where id = any($1)`, [ids]);
});

it('counts many orders changed by one statement in less than a third of its time', async () => {
  const [person] = await makeCustomers(1, '1000');
  const order = await orderings();
  const { body } = await order(person!);
  const columns = 'customer_id, service_id, sub_type_id, number_sealed, number_index, number_last4, due_on';
  const owner = new pg.Client({ connectionString: portal.ownerUrl });
  await owner.connect();
  try {
    // Warms up the connection, as the portal's connections are.
    await owner.query('update orders set note = note where id = $1', [body.id]);
    await owner.query(
      `insert into orders (${columns}, price_paisa) select ${columns}, 0 from orders, generate_series(1, 2000) where id = $1`,
      [body.id],
    );
    const { rows } = await owner.query(
      `explain (analyze, format json) update orders set status = 'processing' where price_paisa = 0`,
    );
    const [{ 'Execution Time': whole, Triggers: triggers }] = rows[0]['QUERY PLAN'];
    const counting = triggers.find((trigger: { 'Trigger Name': string }) =>
      trigger['Trigger Name'].startsWith('orders_counted'),
    );
    expect(counting.Calls).toBe(1);
    expect(counting.Time).toBeLessThan(whole / 3);
    await expectCountsRight();
  } finally {
    await owner.end();
  }
});

/** Checks that everything returned with an order belongs to its own customer. */
async function expectNothingMixedUp(): Promise<void> {
  const wrong = await asOwner(
    portal.ownerUrl,
    `select o.id from orders o join ledger_transfers h on h.id = o.hold_id left join ledger_transfers c on c.id = o.settled_by
      where (h.user_id, h.ref, h.amount_paisa) is distinct from (o.customer_id, 'order:' || o.id || ':' || o.round, o.price_paisa)
         or (o.status = 'completed' and (c.user_id, c.kind, c.hold_id) is distinct from (o.customer_id, 'capture', h.id))
     union all
     select o.id from orders o join live_events e on (e.message->>'orderId')::int = o.id
      where e.audience like 'user:%' and e.audience <> 'user:' || o.customer_id
     union all
     select o.id from orders o join notices n on n.object_kind = 'order' and n.object_id = o.id::text
      where (n.kind = 'order_completed') <> (n.user_id = o.customer_id)`,
  );
  expect(wrong).toEqual([]);
}

it('sends emails to those who want them, among orders of those who do not', async () => {
  const people = await makeCustomers(8, '1000');
  const clerk = await makeStaff(portal, 'operator');
  await portal.topUp(clerk, '1000');
  const order = await orderings();
  const wants = (person: Person, kind: string) =>
    asOwner(
      portal.ownerUrl,
      'insert into notice_choices (user_id, kind, in_bell, by_mail) values ($1, $2, true, true)',
      [person.id, kind],
    );
  /** Waits until no email is queued. @returns how many have been sent */
  const mails = async () => {
    await expect.poll(() => asOwner(portal.ownerUrl, 'select id from mails')).toEqual([]);
    return (await readdir(`${portal.dataDir}/outbox`).catch(() => [])).length;
  };
  await wants(clerk, 'order_created');
  const before = await mails();
  const orders = await Promise.all([...people, clerk].map((person) => order(person)));
  expect(statuses(orders)).toEqual({ 201: 9 });
  // The clerk's own order sends none.
  expect(await mails()).toBe(before + 8);
  await asOwner(portal.ownerUrl, 'delete from notice_choices where user_id = $1', [clerk.id]);
  for (const person of people.slice(0, 3)) await wants(person, 'order_completed');
  const done = await Promise.all(orders.map(({ body }) => complete(portal.admin, body.id)));
  expect(statuses(done)).toEqual({ 200: 9 });
  expect(await mails()).toBe(before + 11);
  await expectNothingMixedUp();
  await expectBooksRight(portal);
});

it('places one order per key when connections are cut and requests retried', async () => {
  const people = await makeCustomers(12, '1000');
  const order = await orderings();
  await asOwner(
    portal.ownerUrl,
    `create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(0.03); return new; end $$;
     create trigger dawdle before insert on order_timeline for each row execute function dawdle()`,
  );
  let refused = 0;
  let isOver = false;
  const cut = async () => {
    for (; refused < 20 && !isOver; await new Promise((done) => setTimeout(done, 40)))
      await asOwner(
        portal.ownerUrl,
        `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and state = 'active' and query like '%with people as%' and pid <> pg_backend_pid()`,
      );
  };
  const cutting = cut();
  const placed = await Promise.all(
    people.map(async (person) => {
      const key = randomUUID();
      for (;;) {
        const answer = await order(person, key);
        if (answer.status === 201) return answer;
        expect(answer.status).toBe(503);
        refused += 1;
        await new Promise((done) => setTimeout(done, 50));
      }
    }),
  ).finally(async () => {
    isOver = true;
    await cutting;
    await asOwner(portal.ownerUrl, 'drop function dawdle cascade');
  });
  expect(refused).toBeGreaterThan(0);
  const ids = people.map(({ id }) => id);
  const made = await asOwner<{ id: number }>(
    portal.ownerUrl,
    'select id from orders where customer_id = any($1) order by array_position($1, customer_id)',
    [ids],
  );
  expect(made.map(({ id }) => id)).toEqual(placed.map(({ body }) => body.id));
  await expectNothingMixedUp();
  await expectCountsRight();
  await expectBooksRight(portal);
});
