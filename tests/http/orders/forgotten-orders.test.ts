// A taken order that nobody works on returns to the queue: when, what counts as activity, what its operator and its customer see.
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { defaultSettings } from '#contract/settings/rules.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, dataForm, expectBooksRight, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const minutes = defaultSettings.orders.return_minutes;
const dayMs = 86_400_000;

const run = () => portal.portal.forgottenOrders.returnAll();
const get = async (by: Person, id: number) =>
  (await portal.call('GET', `/account/orders/${id}/`, { token: by.token })).body;
const timeline = async (by: Person, id: number) =>
  (await portal.call('GET', `/account/orders/${id}/timeline/`, { token: by.token })).body.results;
const noticesAbout = async (by: Person, id: number) =>
  (await portal.call('GET', '/account/notices/', { token: by.token })).body.results
    .filter(({ object }: { object: { id: string } }) => object.id === String(id))
    .map(({ kind }: { kind: string }) => kind);

/** Moves everything that happened to the order into the past. */
async function passMinutes(id: number, count: number) {
  for (const [table, column, key] of [
    ['orders', 'updated_on', 'id'],
    ['order_timeline', 'at', 'order_id'],
    ['order_notes', 'written_at', 'order_id'],
    ['order_checks', 'ticked_at', 'order_id'],
  ])
    await asOwner(
      portal.ownerUrl,
      `update ${table} set ${column} = ${column} - $2 * interval '1 minute' where ${key} = $1`,
      [id, count],
    );
}

async function taken(code = 'AB') {
  const services = await servicesByCode(portal);
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const operator = await makeStaff(portal, 'operator');
  const service = services[code]!;
  const { id } = await placeOrder(portal, person, service);
  expect((await portal.call('POST', `/account/orders/${id}/take/`, { token: operator.token })).status).toBe(
    200,
  );
  return { person, operator, id, service };
}

async function put(key: string, value: unknown) {
  const { body } = await portal.call('GET', '/account/settings/', { token: portal.admin.token });
  const version = body.results.find((group: { key: string }) => group.key === key)!.version;
  return portal.call('PUT', `/account/settings/${key}/`, {
    token: portal.admin.token,
    body: { version, value },
  });
}

describe('a taken order without activity', () => {
  it('returns to the queue by itself, notifies its operator and moves no money', async () => {
    const { person, operator, id } = await taken();
    const before = await balanceOf(portal, person);
    const seen = (await asOwner<{ id: string }>(portal.ownerUrl, 'select max(id) as id from live_events'))[0]!
      .id;
    await passMinutes(id, minutes + 1);
    await run();
    expect(await get(person, id)).toMatchObject({ status: 'pending', operator: null });
    for (const reader of [person, operator])
      expect((await timeline(reader, id)).at(-1)).toMatchObject({
        what: 'hand_back',
        status: 'pending',
        note: '',
        who: null,
      });
    expect((await timeline(person, id)).map(({ what }: { what: string }) => what)).toEqual([
      'create',
      'take',
      'hand_back',
    ]);
    expect((await noticesAbout(operator, id))[0]).toBe('order_returned');
    expect(await noticesAbout(person, id)).toEqual(['order_taken']);
    expect(await balanceOf(portal, person)).toEqual(before);
    const audiences = await asOwner<{ audience: string }>(
      portal.ownerUrl,
      `select distinct audience from live_events where id > $1 and message->>'type' = 'order_updated' and message->>'orderId' = $2 order by 1`,
      [seen, String(id)],
    );
    expect(audiences.map(({ audience }) => audience)).toEqual(['staff', `user:${person.id}`]);
    const acts = await asOwner(
      portal.ownerUrl,
      `select actor_id, subject_id from trail where kind = 'order.hand_back' and object_id = $1`,
      [String(id)],
    );
    expect(acts).toEqual([{ actor_id: null, subject_id: person.id }]);
    const colleague = await makeStaff(portal, 'operator');
    await portal.call('POST', `/account/orders/${id}/take/`, { token: colleague.token });
    expect(await get(person, id)).toMatchObject({ status: 'processing', operator: { id: colleague.id } });
    await expectBooksRight(portal);
  });

  it('stays with its operator until the time has passed', async () => {
    const { person, operator, id } = await taken();
    await passMinutes(id, minutes - 5);
    await run();
    expect(await get(person, id)).toMatchObject({ status: 'processing', operator: { id: operator.id } });
  });

  it('returns once, even if several processes run the job concurrently', async () => {
    const { person, operator, id } = await taken();
    await passMinutes(id, minutes + 1);
    await Promise.all([run(), run(), run()]);
    expect((await timeline(person, id)).map(({ what }: { what: string }) => what)).toEqual([
      'create',
      'take',
      'hand_back',
    ]);
    expect(
      (await noticesAbout(operator, id)).filter((kind: string) => kind === 'order_returned'),
    ).toHaveLength(1);
  });

  it('stays with its operator when a note is written concurrently', async () => {
    const { person, operator, id } = await taken();
    const writer = new pg.Client({ connectionString: portal.ownerUrl });
    await writer.connect();
    try {
      await writer.query('begin');
      await passMinutes(id, minutes + 1);
      await writer.query(`insert into order_notes (order_id, author_id, text_sealed) values ($1, $2, '')`, [
        id,
        operator.id,
      ]);
      const running = run();
      // It waits for the lock of the order that the note refers to.
      await expect
        .poll(() =>
          asOwner(
            portal.ownerUrl,
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          ),
        )
        .not.toEqual([]);
      await writer.query('commit');
      await running;
    } finally {
      await writer.end();
    }
    expect(await get(person, id)).toMatchObject({ status: 'processing', operator: { id: operator.id } });
  });

  it('returns immediately from an operator who may no longer work on orders, even while it waits for its customer', async () => {
    const [blocked, demoted, erased] = [await taken(), await taken(), await taken()];
    const all = [blocked, demoted, erased];
    for (const { id, operator } of all)
      await portal.call('POST', `/account/orders/${id}/question/`, {
        token: operator.token,
        body: { kind: 'text', text: 'বাবার নাম কী?' },
      });
    expect((await put('orders', { return_minutes: 0 })).status).toBe(200);
    await run();
    for (const { person, id } of all) expect((await get(person, id)).status).toBe('processing');
    const { token } = portal.admin;
    const roles = (id: number, ...given: string[]) =>
      portal.call('PUT', `/account/user/${id}/roles/`, { token, body: { roles: given } });
    await portal.call('PATCH', `/account/user/${blocked.operator.id}/`, {
      token,
      body: { is_active: false },
    });
    await roles(demoted.operator.id, 'cashier');
    await roles(erased.operator.id, 'customer');
    const { status } = await portal.call('DELETE', `/account/user/${erased.operator.id}/`, { token });
    expect(status).toBe(200);
    await run();
    const colleague = await makeStaff(portal, 'operator');
    for (const { person, id } of all) {
      expect(await get(person, id)).toMatchObject({ status: 'pending', operator: null });
      const taken = await portal.call('POST', `/account/orders/${id}/take/`, { token: colleague.token });
      expect(taken.status).toBe(200);
    }
    await run();
    for (const { person, id } of all)
      expect(await get(person, id)).toMatchObject({ status: 'processing', operator: { id: colleague.id } });
    expect(await noticesAbout(demoted.operator, demoted.id)).toEqual([]);
    expect((await put('orders', { return_minutes: minutes })).status).toBe(200);
  });

  it('is left alone once it is finished', async () => {
    const { person, operator, id } = await taken();
    await portal.call('PATCH', `/account/orders/${id}/`, {
      token: operator.token,
      form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
    });
    await passMinutes(id, minutes * 10);
    await run();
    expect((await get(person, id)).status).toBe('completed');
  });
});

describe('an order does not count as forgotten', () => {
  it('while its operator leaves notes or ticks the checklist, or its customer attaches a file', async () => {
    const [noted, ticked, attached] = [await taken(), await taken(), await taken()];
    const all = [noted, ticked, attached];
    for (const { id } of all) await passMinutes(id, minutes - 1);
    const note = await portal.call('POST', `/account/orders/${noted.id}/notes/`, {
      token: noted.operator.token,
      body: { text: 'কাল আবার ফোন করব' },
    });
    expect(note.status).toBe(201);
    await asOwner(
      portal.ownerUrl,
      `insert into order_checks (order_id, key, ticked_by) values ($1, 'seal', $2)`,
      [ticked.id, ticked.operator.id],
    );
    // An upload leaves only a line in the timeline.
    await asOwner(
      portal.ownerUrl,
      `insert into order_timeline (order_id, what, status, actor_id) values ($1, 'attach', 'processing', $2)`,
      [attached.id, attached.person.id],
    );
    for (const { id } of all) await passMinutes(id, 2);
    await run();
    for (const { person, operator, id } of all)
      expect(await get(person, id)).toMatchObject({ status: 'processing', operator: { id: operator.id } });
    for (const { id } of all) await passMinutes(id, minutes);
    await run();
    for (const { person, id } of all)
      expect(await get(person, id)).toMatchObject({ status: 'pending', operator: null });
  });

  it('while it waits for its customer, whose answer restarts the time', async () => {
    const { person, operator, id } = await taken();
    const asked = await portal.call('POST', `/account/orders/${id}/question/`, {
      token: operator.token,
      body: { kind: 'text', text: 'বাবার নাম কী?' },
    });
    await passMinutes(id, minutes * 3);
    await run();
    expect(await get(person, id)).toMatchObject({ status: 'processing', operator: { id: operator.id } });
    const answer = await portal.call('POST', `/account/orders/${id}/answer/`, {
      token: person.token,
      form: dataForm({ question: asked.body.question!.id, text: 'আব্দুল করিম' }),
    });
    expect(answer.status).toBe(200);
    await run();
    expect((await get(person, id)).status).toBe('processing');
    await passMinutes(id, minutes + 1);
    await run();
    expect((await get(person, id)).status).toBe('pending');
  });

  it('during an outage, whose end restarts the time', async () => {
    const { person, operator, id, service } = await taken('AC');
    const outage = `/account/services/${service.id}/outage/`;
    await portal.call('PUT', outage, { token: operator.token, body: { reason: 'সার্ভার বন্ধ' } });
    await passMinutes(id, minutes * 3);
    await run();
    expect((await get(person, id)).status).toBe('processing');
    await portal.call('DELETE', outage, { token: operator.token });
    await run();
    expect((await get(person, id)).status).toBe('processing');
    await passMinutes(id, minutes + 1);
    await run();
    expect((await get(person, id)).status).toBe('pending');
  });

  it('on days on which the shop is closed', async () => {
    const { person, id } = await taken();
    const before = structuredClone(defaultSettings.opening);
    const days = [0, 1].map((ago) =>
      new Date(Date.now() + dayMs / 4 - ago * dayMs).toISOString().slice(0, 10),
    );
    expect((await put('opening', { ...before, holidays: days })).status).toBe(200);
    await passMinutes(id, minutes + 1);
    await run();
    expect((await get(person, id)).status).toBe('processing');
    expect((await put('opening', before)).status).toBe(200);
    await run();
    expect((await get(person, id)).status).toBe('pending');
  });

  it('in a shop that sets the time to 0; another number takes effect immediately', async () => {
    const { person, id } = await taken();
    expect(await put('orders', { return_minutes: 10_081 })).toMatchObject({
      status: 400,
      body: { return_minutes: expect.anything() },
    });
    expect((await put('orders', { return_minutes: '০' })).body.value).toEqual({ return_minutes: 0 });
    await passMinutes(id, minutes * 10);
    await run();
    expect((await get(person, id)).status).toBe('processing');
    expect((await put('orders', { return_minutes: minutes * 11 })).status).toBe(200);
    await run();
    expect((await get(person, id)).status).toBe('processing');
    expect((await put('orders', { return_minutes: minutes })).status).toBe(200);
    await run();
    expect((await get(person, id)).status).toBe('pending');
  });
});
