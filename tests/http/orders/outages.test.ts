// Outages of external servers: who may announce them, what customers see before they pay, and the clocks of open orders.
import { describe, expect, it } from 'vitest';

import { dueAfterPause } from '#contract/settings/rules.ts';
import { beginOutage, endOutage } from '#server/catalogue/catalogue.queries.ts';
import { createOutages } from '#server/orders/outages/outages.service.ts';
import { inTransaction } from '#server/platform/database/connect.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectBooksRight, expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const shop = { closed_weekdays: [], holidays: [] };
const hourMs = 3_600_000;

const start = (by: Person, service: number, reason = 'জন্ম নিবন্ধন সার্ভার বন্ধ') =>
  portal.call('PUT', `/account/services/${service}/outage/`, { token: by.token, body: { reason } });
const end = (by: Person, service: number) =>
  portal.call('DELETE', `/account/services/${service}/outage/`, { token: by.token });
const shown = async (person: Person, service: number) =>
  (await portal.call('GET', '/account/services/status/', { token: person.token })).body.find(
    ({ id }: { id: number }) => id === service,
  )?.outage;
const overdue = async (by: Person) =>
  (
    await portal.call('GET', '/account/orders/?due=overdue&page_size=100', { token: by.token })
  ).body.results.map(({ id }: { id: number }) => id);
/** Lets hours pass for a service with an outage and for its orders. */
const passHours = async (service: number, count: number) => {
  await asOwner(
    portal.ownerUrl,
    `update services set outage_since = outage_since - $2 * interval '1 hour' where id = $1`,
    [service, count],
  );
  await asOwner(
    portal.ownerUrl,
    `update orders set created_on = created_on - $2 * interval '1 hour', due_on = due_on - $2 * interval '1 hour' where service_id = $1`,
    [service, count],
  );
};

describe('an outage', () => {
  it('is shown to customers before they pay, and only operators and owners may announce it', async () => {
    const { AB: service } = await servicesByCode(portal);
    const person = await portal.customer();
    const operator = await makeStaff(portal, 'operator');
    for (const other of [person, await makeStaff(portal, 'accountant'), await makeStaff(portal, 'auditor')])
      expectRefusal(await start(other, service!.id), 'not_allowed');
    expect(await start(operator, service!.id, ' ')).toMatchObject({
      status: 400,
      body: { reason: expect.anything() },
    });
    expectRefusal(await start(operator, 99_999), 'not_found');
    const begun = await start(operator, service!.id);
    expect(begun).toMatchObject({ status: 200, body: { reason: 'জন্ম নিবন্ধন সার্ভার বন্ধ' } });
    expect(await shown(person, service!.id)).toEqual(begun.body);
    expect(await start(operator, service!.id, 'এখনো বন্ধ')).toMatchObject({
      body: { since: begun.body.since },
    });
    expect((await end(operator, service!.id)).body).toEqual({ resumed: 0 });
    expect(await shown(person, service!.id)).toBeNull();
    expect((await end(operator, service!.id)).body).toEqual({ resumed: 0 });
    const events = await asOwner<{ kind: string }>(
      portal.ownerUrl,
      `select kind from trail where kind like 'service.outage%' and object_id = $1 order by id`,
      [String(service!.id)],
    );
    expect(events.map(({ kind }) => kind)).toEqual([
      'service.outage_began',
      'service.outage_began',
      'service.outage_ended',
    ]);
  });

  it('is detected again by a process whose lookups still fail after another one got a response', async () => {
    const { AF: service } = await servicesByCode(portal);
    const person = await portal.customer();
    const [here, there] = [0, 1].map(() =>
      createOutages({
        db: portal.db,
        notices: { notifyStaff: async () => undefined } as never,
        pauseRule: async () => (due) => due,
        clock: { now: () => new Date() },
      }),
    );
    const fail = async (times: number) => {
      for (let time = 0; time < times; time += 1) await here!.recordLookupOutcome('AF', false);
    };
    await fail(3);
    expect(await shown(person, service!.id)).not.toBeNull();
    await there!.recordLookupOutcome('AF', true);
    expect(await shown(person, service!.id)).toBeNull();
    await fail(2);
    expect(await shown(person, service!.id)).toBeNull();
    await fail(1);
    expect(await shown(person, service!.id)).not.toBeNull();
    await there!.recordLookupOutcome('AF', true);
    // An outage announced by staff is not ended by a successful lookup.
    await inTransaction(portal.db, (trx) =>
      beginOutage(trx, service!.id, { reason: 'x', isAutomatic: false }),
    );
    await fail(3);
    await there!.recordLookupOutcome('AF', true);
    await here!.recordLookupOutcome('AF', true);
    expect(await shown(person, service!.id)).not.toBeNull();
    await inTransaction(portal.db, (trx) => endOutage(trx, service!.id, false));
  });

  it('stops the clocks: no order becomes overdue, and each keeps the time it had left', async () => {
    const { AC: service, AB: other } = await servicesByCode(portal);
    const operator = await makeStaff(portal, 'operator');
    const person = await portal.customer();
    await portal.topUp(person, '5000');
    const [open, done, elsewhere] = [
      await placeOrder(portal, person, service!),
      await placeOrder(portal, person, service!),
      await placeOrder(portal, person, other!),
    ];
    const completed = await portal.call('PATCH', `/account/orders/${done.id}/`, {
      token: operator.token,
      body: { status: 'completed', text_content: 'শেষ', note: '' },
    });
    expect(completed.status).toBe(200);
    await start(operator, service!.id);
    await passHours(service!.id, 500);
    expect(await overdue(operator)).not.toContain(open.id);
    const due = async (id: number) =>
      new Date((await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body.due_on);
    const [before, untouched, finished] = [await due(open.id), await due(elsewhere.id), await due(done.id)];
    expect((await end(operator, service!.id)).body).toEqual({ resumed: 1 });
    const ended = new Date();
    const expected = dueAfterPause(
      before,
      { from: new Date(ended.getTime() - 500 * hourMs), to: ended },
      shop,
    );
    expect(Math.abs((await due(open.id)).getTime() - expected.getTime())).toBeLessThan(30_000);
    expect([await due(elsewhere.id), await due(done.id)]).toEqual([untouched, finished]);
    expect(await overdue(operator)).not.toContain(open.id);
    const notices = await portal.call('GET', '/account/notices/', { token: person.token });
    expect(
      notices.body.results.filter(({ kind }: { kind: string }) => kind === 'order_resumed'),
    ).toMatchObject([{ object: { kind: 'order', id: String(open.id) } }]);
    const [row] = await asOwner<{ paused_seconds: number }>(
      portal.ownerUrl,
      'select paused_seconds::float8 from orders where id = $1',
      [open.id],
    );
    expect(row!.paused_seconds / 3_600).toBeCloseTo(500, 0);
    await expectBooksRight(portal);
  });

  it('adds no time from before a due time was moved by hand', async () => {
    const { AM: service } = await servicesByCode(portal);
    const operator = await makeStaff(portal, 'operator');
    const person = await portal.customer();
    await portal.topUp(person, '5000');
    const order = await placeOrder(portal, person, service!);
    await start(operator, service!.id);
    await passHours(service!.id, 30);
    await portal.call('PUT', `/account/orders/${order.id}/due/`, {
      token: operator.token,
      body: { due_on: new Date(Date.now() + 24 * hourMs).toISOString(), reason: 'দেরি হবে' },
    });
    await passHours(service!.id, 3);
    await asOwner(
      portal.ownerUrl,
      `update order_timeline set at = at - interval '3 hours' where order_id = $1 and what = 'move_due'`,
      [order.id],
    );
    await end(operator, service!.id);
    const { body } = await portal.call('GET', `/account/orders/${order.id}/`, { token: person.token });
    expect((new Date(body.due_on).getTime() - Date.now()) / hourMs).toBeCloseTo(24, 2);
    const [row] = await asOwner<{ hours: number }>(
      portal.ownerUrl,
      'select paused_seconds / 3600 as hours from orders where id = $1',
      [order.id],
    );
    expect(row!.hours).toBeCloseTo(33, 2);
  });

  it('stops the clock only once if a question is open at the same time', async () => {
    const { AD: service } = await servicesByCode(portal);
    const operator = await makeStaff(portal, 'operator');
    const person = await portal.customer();
    await portal.topUp(person, '5000');
    const order = await placeOrder(portal, person, service!);
    const left = new Date(order.due_on).getTime() - Date.now();
    await start(operator, service!.id);
    await passHours(service!.id, 10);
    await portal.call('POST', `/account/orders/${order.id}/question/`, {
      token: operator.token,
      body: { kind: 'text', text: 'বাবার নাম কী?' },
    });
    await passHours(service!.id, 5);
    await asOwner(
      portal.ownerUrl,
      `update order_questions set asked_at = asked_at - interval '5 hours' where order_id = $1`,
      [order.id],
    );
    await asOwner(
      portal.ownerUrl,
      `update orders set waiting_since = waiting_since - interval '5 hours' where id = $1`,
      [order.id],
    );
    await portal.call('DELETE', `/account/orders/${order.id}/question/`, { token: operator.token });
    await passHours(service!.id, 2);
    await asOwner(
      portal.ownerUrl,
      `update order_questions set asked_at = asked_at - interval '2 hours', withdrawn_at = withdrawn_at - interval '2 hours' where order_id = $1`,
      [order.id],
    );
    await end(operator, service!.id);
    const { body } = await portal.call('GET', `/account/orders/${order.id}/`, { token: person.token });
    expect(Math.abs(new Date(body.due_on).getTime() - Date.now() - left)).toBeLessThan(60_000);
  });
});
