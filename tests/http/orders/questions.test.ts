// Questions inside an order: who may ask, answer and withdraw; the clock, what is sealed.
import { createCanvas } from '@napi-rs/canvas';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueAfter, dueAfterPause, openHoursBetween } from '#contract/settings/rules.ts';
import { asOwner } from '../../support/database.ts';
import type { Person } from '../../support/portal.ts';
import { usePortal } from '../../support/portal.ts';
import { findInTables } from '../platform/table-dump.ts';
import {
  balanceOf,
  dataForm,
  expectBooksRight,
  expectRefusal,
  makeStaff,
  placeOrder,
  servicesByCode,
  signInAgain,
} from '../steps.ts';
import { answeringOn } from './answering.ts';

const portal = usePortal();
const { ask, answer } = answeringOn(portal);
const png = { bytes: createCanvas(40, 30).toBuffer('image/png'), name: 'nid.png' };
const hourMs = 3_600_000;

const withdraw = (by: Person, id: number) =>
  portal.call('DELETE', `/account/orders/${id}/question/`, { token: by.token });
const get = async (by: Person, id: number) =>
  (await portal.call('GET', `/account/orders/${id}/`, { token: by.token })).body;
const timeline = async (by: Person, id: number) =>
  (await portal.call('GET', `/account/orders/${id}/timeline/`, { token: by.token })).body.results;
const kindsOf = async (person: Person) =>
  (await portal.call('GET', '/account/notices/', { token: person.token })).body.results.map(
    ({ kind }: { kind: string }) => kind,
  );
const listed = async (by: Person, query: string) =>
  (await portal.call('GET', `/account/orders/?page_size=100&${query}`, { token: by.token })).body.results.map(
    ({ id }: { id: number }) => id,
  );

/** Lets hours pass for an order, as if it had been placed and asked about earlier. */
const passHours = (id: number, hours: number) =>
  asOwner(
    portal.ownerUrl,
    `update orders set waiting_since = waiting_since - $2 * interval '1 hour', due_on = due_on - $2 * interval '1 hour',
       created_on = created_on - $2 * interval '1 hour' where id = $1`,
    [id, hours],
  );

async function asked(body?: unknown) {
  const services = await servicesByCode(portal);
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const operator = await makeStaff(portal, 'operator');
  const { id, due_on } = await placeOrder(portal, person, services.AB!);
  const made = await ask(operator, id, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { person, operator, id, due_on, question: made.body.question! };
}

describe('a question', () => {
  it('takes the order, notifies the customer, and waits for the answer', async () => {
    const { person, operator, id, question } = await asked();
    expect(await get(person, id)).toMatchObject({
      status: 'processing',
      operator: { id: operator.id },
      question: { kind: 'text', text: 'বাবার নাম কী?', answered_on: null, answer: null, file: null },
      waiting: { question: 'বাবার নাম কী?', since: question.asked_on },
    });
    expect((await kindsOf(person))[0]).toBe('order_question');
    const acts = `select kind from trail where actor_id = $1 and object_kind = 'order' and object_id = $2`;
    expect(await asOwner(portal.ownerUrl, acts, [operator.id, id])).toContainEqual({ kind: 'order.ask' });
    const before = await balanceOf(portal, person);
    const done = await answer(person, id, { question: question.id, text: 'আব্দুল করিম' });
    expect(done.status).toBe(200);
    expect(done.body.question).toMatchObject({ answer: 'আব্দুল করিম', answered_on: expect.any(String) });
    expect(done.body).toMatchObject({ status: 'processing', waiting: null });
    expect(done.body).toEqual(await get(person, id));
    expect(await balanceOf(portal, person)).toEqual(before);
    expect((await kindsOf(operator))[0]).toBe('order_answered');
    const whole = (await timeline(person, id)).map((entry: Record<string, unknown>) => [
      entry.what,
      entry.note,
    ]);
    expect(whole).toEqual([
      ['create', ''],
      ['ask', 'বাবার নাম কী?'],
      ['answer', 'আব্দুল করিম'],
    ]);
  });

  it('notifies everyone who may work on the order of the answer if the person who asked no longer may', async () => {
    const { person, operator, id, question } = await asked();
    const colleague = await makeStaff(portal, 'operator');
    await portal.call('PUT', `/account/user/${operator.id}/roles/`, {
      token: portal.admin.token,
      body: { roles: ['customer'] },
    });
    expect((await answer(person, id, { question: question.id, text: 'আব্দুল করিম' })).status).toBe(200);
    expect(await kindsOf(colleague)).toContain('order_answered');
    await signInAgain(portal, operator);
    expect(await kindsOf(operator)).not.toContain('order_answered');
  });

  it('for a paper accepts a photo or PDF by its content, opened only by customer and staff, and logged', async () => {
    const { person, operator, id, question } = await asked({ kind: 'paper', text: 'এনআইডির ছবি দিন' });
    const missing = await answer(person, id, { question: question.id, text: 'নেই' });
    expect(missing).toMatchObject({ status: 400, body: { file: expect.anything() } });
    for (const wrong of ['<script>', 'MZ\u0090'])
      expectRefusal(
        await answer(person, id, { question: question.id }, { bytes: wrong, name: 'a.png' }),
        'file_type_refused',
      );
    const done = await answer(person, id, { question: question.id }, png);
    expect(done.status).toBe(200);
    const file = (await get(operator, id)).question!.file!;
    expect(file).toMatch(/^\/file\/[\w-]{27}\/$/);
    expect((await portal.call('GET', file, { token: operator.token })).status).toBe(200);
    expect((await portal.call('GET', file, { token: person.token })).status).toBe(200);
    expect((await portal.call('GET', file, { token: (await portal.customer()).token })).status).toBe(404);
    expect((await timeline(operator, id)).at(-1)).toMatchObject({
      what: 'answer',
      file,
      file_name: 'nid.jpg',
    });
    const opened = await asOwner<{ actor_id: number }>(
      portal.ownerUrl,
      `select actor_id from trail where kind = 'attachment.opened' and subject_id = $1 order by id`,
      [person.id],
    );
    expect(opened.map(({ actor_id }) => actor_id)).toEqual([operator.id, person.id]);
  });

  it('is limited to one at a time, asked by the person who has the order, and answered once by its customer', async () => {
    const { person, operator, id, question } = await asked();
    expectRefusal(await ask(operator, id), 'question_open');
    expectRefusal(await ask(await makeStaff(portal, 'operator'), id), 'order_taken_by_other');
    expectRefusal(await ask(await makeStaff(portal, 'auditor'), id), 'not_allowed');
    expectRefusal(await ask(person, id), 'not_allowed');
    expectRefusal(await ask(operator, 2_000_000), 'not_found');
    expect((await ask(operator, id, { kind: 'video', text: 'x' })).status).toBe(400);
    expect((await ask(operator, id, { kind: 'text', text: ' ' })).status).toBe(400);
    const text = { question: question.id, text: 'ক' };
    expectRefusal(await answer(await portal.customer(), id, text), 'not_found');
    expectRefusal(await answer(operator, id, text), 'not_found');
    expectRefusal(await answer(person, id, { ...text, question: question.id + 1_000 }), 'question_closed');
    expect((await answer(person, id, { question: question.id })).body).toMatchObject({
      text: expect.anything(),
    });
    const races = await Promise.all([1, 2, 3, 4].map(() => answer(person, id, text)));
    expect(races.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expectRefusal(await answer(person, id, text), 'question_closed');
    expect((await ask(operator, id)).status).toBe(201);
  });

  it('asked by an owner about a colleague’s order leaves it with the colleague', async () => {
    const { person, operator, id, question } = await asked();
    await answer(person, id, { question: question.id, text: 'ক' });
    expect((await ask(portal.admin, id)).status).toBe(201);
    expect(await listed(operator, 'mine=yes')).toContain(id);
    expect(await listed(portal.admin, 'mine=yes')).not.toContain(id);
  });

  it('is asked and answered once per key', async () => {
    const { person, operator, id, question } = await asked();
    await withdraw(operator, id);
    const [one, two] = [
      await ask(operator, id, undefined, 'ask-1'),
      await ask(operator, id, undefined, 'ask-1'),
    ];
    expect(two.body.question!.id).toBe(one.body.question!.id);
    expect(one.body.question!.id).not.toBe(question.id);
    const data = { question: one.body.question!.id, text: 'ক' };
    for (let tries = 0; tries < 2; tries += 1)
      expect((await answer(person, id, data, undefined, 'answer-1')).status).toBe(200);
    const whats = (await timeline(person, id)).map(({ what }: { what: string }) => what);
    expect(whats).toEqual(['create', 'ask', 'withdraw', 'ask', 'answer']);
  });

  it('is withdrawn by staff or by the end of the order; then the previous answered one is shown', async () => {
    const { person, operator, id, question } = await asked();
    await answer(person, id, { question: question.id, text: 'প্রথম' });
    const second = (await ask(operator, id, { kind: 'text', text: 'মায়ের নাম?' })).body.question!;
    const { body: withdrawn } = await withdraw(operator, id);
    expect(withdrawn.question).toMatchObject({ id: question.id, answer: 'প্রথম' });
    expect(withdrawn.waiting).toBeNull();
    expect(await get(operator, id), 'as it is read').toMatchObject(withdrawn);
    expectRefusal(await withdraw(operator, id), 'question_closed');
    expectRefusal(await answer(person, id, { question: second.id, text: 'ক' }), 'question_closed');
    const third = (await ask(operator, id)).body.question!;
    const done = await portal.call('PATCH', `/account/orders/${id}/`, {
      token: operator.token,
      form: dataForm({ status: 'completed', text_content: 'হয়েছে' }),
    });
    expect(done).toMatchObject({ status: 200, body: { status: 'completed', question: { id: question.id } } });
    expectRefusal(await answer(person, id, { question: third.id, text: 'ক' }), 'question_closed');
    expectRefusal(await ask(operator, id), 'order_state_conflict');
    await expectBooksRight(portal);
  });

  it('masks numbers for staff in lists and in the timeline, and is sealed at rest', async () => {
    const { person, operator, id, question } = await asked({ kind: 'text', text: 'প্রশ্নগোপন ৭৭' });
    await answer(person, id, { question: question.id, text: 'উত্তরগোপন 19901234567890123' });
    expect((await get(operator, id)).question!.answer).toContain('19901234567890123');
    expect((await timeline(operator, id)).at(-1)!.note).not.toContain('19901234567890123');
    expect((await timeline(person, id)).at(-1)!.note).toContain('19901234567890123');
    const rowOf = async () =>
      (
        await portal.call('GET', '/account/orders/?page_size=50', { token: operator.token })
      ).body.results.find((order: { id: number }) => order.id === id)!;
    expect((await rowOf()).question!.answer).not.toContain('19901234567890123');
    await ask(operator, id, { kind: 'text', text: 'নম্বরটি কি 19901234567890123?' });
    expect((await rowOf()).waiting!.question).toBe('নম্বরটি কি …0123?');
    expect(await findInTables(portal, ['প্রশ্নগোপন', 'উত্তরগোপন'])).toEqual([]);
  });
});

describe('the clock of an order that waits', () => {
  it('stops: the order is not late, in no queue, not reported, and due later by the time it waited', async () => {
    const { person, operator, id, question } = await asked();
    await passHours(id, 100);
    expect(await listed(operator, 'due=overdue')).not.toContain(id);
    expect(await listed(operator, 'due=first&mine=yes')).not.toContain(id);
    expect(await listed(operator, 'mine=yes')).toContain(id);
    expect(await listed(operator, 'waiting=yes')).toContain(id);
    await portal.portal.dueTimes.notifyOverdue();
    const overdue = await asOwner<{ overdue_told: boolean }>(
      portal.ownerUrl,
      'select overdue_told from orders where id = $1',
      [id],
    );
    expect(overdue[0]!.overdue_told).toBe(false);
    const before = Date.parse((await get(person, id)).due_on);
    const done = await answer(person, id, { question: question.id, text: 'ক' });
    expect((Date.parse(done.body.due_on) - before) / hourMs).toBeCloseTo(100, 1);
    expect(await listed(operator, 'waiting=yes')).not.toContain(id);
    expect(await listed(operator, 'due=first&mine=yes')).toContain(id);
    const paused = await asOwner<{ hours: number }>(
      portal.ownerUrl,
      'select paused_seconds / 3600 as hours from orders where id = $1',
      [id],
    );
    expect(paused[0]!.hours).toBeCloseTo(100, 1);
  });

  const hours = fc.double({ min: 0, max: 900, noNaN: true });
  const opening = fc.record({
    closed_weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { maxLength: 3 }),
    holidays: fc.uniqueArray(fc.constantFrom('2026-11-24', '2026-12-01', '2026-12-16'), { maxLength: 3 }),
  });
  const from = new Date('2026-11-22T05:17:00Z');
  const later = (base: Date, by: number) => new Date(base.getTime() + by * hourMs);

  it('leaves as much working time after the pause as before, regardless of closed days', () => {
    fc.assert(
      fc.property(hours, hours, hours, opening, (working, until, pause, days) => {
        const due = dueAfter(from, working, days);
        const begun = later(from, until);
        const over = later(begun, pause);
        const moved = dueAfterPause(due, { from: begun, to: over }, days);
        const left = openHoursBetween(begun, due, days);
        expect(openHoursBetween(over, moved, days)).toBeCloseTo(left, 4);
        if (begun > due) expect(moved.getTime() - over.getTime()).toBe(due.getTime() - begun.getTime());
        if (days.closed_weekdays.length + days.holidays.length === 0)
          expect((moved.getTime() - due.getTime()) / hourMs).toBeCloseTo(pause, 4);
      }),
    );
  });
});

describe('a due time moved by hand', () => {
  const move = (by: Person, id: number, inHours: number, reason: unknown = 'সার্ভার বন্ধ ছিল') =>
    portal.call('PUT', `/account/orders/${id}/due/`, {
      token: by.token,
      body: { due_on: new Date(Date.now() + inHours * hourMs).toISOString(), reason },
    });

  it('has a reason, which the customer is notified of and sees in the timeline', async () => {
    const { person, operator, id } = await asked();
    const { due_on: before } = await get(person, id);
    const moved = await move(operator, id, 72);
    expect(moved.status, JSON.stringify(moved.body)).toBe(200);
    expect((Date.parse((await get(person, id)).due_on) - Date.now()) / hourMs).toBeCloseTo(72, 1);
    expect((await kindsOf(person))[0]).toBe('order_due_moved');
    const entries = await timeline(person, id);
    expect(entries.at(-1)).toMatchObject({
      what: 'move_due',
      note: 'সার্ভার বন্ধ ছিল',
      moved: { from: before, to: moved.body.due_on },
    });
    for (const { moved: other } of entries.slice(0, -1)) expect(other).toBeNull();
  });

  it('is reported again once it has passed', async () => {
    const { person, operator, id, question } = await asked();
    await answer(person, id, { question: question.id, text: 'ক' });
    const reportedOnceDue = async () => {
      await asOwner(portal.ownerUrl, `update orders set due_on = now() - interval '1 hour' where id = $1`, [
        id,
      ]);
      await portal.portal.dueTimes.notifyOverdue();
      return (await kindsOf(portal.admin)).filter((kind) => kind === 'order_overdue').length;
    };
    const first = await reportedOnceDue();
    // A person who has read the first report gets another one.
    await portal.call('POST', '/account/notices/read-all/', { token: portal.admin.token, body: {} });
    expect(await reportedOnceDue()).toBe(first);
    await move(operator, id, 72);
    expect(await reportedOnceDue()).toBe(first + 1);
  });

  it('is recorded and notified once if its request is repeated with the same key', async () => {
    const { person, operator, id } = await asked();
    const body = { due_on: new Date(Date.now() + 72 * hourMs).toISOString(), reason: 'সার্ভার বন্ধ ছিল' };
    const press = () =>
      portal.call('PUT', `/account/orders/${id}/due/`, {
        ...{ token: operator.token, body, headers: { 'Idempotency-Key': `due ${id}` } },
      });
    const first = await press();
    expect((await press()).body).toEqual(first.body);
    expect((await timeline(person, id)).filter(({ what }) => what === 'move_due')).toHaveLength(1);
    expect((await kindsOf(person)).filter((kind) => kind === 'order_due_moved')).toHaveLength(1);
  });

  it('while the order waits counts from then on: earlier waiting time is not added', async () => {
    const { person, operator, id, question } = await asked();
    await passHours(id, 100);
    await move(operator, id, 24);
    await passHours(id, 5);
    await asOwner(
      portal.ownerUrl,
      `update order_timeline set at = at - interval '5 hours' where order_id = $1 and what = 'move_due'`,
      [id],
    );
    const done = await answer(person, id, { question: question.id, text: 'ক' });
    expect((Date.parse(done.body.due_on) - Date.now()) / hourMs).toBeCloseTo(24, 2);
    const [row] = await asOwner<{ hours: number }>(
      portal.ownerUrl,
      'select paused_seconds / 3600 as hours from orders where id = $1',
      [id],
    );
    expect(row!.hours).toBeCloseTo(105, 2);
  });

  it('is set only by the person who has the order, in the future, and for an open order', async () => {
    const { person, operator, id } = await asked();
    expectRefusal(await move(person, id, 72), 'not_allowed');
    expectRefusal(await move(await makeStaff(portal, 'auditor'), id, 72), 'not_allowed');
    expectRefusal(await move(await makeStaff(portal, 'operator'), id, 72), 'order_taken_by_other');
    expectRefusal(await move(operator, 2_000_000, 72), 'not_found');
    for (const hours of [-1, 9_000]) expect((await move(operator, id, hours)).status).toBe(400);
    for (const reason of ['', ' ', null, 'x'.repeat(501)])
      expect((await move(operator, id, 72, reason)).status).toBe(400);
    await portal.call('PATCH', `/account/orders/${id}/`, {
      token: operator.token,
      form: dataForm({ status: 'rejected', note: 'কারণ' }),
    });
    expectRefusal(await move(operator, id, 72), 'order_state_conflict');
  });
});

it('reaches the open pages of staff and customer immediately', async () => {
  const { person, id, question } = await asked();
  await answer(person, id, { question: question.id, text: 'ক' });
  const events = await asOwner<{ audience: string }>(
    portal.ownerUrl,
    `select audience from live_events where message->>'orderId' = $1 and message->>'type' = 'order_updated' order by id`,
    [String(id)],
  );
  const mine = `user:${person.id}`;
  expect(events.map(({ audience }) => audience)).toEqual(['staff', mine, 'staff', mine]);
});
