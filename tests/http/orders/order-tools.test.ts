// Tools for working on orders: handing on, due times, usual times, saved replies.
import { describe, expect, it, vi } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import {
  dataForm,
  expectBooksRight,
  expectRefusal,
  makeStaff,
  placeOrder,
  servicesByCode,
  statuses,
} from '../steps.ts';

const portal = usePortal();

async function richCustomer(): Promise<Person> {
  const person = await portal.customer();
  await portal.topUp(person, '5000');
  return person;
}
const take = (staff: Person, id: number) =>
  portal.call('POST', `/account/orders/${id}/take/`, { token: staff.token });
const handOn = (staff: Person, id: number, operator: unknown) =>
  portal.call('POST', `/account/orders/${id}/hand-on/`, { token: staff.token, body: { operator } });
const complete = (staff: Person, id: number) =>
  portal.call('PATCH', `/account/orders/${id}/`, {
    token: staff.token,
    form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
  });

describe('handing an order on', () => {
  it('gives it to that colleague only, moves no money and appears in the timeline', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
    const { id } = await placeOrder(portal, person, services.AB!);
    expectRefusal(await handOn(first, id, second.id), 'order_state_conflict');
    await take(first, id);
    expectRefusal(await handOn(second, id, second.id), 'order_taken_by_other');
    const handed = await handOn(first, id, second.id);
    expect(handed).toMatchObject({
      status: 200,
      body: { status: 'processing', operator: { id: second.id } },
    });
    expectRefusal(await complete(first, id), 'order_taken_by_other');
    expect((await complete(second, id)).status).toBe(200);
    const { body } = await portal.call('GET', `/account/orders/${id}/timeline/`, { token: person.token });
    expect(body.results.map(({ what }: { what: string }) => what)).toEqual([
      'create',
      'take',
      'hand_on',
      'complete',
    ]);
    expect(body.results[2]).toMatchObject({ who: { id: first.id }, note: 'কর্মী operator' });
    const acts = `select kind, actor_id from trail where object_kind = 'order' and object_id = $1 order by id`;
    expect(await asOwner(portal.ownerUrl, acts, [id])).toEqual([
      { kind: 'order.take', actor_id: first.id },
      { kind: 'order.hand_on', actor_id: first.id },
      { kind: 'order.complete', actor_id: second.id },
    ]);
    expectRefusal(await handOn(second, id, first.id), 'order_state_conflict');
    await expectBooksRight(portal);
  });

  it('is possible for an owner with any order, and only to people who may work on orders', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const operator = await makeStaff(portal, 'operator');
    const auditor = await makeStaff(portal, 'auditor');
    const { id } = await placeOrder(portal, person, services.AB!);
    await take(operator, id);
    const gone = await makeStaff(portal, 'operator');
    await asOwner(portal.ownerUrl, 'update users set is_active = false where id = $1', [gone.id]);
    for (const to of [auditor.id, person.id, gone.id, 2_000_000])
      expectRefusal(await handOn(operator, id, to), 'not_an_operator');
    for (const wrong of ['', 'x', 0, null, undefined])
      expect((await handOn(operator, id, wrong)).status).toBe(400);
    expectRefusal(await handOn(auditor, id, operator.id), 'not_allowed');
    expectRefusal(await handOn(person, id, operator.id), 'not_allowed');
    expect((await handOn(portal.admin, id, portal.admin.id)).body.operator!.id).toBe(portal.admin.id);
    const { body } = await portal.call('GET', '/account/orders/operators/', { token: operator.token });
    const ids = body.results.map((one: { id: number }) => one.id);
    expect(ids).toEqual(expect.arrayContaining([operator.id, portal.admin.id]));
    expect(ids).not.toContain(auditor.id);
  });
});

describe('the due time', () => {
  it('is the sub-type’s processing time after the order, or else the service’s', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const hoursOf = ({ created_on, due_on }: { created_on: string; due_on: string }) =>
      (Date.parse(due_on) - Date.parse(created_on)) / 3_600_000;
    const [normal, urgent] = services.AB!.sub_type;
    expect(hoursOf(await placeOrder(portal, person, services.AB!, { sub_type: normal!.id }))).toBeCloseTo(48);
    expect(hoursOf(await placeOrder(portal, person, services.AB!, { sub_type: urgent!.id }))).toBeCloseTo(24);
    const changed = await portal.call('PATCH', `/account/services/${services.AB!.id}/`, {
      token: portal.admin.token,
      body: { working_hours: '১২' },
    });
    expect(changed.body.working_hours).toBe(12);
    expect(hoursOf(await placeOrder(portal, person, services.AB!, { sub_type: normal!.id }))).toBeCloseTo(12);
    for (const wrong of ['0', '2161', 'x', -1])
      expect(
        (
          await portal.call('PATCH', `/account/services/${services.AB!.id}/`, {
            token: portal.admin.token,
            body: { working_hours: wrong },
          })
        ).body,
      ).toHaveProperty('working_hours');
  });

  it('sorts the staff’s list, which then has only open orders', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const ids: number[] = [];
    for (let index = 0; index < 4; index += 1)
      ids.push((await placeOrder(portal, person, services.AE!)).id as number);
    const due = (id: number, interval: string) =>
      asOwner(portal.ownerUrl, 'update orders set due_on = now() + $2::interval where id = $1', [
        id,
        interval,
      ]);
    await due(ids[0]!, '3 hours');
    await due(ids[1]!, '-2 hours');
    await due(ids[2]!, '-1 hour');
    await due(ids[3]!, '-9 hours');
    await complete(portal.admin, ids[3]!);
    const listed = async (query: string) =>
      (
        await portal.call('GET', `/account/orders/?user=${person.id}&${query}`, { token: portal.admin.token })
      ).body.results.map(({ id }: { id: number }) => id);
    expect(await listed('due=first')).toEqual([ids[1], ids[2], ids[0]]);
    expect(await listed('due=overdue')).toEqual([ids[1], ids[2]]);
    expect(await listed('')).toEqual([ids[3], ids[2], ids[1], ids[0]]);
    const wrong = await portal.call('GET', '/account/orders/?due=later', { token: portal.admin.token });
    expect(wrong.status).toBe(400);
  });

  it('sorts the caller’s own taken orders with `mine=yes`, which only staff have', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
    const [one, two, three] = [
      await placeOrder(portal, person, services.AE!),
      await placeOrder(portal, person, services.AE!),
      await placeOrder(portal, person, services.AE!),
    ].map(({ id }) => id as number);
    for (const id of [one!, two!, three!]) await take(first, id);
    await handOn(first, three!, second.id);
    await asOwner(portal.ownerUrl, "update orders set due_on = now() - interval '1 hour' where id = $1", [
      two,
    ]);
    const mine = async (staff: Person, query = '') => {
      const { body } = await portal.call('GET', `/account/orders/?mine=yes&due=first${query}`, {
        token: staff.token,
      });
      return [body.results.map(({ id }: { id: number }) => id), body.count];
    };
    expect(await mine(first)).toEqual([[two, one], 2]);
    expect(await mine(second)).toEqual([[three], 1]);
    // A short number also occurs in the customer's phone number.
    const [found] = await mine(first, `&search=${one}`);
    expect(found).toContain(one);
    expect(found).not.toContain(three);
    await complete(first, two!);
    expect(await mine(first)).toEqual([[one], 1]);
    expect(await mine(person)).toEqual([[], 0]);
  });
});

describe('the usual processing times', () => {
  it('are recomputed after five minutes, even if a clock was ahead', async () => {
    const { createDueTimes } = await import('#server/orders/due-times.service.ts');
    const { usualTimes } = createDueTimes(portal.db, { notifyStaff: async () => undefined });
    const [wall, steady] = [vi.spyOn(Date, 'now'), vi.spyOn(performance, 'now')];
    try {
      wall.mockReturnValueOnce(Date.now() + 365 * 86_400_000);
      const { results } = await usualTimes();
      wall.mockRestore();
      expect((await usualTimes()).results).toBe(results);
      steady.mockReturnValue(performance.now() + 6 * 60_000);
      expect((await usualTimes()).results).not.toBe(results);
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('are the configured ones until there are five orders; then the time within which four of five were completed', async () => {
    const services = await servicesByCode(portal);
    const person = await richCustomer();
    const kind = services.AM!.sub_type[0]!;
    const { usualTimes } = portal.portal.dueTimes;
    const before = (await usualTimes()).results.find((row) => row.sub_type === kind.id);
    expect(before).toEqual({ service: services.AM!.id, sub_type: kind.id, hours: 96, from_orders: false });
    for (let hours = 1; hours <= 5; hours += 1) {
      const { id } = await placeOrder(portal, person, services.AM!, { sub_type: kind.id });
      await complete(portal.admin, id);
      await asOwner(
        portal.ownerUrl,
        // Time spent waiting for the customer does not count.
        `update orders set created_on = completed_at - ($2 + 50) * interval '1 hour', paused_seconds = 50 * 3600 where id = $1`,
        [id, hours],
      );
    }
    // An order completed longer ago does not count.
    const old = await placeOrder(portal, person, services.AM!, { sub_type: kind.id });
    await complete(portal.admin, old.id);
    await asOwner(
      portal.ownerUrl,
      `update orders set completed_at = now() - interval '31 days', created_on = now() - interval '90 days' where id = $1`,
      [old.id],
    );
    const { createDueTimes } = await import('#server/orders/due-times.service.ts');
    const fresh = await createDueTimes(portal.db, { notifyStaff: async () => undefined }).usualTimes();
    expect(fresh.results.find((row) => row.sub_type === kind.id)).toEqual({
      service: services.AM!.id,
      sub_type: kind.id,
      hours: 4,
      from_orders: true,
    });
    const { body } = await portal.call('GET', '/account/orders/usual-times/', { token: person.token });
    expect(body.count).toBeGreaterThan(15);
    expect(body.results.every(({ hours }: { hours: number }) => hours > 0)).toBe(true);
  });
});

describe('saved replies', () => {
  const replies = (method: string, path: string, body?: unknown, person = portal.admin) =>
    portal.call(method, `/account/saved-replies/${path}`, { token: person.token, body });

  it('are added, changed, listed for everyone who works on orders, and removed', async () => {
    const operator = await makeStaff(portal, 'operator');
    const added = await replies('POST', '', { kind: 'reason', title: ' ছবি ', body: 'ছবি অস্পষ্ট' });
    expect(added).toMatchObject({ status: 201, body: { kind: 'reason', title: 'ছবি', body: 'ছবি অস্পষ্ট' } });
    const { id } = added.body;
    const changed = await replies('PATCH', `${id}/`, { body: 'ছবিটি আবার তুলুন' }, operator);
    expect(changed.body).toEqual({ id, kind: 'reason', title: 'ছবি', body: 'ছবিটি আবার তুলুন' });
    expect((await replies('GET', '', undefined, operator)).body).toEqual({
      results: [changed.body],
      count: 1,
    });
    expect((await replies('DELETE', `${id}/`)).status).toBe(200);
    expectRefusal(await replies('DELETE', `${id}/`), 'not_found');
    expectRefusal(await replies('PATCH', `${id}/`, { title: 'x' }), 'not_found');
    // Colleagues send these texts unchanged, so changes are in the audit log.
    const acts = await asOwner(
      portal.ownerUrl,
      `select kind, actor_id from trail where object_kind = 'reply' and object_id = $1 order by id`,
      [String(id)],
    );
    expect(acts).toEqual([
      { kind: 'reply.added', actor_id: portal.admin.id },
      { kind: 'reply.changed', actor_id: operator.id },
      { kind: 'reply.removed', actor_id: portal.admin.id },
    ]);
  });

  it('refuse the second of two conflicting changes, unless both are the same', async () => {
    const seen = { kind: 'note', title: 'শুভেচ্ছা', body: 'ধন্যবাদ' };
    const { id } = (await replies('POST', '', seen)).body;
    const change = (body: string) => replies('PUT', `${id}/`, { ...seen, body, seen });
    expect(await change('অনেক ধন্যবাদ')).toMatchObject({
      status: 200,
      body: { id, ...seen, body: 'অনেক ধন্যবাদ' },
    });
    expectRefusal(await change('আবার আসবেন'), 'record_changed');
    expect((await change('অনেক ধন্যবাদ')).body.body).toBe('অনেক ধন্যবাদ');
    expect((await replies('DELETE', `${id}/`)).status).toBe(200);
  });

  it('are added once if the same reply is sent again after a lost response', async () => {
    const reply = { kind: 'note', title: 'ফোন', body: 'ফোন করুন' };
    const answers = [await replies('POST', '', reply)];
    answers.push(...(await Promise.all([1, 2, 3].map(() => replies('POST', '', reply)))));
    const { id } = answers[0]!.body;
    for (const again of answers) expect(again).toMatchObject({ status: 201, body: { id, ...reply } });
    const added = `select count(*)::int as times from trail where kind = 'reply.added' and object_id = $1`;
    expect(await asOwner(portal.ownerUrl, added, [String(id)])).toEqual([{ times: 1 }]);
    expectRefusal(await replies('POST', '', { ...reply, body: 'দোকানে আসুন' }), 'reply_title_taken');
  });

  it('have unique names per use, and both texts', async () => {
    await replies('POST', '', { kind: 'note', title: 'Thanks', body: 'ধন্যবাদ' });
    expectRefusal(
      await replies('POST', '', { kind: 'note', title: 'thanks', body: 'x' }),
      'reply_title_taken',
    );
    for (const kind of ['reason', 'result'])
      expect((await replies('POST', '', { kind, title: 'Thanks', body: 'x' })).status).toBe(201);
    const wrong = await replies('POST', '', { kind: 'other', title: ' ', body: 'ক'.repeat(501) });
    expect(wrong.status).toBe(400);
    expect(Object.keys(wrong.body).sort()).toEqual(['body', 'kind', 'title']);
  });

  it('are limited to 200, even under concurrent requests', async () => {
    await asOwner(
      portal.ownerUrl,
      `insert into saved_replies (kind, title, body, created_by)
       select 'note', 'n ' || n, 'x', $1 from generate_series(1, 195 - (select count(*) from saved_replies)) as n`,
      [portal.admin.id],
    );
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        replies('POST', '', { kind: 'note', title: `নতুন ${at}`, body: 'x' }),
      ),
    );
    expect(statuses(answers)).toEqual({ 201: 5, 409: 7 });
    for (const refused of answers.filter(({ status }) => status !== 201))
      expectRefusal(refused, 'replies_full');
    const { body } = await replies('GET', '');
    expect(body.count).toBe(200);
    expect((await replies('DELETE', `${body.results[0].id}/`)).status).toBe(200);
    expect((await replies('POST', '', { kind: 'note', title: 'আবার', body: 'x' })).status).toBe(201);
  });

  it('are closed to customers, accountants and auditors', async () => {
    for (const person of [
      await portal.customer(),
      await makeStaff(portal, 'accountant'),
      await makeStaff(portal, 'auditor'),
    ])
      expectRefusal(await replies('GET', '', undefined, person), 'not_allowed');
  });
});
