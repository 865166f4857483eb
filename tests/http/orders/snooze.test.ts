// Snoozed orders: where they are meanwhile, what brings them back, and that the customer neither sees it nor waits longer.
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { findInTables } from '../platform/table-dump.ts';
import { dataForm, expectRefusal, makeStaff, placeOrder, servicesByCode, signInAgain } from '../steps.ts';
import { answeringOn } from './answering.ts';

const portal = usePortal();
const { ask } = answeringOn(portal);
const hourMs = 3_600_000;
const secret = 'গ্রাহক বিকেলে আসবেন ৭৭৩২';

const inHours = (hours: number) => new Date(Date.now() + hours * hourMs).toISOString();
const put = (by: Person, id: number, body: unknown) =>
  portal.call('PUT', `/account/orders/${id}/snooze/`, { token: by.token, body });
const snooze = async (by: Person, id: number, hours = 2, reason = '') => {
  const answer = await put(by, id, { until: inHours(hours), reason });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.snooze;
};
const get = async (by: Person, id: number) =>
  (await portal.call('GET', `/account/orders/${id}/`, { token: by.token })).body;
const timeline = async (by: Person, id: number) =>
  (await portal.call('GET', `/account/orders/${id}/timeline/`, { token: by.token })).body.results;
const list = async (by: Person, query: string) =>
  (await portal.call('GET', `/account/orders/?page_size=100&${query}`, { token: by.token })).body;
const listed = async (by: Person, query: string): Promise<number[]> =>
  (await list(by, query)).results.map(({ id }: { id: number }) => id);
/** Lets the snooze time of the order pass. */
const wakeByItself = (id: number) =>
  asOwner(portal.ownerUrl, `update orders set snoozed_until = now() - interval '1 minute' where id = $1`, [
    id,
  ]);

async function placed({ isTaken = false } = {}) {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const operator = await makeStaff(portal, 'operator');
  const service = (await servicesByCode(portal)).AB!;
  const order = await placeOrder(portal, person, service);
  const id = order.id as number;
  if (isTaken) await portal.call('POST', `/account/orders/${id}/take/`, { token: operator.token });
  return { person, operator, id, due: order.due_on as string };
}

describe('the person who snoozed an order', () => {
  /** Lets the snooze time pass, for the order and for its notice. */
  const comeBack = async (id: number) => {
    await wakeByItself(id);
    await asOwner(
      portal.ownerUrl,
      `update order_wakes set wakes_at = (select snoozed_until from orders where id = $1) where order_id = $1`,
      [id],
    );
  };
  const notifyWoken = () => portal.portal.snoozes.notifyWoken();
  const noticesOf = async (by: Person, id: number) =>
    (await portal.call('GET', '/account/notices/', { token: by.token })).body.results.filter(
      ({ kind, object }: { kind: string; object: { id: string } }) =>
        kind === 'order_woken' && object.id === String(id),
    );

  it('alone is notified once and live when it is back', async () => {
    const { operator, person, id } = await placed();
    const colleague = await makeStaff(portal, 'operator');
    await snooze(operator, id);
    await notifyWoken();
    expect(await noticesOf(operator, id)).toEqual([]);
    const [{ id: seen } = { id: '0' }] = await asOwner<{ id: string }>(
      portal.ownerUrl,
      'select coalesce(max(id), 0) as id from live_events',
    );
    await comeBack(id);
    // Several processes may run the job concurrently.
    await Promise.all([notifyWoken(), notifyWoken(), notifyWoken()]);
    expect(await noticesOf(operator, id)).toMatchObject([
      { object: { kind: 'order' }, facts: { order: id } },
    ]);
    for (const other of [colleague, person]) expect(await noticesOf(other, id)).toEqual([]);
    const sent = await asOwner(
      portal.ownerUrl,
      `select audience, message from live_events where id > $1 and message->>'type' = 'notice' and message->>'woken' = $2`,
      [seen, String(id)],
    );
    expect(sent).toEqual([{ audience: `user:${operator.id}`, message: { type: 'notice', woken: id } }]);
    await notifyWoken();
    expect(await noticesOf(operator, id)).toHaveLength(1);
  });

  it('gets only a silent live event if this kind of notice is turned off', async () => {
    const { operator, id } = await placed();
    await portal.call('PUT', '/account/notices/choices/', {
      token: operator.token,
      body: { choices: [{ kind: 'order_woken', bell: false, mail: false }] },
    });
    await snooze(operator, id);
    await comeBack(id);
    await notifyWoken();
    expect(await noticesOf(operator, id)).toEqual([]);
    const sent = await asOwner(
      portal.ownerUrl,
      `select audience, message from live_events where message->>'type' = 'notice' and message->>'woken' = $1`,
      [String(id)],
    );
    expect(sent).toEqual([
      { audience: `user:${operator.id}`, message: { type: 'notice', woken: id, quiet: true } },
    ]);
  });

  it('is not notified after losing the right to work on orders', async () => {
    const { operator, id } = await placed();
    await snooze(operator, id);
    const dismissed = await portal.call('PUT', `/account/user/${operator.id}/roles/`, {
      token: portal.admin.token,
      body: { roles: ['customer'] },
    });
    expect(dismissed.status, JSON.stringify(dismissed.body)).toBe(200);
    await comeBack(id);
    await notifyWoken();
    await signInAgain(portal, operator);
    expect(await noticesOf(operator, id)).toEqual([]);
    expect(
      await asOwner(
        portal.ownerUrl,
        `select message from live_events where audience = $1 and message->>'woken' is not null`,
        [`user:${operator.id}`],
      ),
    ).toEqual([{ message: { type: 'notice', woken: id, quiet: true } }]);
    expect(await listed(portal.admin, 'status=pending')).toContain(id);
  });

  it('is not notified of an order that has been brought back, finished or snoozed again', async () => {
    const { operator, id: brought } = await placed();
    const { operator: other, id: done } = await placed({ isTaken: true });
    const { operator: third, id: later } = await placed();
    await snooze(operator, brought);
    await put(operator, brought, { until: null });
    await snooze(other, done);
    const finished = dataForm({ status: 'completed', text_content: 'x' });
    await portal.call('PATCH', `/account/orders/${done}/`, { token: other.token, form: finished });
    await snooze(third, later, 1);
    await snooze(third, later, 5);
    for (const id of [brought, done])
      await asOwner(
        portal.ownerUrl,
        `update order_wakes set wakes_at = now() - interval '1 minute' where order_id = $1`,
        [id],
      );
    await notifyWoken();
    for (const [by, id] of [
      [operator, brought],
      [other, done],
      [third, later],
    ] as const)
      expect(await noticesOf(by, id)).toEqual([]);
    const left = await asOwner(portal.ownerUrl, 'select order_id from order_wakes where order_id = any($1)', [
      [brought, done, later],
    ]);
    expect(left).toEqual([{ order_id: later }]);
  });

  it('is not notified of an order that a colleague has since taken and snoozed', async () => {
    const { operator, id } = await placed();
    const colleague = await makeStaff(portal, 'operator');
    await snooze(operator, id);
    await portal.call('POST', `/account/orders/${id}/take/`, { token: colleague.token });
    await snooze(colleague, id);
    await comeBack(id);
    await notifyWoken();
    expect(await noticesOf(operator, id)).toEqual([]);
    expect(await noticesOf(colleague, id)).toHaveLength(1);
  });
});

describe('a snoozed order', () => {
  it('leaves the queue and is listed separately with its time, until it comes back by itself', async () => {
    const { operator, id } = await placed();
    const colleague = await makeStaff(portal, 'operator');
    const before = await list(colleague, 'status=pending&snoozed=no');
    expect(await snooze(operator, id, 2, secret)).toEqual({
      until: (await get(operator, id)).snooze!.until,
      reason: secret,
    });
    const after = await list(colleague, 'status=pending&snoozed=no');
    expect(after.count).toBe(before.count - 1);
    expect(after.results).toHaveLength(after.count);
    for (const queue of ['status=pending&snoozed=no', 'status=pending&due=first&snoozed=no'])
      expect(await listed(colleague, queue)).not.toContain(id);
    for (const found of ['snoozed=yes', 'snoozed=mine', 'status=pending', 'status=pending&due=first'])
      expect(await listed(colleague, found)).toContain(id);
    const shown = (await list(colleague, 'snoozed=yes')).results.find((one: { id: number }) => one.id === id);
    expect(shown!.snooze).toMatchObject({ until: (await get(operator, id)).snooze!.until });

    await wakeByItself(id);
    expect(await get(operator, id)).toMatchObject({ snooze: null });
    expect(await listed(colleague, 'status=pending&snoozed=no')).toContain(id);
    expect(await listed(colleague, 'snoozed=yes')).not.toContain(id);
  });

  it('is excluded from the queue’s count as from its list, like one that waits for its customer', async () => {
    const [asleep, waiting] = [await placed(), await placed({ isTaken: true })];
    const colleague = await makeStaff(portal, 'operator');
    const queues = [
      'due=open',
      'due=first',
      'due=first&snoozed=no',
      'due=first&service=AB',
      'snoozed=no',
    ].flatMap((queue) => [
      queue,
      `${queue}&status=pending`,
      `${queue}&status=processing`,
      `${queue}&status=completed`,
    ]);
    const counts = async () => {
      const found: number[] = [];
      for (const queue of queues) {
        const { count, results } = await list(colleague, queue);
        expect(results, queue).toHaveLength(count);
        found.push(count);
      }
      return found;
    };
    const before = await counts();
    await snooze(asleep.operator, asleep.id);
    expect((await ask(waiting.operator, waiting.id)).status).toBeLessThan(300);
    const after = await counts();
    const left = (queue: string) => before[queues.indexOf(queue)]! - after[queues.indexOf(queue)]!;
    expect(left('due=open'), 'whatever holds money').toBe(0);
    expect(left('due=first')).toBe(1);
    expect(left('due=first&snoozed=no')).toBe(2);
    expect(left('due=first&snoozed=no&status=pending')).toBe(1);
    expect(left('snoozed=no')).toBe(1);
  });

  it('is listed by wake time to the person who has taken it, or to everyone if nobody has', async () => {
    const [late, soon, free] = [
      await placed({ isTaken: true }),
      await placed({ isTaken: true }),
      await placed(),
    ];
    await portal.call('POST', `/account/orders/${soon.id}/hand-on/`, {
      token: soon.operator.token,
      body: { operator: late.operator.id },
    });
    await snooze(late.operator, late.id, 5);
    await snooze(late.operator, soon.id, 1);
    await snooze(free.operator, free.id, 3);
    const ours = new Set([late.id, soon.id, free.id]);
    const of = async (by: Person, query: string) => (await listed(by, query)).filter((id) => ours.has(id));
    expect(await of(late.operator, 'snoozed=mine')).toEqual([soon.id, free.id, late.id]);
    expect(await of(soon.operator, 'snoozed=mine')).toEqual([free.id]);
    expect(await of(soon.operator, 'snoozed=yes')).toEqual([soon.id, free.id, late.id]);
    expect(await of(late.operator, 'mine=yes&due=first&snoozed=no')).toEqual([]);
    expect(await of(late.operator, `snoozed=yes&search=${late.person.email}`)).toEqual([late.id]);
  });

  it('keeps its due time, and is visible as snoozed only to staff', async () => {
    const { person, operator, id, due } = await placed();
    const updated = (await get(person, id)).updated_on;
    await snooze(operator, id, 2, secret);
    await put(operator, id, { until: null });
    await snooze(operator, id, 3, secret);
    expect(await get(person, id)).toMatchObject({ due_on: due, updated_on: updated, status: 'pending' });
    expect(await get(person, id)).not.toHaveProperty('snooze');
    expect(await listed(person, 'snoozed=no')).toContain(id);
    expect(await listed(person, 'snoozed=yes')).toContain(id);
    expect((await timeline(person, id)).map(({ what }: { what: string }) => what)).toEqual(['create']);
    expect((await timeline(operator, id)).slice(1)).toMatchObject([
      { what: 'snooze', note: expect.stringContaining('গ্রাহক বিকেলে'), snoozed_until: expect.any(String) },
      { what: 'wake', note: '', snoozed_until: null, who: { id: operator.id } },
      { what: 'snooze', who: { id: operator.id } },
    ]);
    for (const { methods, path } of Object.values(endpoints)) {
      if (!(methods as readonly string[]).includes('GET') || !path.startsWith('/account/')) continue;
      const answer = await portal.call('GET', path.replace(/:\w+/g, String(id)), { token: person.token });
      expect(JSON.stringify(answer.body ?? null), path).not.toMatch(/৭৭৩২|snooze"/);
    }
    expect(await findInTables(portal, ['৭৭৩২'])).toEqual([]);
  });

  it('is no longer snoozed once it is taken, handed on, handed back, completed, rejected or asked about', async () => {
    const change = (by: Person, id: number, data: unknown) =>
      portal.call('PATCH', `/account/orders/${id}/`, { token: by.token, form: dataForm(data) });
    const acts: readonly [string, (by: Person, id: number) => Promise<unknown>][] = [
      ['take', (by, id) => portal.call('POST', `/account/orders/${id}/take/`, { token: by.token })],
      ['complete', (by, id) => change(by, id, { status: 'completed', text_content: 'ফল' })],
      ['reject', (by, id) => change(by, id, { status: 'rejected', note: 'কারণ' })],
      [
        'ask',
        (by, id) =>
          portal.call('POST', `/account/orders/${id}/question/`, {
            token: by.token,
            body: { kind: 'text', text: 'নাম?' },
          }),
      ],
      ['hand back', (by, id) => change(by, id, { status: 'pending' })],
    ];
    for (const [name, act] of acts) {
      const { operator, id } = await placed({ isTaken: name === 'hand back' });
      await snooze(operator, id);
      expect((await get(operator, id)).snooze, name).not.toBeNull();
      await act(operator, id);
      expect(await get(operator, id), name).toMatchObject({ snooze: null });
      const [row] = await asOwner(
        portal.ownerUrl,
        'select snoozed_until, snooze_reason_sealed from orders where id = $1',
        [id],
      );
      expect(row, name).toEqual({ snoozed_until: null, snooze_reason_sealed: null });
    }
  });

  it('is woken by its customer’s answer', async () => {
    const { person, operator, id } = await placed();
    const asked = await portal.call('POST', `/account/orders/${id}/question/`, {
      token: operator.token,
      body: { kind: 'text', text: 'বাবার নাম কী?' },
    });
    await snooze(operator, id);
    expect(await listed(operator, 'mine=yes&waiting=yes&snoozed=no')).not.toContain(id);
    await portal.call('POST', `/account/orders/${id}/answer/`, {
      token: person.token,
      form: dataForm({ question: asked.body.question!.id, text: 'আব্দুল করিম' }),
    });
    expect(await get(operator, id)).toMatchObject({ snooze: null });
    expect(await listed(operator, 'mine=yes&due=first&snoozed=no')).toContain(id);
  });

  it('does not count as forgotten before it wakes, and afterwards like any other', async () => {
    const { operator, id } = await placed({ isTaken: true });
    const passHours = (hours: number) =>
      asOwner(
        portal.ownerUrl,
        `with old as (update order_timeline set at = at - $2 * interval '1 hour' where order_id = $1)
         update orders set updated_on = updated_on - $2 * interval '1 hour', snoozed_until = snoozed_until - $2 * interval '1 hour' where id = $1`,
        [id, hours],
      );
    const run = () => portal.portal.forgottenOrders.returnAll();
    await snooze(operator, id, 24 * 6);
    await passHours(24 * 5);
    await run();
    expect(await get(operator, id)).toMatchObject({ status: 'processing', operator: { id: operator.id } });
    await passHours(26);
    await run();
    expect(await get(operator, id)).toMatchObject({ status: 'processing', snooze: null });
    await passHours(24 * 3);
    await run();
    expect(await get(operator, id)).toMatchObject({ status: 'pending', operator: null });
  });
});

it('can be snoozed for up to a week, by those who may work on it, while it is open', async () => {
  const { person, operator, id } = await placed({ isTaken: true });
  for (const until of [inHours(-1), inHours(24 * 7 + 1), 'soon', '2026-01-01'])
    expect(await put(operator, id, { until }), until).toMatchObject({
      status: 400,
      body: { until: [expect.any(String)] },
    });
  expect((await put(operator, id, { until: inHours(1), reason: 'ক'.repeat(201) })).status).toBe(400);
  expectRefusal(await put(person, id, { until: inHours(1) }), 'not_allowed');
  expectRefusal(await put(await makeStaff(portal, 'auditor'), id, { until: inHours(1) }), 'not_allowed');
  const colleague = await makeStaff(portal, 'operator');
  expectRefusal(await put(colleague, id, { until: inHours(1) }), 'order_taken_by_other');
  expect((await put(portal.admin, id, { until: inHours(1) })).status).toBe(200);
  expectRefusal(await put(colleague, id, { until: null }), 'order_taken_by_other');
  for (let again = 0; again < 2; again += 1)
    expect(await put(operator, id, { until: null })).toMatchObject({ status: 200, body: { snooze: null } });
  expect((await timeline(operator, id)).map(({ what }: { what: string }) => what)).toEqual([
    'create',
    'take',
    'snooze',
    'wake',
  ]);
  expectRefusal(await put(operator, 999_999_999, { until: inHours(1) }), 'not_found');
  await portal.call('PATCH', `/account/orders/${id}/`, {
    token: operator.token,
    form: dataForm({ status: 'rejected', note: 'কারণ' }),
  });
  expectRefusal(await put(operator, id, { until: inHours(1) }), 'order_state_conflict');
});
