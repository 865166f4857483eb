// Two people act on one order concurrently: one wins, and money and timeline are right. A short run; `npm run test:races` repeats each race 500 times.
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { completeOrders } from '#server/orders/complete-order.queries.ts';
import { findOrder } from '#server/orders/orders.queries.ts';
import type { Answer, Person } from '../../support/portal.ts';
import { usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  dataForm,
  expectBooksRight,
  expectRefusal,
  makeStaff,
  placeOrder,
  servicesByCode,
} from '../steps.ts';

const portal = usePortal();
const repetitions = Number(process.env.RACES ?? 15);
const price = 150;

const change = (staff: Person, id: number, data: unknown) =>
  portal.call('PATCH', `/account/orders/${id}/`, { token: staff.token, form: dataForm(data) });
const complete = (staff: Person, id: number, text = 'ফলাফল') =>
  change(staff, id, { status: 'completed', text_content: text });
const reject = (staff: Person, id: number) => change(staff, id, { status: 'rejected', note: 'কারণ' });
const cancel = (person: Person, id: number) =>
  portal.call('POST', `/account/orders/${id}/cancel/`, { token: person.token });
const reUpload = (staff: Person, id: number) =>
  portal.call('POST', `/account/orders/re-upload/${id}/`, {
    token: staff.token,
    form: dataForm({ text_content: 'নতুন ফলাফল' }),
  });

const stepsOf = async (person: Person, id: number): Promise<string[]> =>
  (await portal.call('GET', `/account/orders/${id}/timeline/`, { token: person.token })).body.results.map(
    ({ what }: { what: string }) => what,
  );

interface Race {
  person: Person;
  id: number;
  runners: (() => Promise<Answer>)[];
}

/** Runs the race repeatedly, giving each participant the head start in turn; checks order, timeline and money each time. */
async function repeat(
  make: (person: Person, id: number) => Promise<Race['runners']> | Race['runners'],
  check: (steps: string, answers: Answer[]) => { spent: number; status: string },
): Promise<Record<string, number>> {
  const services = await servicesByCode(portal);
  const seen: Record<string, number> = {};
  let person = await portal.customer();
  await portal.topUp(person, '10000');
  for (let race = 0; race < repetitions; race += 1) {
    if (race % 50 === 49) {
      person = await portal.customer();
      await portal.topUp(person, '10000');
    }
    const before = await balanceOf(portal, person);
    const { id } = await placeOrder(portal, person, services.AB!);
    const runners = await make(person, id);
    const start = race % runners.length;
    const turned = [...runners.slice(start), ...runners.slice(0, start)];
    const answers = await Promise.all(turned.map((run) => run()));
    for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 'order_state_conflict');
    const steps = (await stepsOf(person, id)).slice(1).join(' ');
    const { spent, status } = check(steps, answers);
    expect(answers.filter((answer) => answer.status === 200)).not.toHaveLength(0);
    const { body } = await portal.call('GET', `/account/orders/${id}/`, { token: person.token });
    expect(body.status, steps).toBe(status);
    expect(await balanceOf(portal, person), steps).toEqual({
      current_balance: before.current_balance - spent,
      held: 0,
    });
    seen[steps] = (seen[steps] ?? 0) + 1;
  }
  await expectBooksRight(portal);
  return seen;
}

const won = (answers: readonly Answer[]) => answers.filter(({ status }) => status === 200).length;
const minutes = 60_000 * 20;

it(
  'the customer cancels while staff complete',
  async () => {
    const operator = await makeStaff(portal, 'operator');
    await repeat(
      (person, id) => [() => complete(operator, id), () => cancel(person, id)],
      (steps, answers) => {
        expect(won(answers)).toBe(1);
        expect(['complete', 'cancel']).toContain(steps);
        return steps === 'complete'
          ? { spent: price, status: 'completed' }
          : { spent: 0, status: 'cancelled' };
      },
    );
  },
  minutes,
);

it(
  'two members of staff complete',
  async () => {
    const [one, two] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
    await repeat(
      (_person, id) => [() => complete(one, id, 'এক'), () => complete(two, id, 'দুই')],
      (steps, answers) => {
        expect(won(answers)).toBe(1);
        expect(steps).toBe('complete');
        const winner = answers.find(({ status }) => status === 200)!;
        expect(['এক', 'দুই']).toContain(winner.body.text_content);
        return { spent: price, status: 'completed' };
      },
    );
  },
  minutes,
);

it(
  'one rejects while another completes and a third replaces the result',
  async () => {
    const [one, two, three] = [
      await makeStaff(portal, 'operator'),
      await makeStaff(portal, 'operator'),
      await makeStaff(portal, 'operator'),
    ];
    // A rejected order may be completed after all, and a completed one replaced: each is one more valid step.
    const possible = [
      'complete',
      'reject',
      'complete re_upload',
      'reject complete',
      'reject complete re_upload',
    ];
    await repeat(
      (_person, id) => [() => reject(one, id), () => complete(two, id), () => reUpload(three, id)],
      (steps, answers) => {
        expect(possible).toContain(steps);
        expect(won(answers)).toBe(steps.split(' ').length);
        return steps === 'reject' ? { spent: 0, status: 'rejected' } : { spent: price, status: 'completed' };
      },
    );
  },
  minutes,
);

it(
  'one rejects what another has completed and is replacing',
  async () => {
    const [one, two] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
    await repeat(
      async (_person, id) => {
        expect((await complete(one, id)).status).toBe(200);
        return [() => reject(two, id), () => reUpload(one, id)];
      },
      (steps, answers) => {
        expect(won(answers)).toBe(1);
        expect(steps).toBe('complete re_upload');
        return { spent: price, status: 'completed' };
      },
    );
  },
  minutes,
);

it('does not complete an order taken since it was read, and leaves its key free for a retry', async () => {
  const person = await portal.customer();
  await portal.topUp(person, '1000');
  const { id } = await placeOrder(portal, person, (await servicesByCode(portal)).AB!);
  const { db } = portal.portal;
  const stale = (await findOrder(db, id))!;
  const [early, late] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
  await portal.call('POST', `/account/orders/${id}/take/`, { token: early.token });
  const key = 'stale-key';
  const idempotency = { key, requestHash: Buffer.from('y') };
  const completion = {
    order: stale,
    actorId: late.id,
    idempotency,
    note: '',
    textContentSealed: Buffer.from('x'),
  };
  expect(await completeOrders(db, [completion])).toEqual(new Map());
  const kept = await db
    .selectFrom('idempotency_keys')
    .select('key')
    .where('key', '=', createHash('sha256').update(key).digest('hex'))
    .execute();
  expect(kept).toEqual([]);
  const fresh = (await findOrder(db, id))!;
  const [completed] = (
    await completeOrders(db, [{ ...completion, order: fresh, actorId: early.id }])
  ).values();
  expect(completed?.status).toBe('completed');
  await expectBooksRight(portal);
});
