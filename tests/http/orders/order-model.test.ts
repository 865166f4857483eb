// After any sequence of steps, pauses, moved due times, snoozes, undone or repeated decisions, and refunds, an order, its clock and its money match a
// plain model.
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Answer, type Person, usePortal } from '../../support/portal.ts';
import { dataForm, expectBooksRight, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_124);
const price = 15_000;
/** Maximum that one person may refund alone in a day. */
const alone = 6_000;

type Step =
  | { act: 'take' | 'back' | 'ask' | 'answer' | 'withdraw' | 'cancel' | 'approve' | 'refuse' }
  | { act: 'pass' | 'move'; hours: number }
  /** Snoozes the order for this many hours; 0 brings it back. */
  | { act: 'snooze'; hours: number }
  /** A decision that is held on the device: undone, it is never sent; sent twice, it takes effect once. */
  | { act: 'complete' | 'reject'; held: 'sent' | 'undone' | 'twice' }
  | { act: 'refund'; paisa: number; isRepeated: boolean };

const plain = fc.constantFrom<Step>(
  ...(['take', 'back', 'ask', 'answer', 'withdraw', 'cancel'] as const).map((act) => ({ act })),
  ...(['approve', 'approve', 'refuse'] as const).map((act) => ({ act })),
);
const decision = fc.record({
  act: fc.constantFrom('complete' as const, 'complete' as const, 'reject' as const),
  held: fc.constantFrom('sent' as const, 'sent' as const, 'undone' as const, 'twice' as const),
});
const refund = fc.record({
  act: fc.constant('refund' as const),
  paisa: fc.constantFrom(1, 2_050, 3_000, 6_000, 6_001, 9_000, price, price + 1),
  isRepeated: fc.boolean(),
});
const hoursOf = <A extends 'pass' | 'move' | 'snooze'>(act: A, min: number, max: number) =>
  fc.record({ act: fc.constant(act), hours: fc.integer({ min, max }) });
/** Excludes the current moment, which may or may not have passed when the portal checks it. */
const moves = hoursOf('move', -1, 90).filter(({ hours }) => hours !== 0);
const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: plain, weight: 4 },
  { arbitrary: decision, weight: 3 },
  { arbitrary: refund, weight: 4 },
  { arbitrary: hoursOf('pass', 1, 50), weight: 1 },
  { arbitrary: moves, weight: 1 },
  { arbitrary: hoursOf('snooze', 0, 169), weight: 1 },
);
/** A complete wait from question to end, which random steps would rarely produce. */
const wait = fc
  .tuple(
    hoursOf('pass', 1, 50),
    fc.array(fc.oneof(moves, hoursOf('snooze', 0, 169), hoursOf('pass', 1, 50)), {
      maxLength: 3,
    }),
    fc.constantFrom('answer' as const, 'withdraw' as const),
  )
  .map(([first, between, end]): Step[] => [{ act: 'ask' }, first, ...between, { act: end }]);
const sequence = fc
  .array(fc.oneof({ arbitrary: step.map((one) => [one]), weight: 7 }, { arbitrary: wait, weight: 1 }), {
    minLength: 4,
    maxLength: 12,
  })
  .map((parts) => parts.flat());

/** The expected state of one order, independent of tables. */
interface Model {
  status: 'pending' | 'processing' | 'completed' | 'rejected' | 'cancelled';
  waits: boolean;
  waitedHours: number;
  /** The part of `waitedHours` that the due time does not include yet. */
  unknownHours: number;
  pausedHours: number;
  /** In seconds since 1970. */
  due: number;
  isAside: boolean;
  charged: number;
  refunded: number;
  /** Refunded alone today. */
  givenAlone: number;
  /** Refunds that await a second person, oldest first. */
  asked: number[];
}

const isOpen = ({ status }: Model) => status === 'pending' || status === 'processing';

/** @param goesOn whether the order stays open: a finished one has no due time to move */
function endPause(model: Model, goesOn = false): void {
  if (model.waits) model.pausedHours += model.waitedHours;
  if (model.waits && goesOn) model.due += model.unknownHours * 3_600;
  Object.assign(model, { waits: false, waitedHours: 0, unknownHours: 0, isAside: false });
}

function decide(model: Model, act: 'complete' | 'reject'): number {
  if (!isOpen(model) && !(act === 'complete' && model.status === 'rejected')) return 409;
  endPause(model);
  model.status = act === 'complete' ? 'completed' : 'rejected';
  if (act === 'complete') model.charged = price;
  return 200;
}

function giveBack(model: Model, paisa: number): number {
  const keptAside = model.asked.reduce((sum, one) => sum + one, 0);
  if (model.status !== 'completed' || model.refunded + keptAside + paisa > model.charged) return 409;
  if (model.givenAlone + paisa > alone) {
    model.asked.push(paisa);
    return 202;
  }
  model.givenAlone += paisa;
  model.refunded += paisa;
  return 201;
}

function answerOf(model: Model, act: 'take' | 'back' | 'ask' | 'answer' | 'withdraw' | 'cancel'): number {
  const from = model.status;
  switch (act) {
    case 'take':
      if (from !== 'pending') return 409;
      Object.assign(model, { status: 'processing', isAside: false });
      return 200;
    case 'back':
      if (from !== 'processing') return 409;
      Object.assign(model, { status: 'pending', isAside: false });
      return 200;
    case 'ask':
      if (!isOpen(model) || model.waits) return 409;
      Object.assign(model, { status: 'processing', waits: true, isAside: false });
      return 201;
    case 'answer':
    case 'withdraw':
      if (!model.waits) return 409;
      endPause(model, true);
      return 200;
    case 'cancel':
      if (from !== 'pending') return 409;
      endPause(model);
      model.status = 'cancelled';
      return 200;
  }
}

/** Restarts the clock from the time that staff promise. */
function moveDue(model: Model, hours: number): number {
  if (hours <= 0) return 400;
  if (!isOpen(model)) return 409;
  Object.assign(model, { due: Date.now() / 1000 + hours * 3_600, unknownHours: 0 });
  return 200;
}

function setAside(model: Model, hours: number): number {
  if (hours > 168) return 400;
  if (!isOpen(model)) return 409;
  model.isAside = hours > 0;
  return 200;
}

/** Decides the oldest waiting refund. @returns undefined when none waits */
function decideRefund(model: Model, act: 'approve' | 'refuse'): number | undefined {
  const paisa = model.asked[0];
  if (paisa === undefined) return undefined;
  if (act === 'approve' && model.refunded + paisa > model.charged) return 409;
  model.asked.shift();
  if (act === 'approve') model.refunded += paisa;
  return 200;
}

let keys = 0;
const newKey = () => {
  keys += 1;
  return `model-key-${String(keys).padStart(6, '0')}`;
};

interface People {
  customer: Person;
  operator: Person;
  giver: Person;
  second: Person;
}

/** The requests for one order. */
function callsOn(id: number, { customer, operator, giver, second }: People) {
  let question = 0;
  const requests: string[] = [];
  const change = (data: object, key = newKey()) =>
    portal.call('PATCH', `/account/orders/${id}/`, {
      token: operator.token,
      form: dataForm(data),
      headers: { 'Idempotency-Key': key },
    });
  const post = (by: Person, path: string, body: object = {}, key = newKey()) =>
    portal.call('POST', path, { token: by.token, body, headers: { 'Idempotency-Key': key } });
  const order = `/account/orders/${id}`;
  const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const twice = async (isTwice: boolean, call: (key: string) => Promise<Answer>): Promise<Answer> => {
    const key = newKey();
    const first = await call(key);
    if (isTwice && first.status < 300) expect((await call(key)).status).toBe(first.status);
    return first;
  };
  const simple = {
    take: () => change({ status: 'processing' }),
    back: () => change({ status: 'pending' }),
    async ask() {
      const asked = await post(operator, `${order}/question/`, { kind: 'text', text: 'বাবার নাম কী?' });
      if (asked.status === 201) question = asked.body.question.id;
      return asked;
    },
    answer: () =>
      portal.call('POST', `${order}/answer/`, {
        token: customer.token,
        form: dataForm({ question: Math.max(question, 1), text: 'ক' }),
      }),
    withdraw: () => portal.call('DELETE', `${order}/question/`, { token: operator.token }),
    cancel: () => post(customer, `${order}/cancel/`),
  };
  return {
    ...simple,
    decide: (act: 'complete' | 'reject', isTwice: boolean) =>
      twice(isTwice, (key) =>
        act === 'complete'
          ? change({ status: 'completed', text_content: 'হয়েছে' }, key)
          : change({ status: 'rejected', note: 'কারণ' }, key),
      ),
    async refund(paisa: number, isTwice: boolean) {
      const body = { amount: (paisa / 100).toFixed(2), reason: 'দেরি' };
      const answer = await twice(isTwice, (key) => post(giver, `${order}/refund/`, body, key));
      if (answer.status === 202) requests.push(answer.body.id);
      return answer;
    },
    async decideRefund(act: 'approve' | 'refuse') {
      const what = act === 'approve' ? 'approve' : 'reject';
      const answer = await post(second, `/account/transactions/${requests[0]}/${what}/`);
      if (answer.status === 200) requests.shift();
      return answer;
    },
    move: (hours: number) =>
      portal.call('PUT', `${order}/due/`, {
        token: operator.token,
        body: { due_on: inHours(hours), reason: 'দেরি হবে' },
      }),
    snooze: (hours: number) =>
      portal.call('PUT', `${order}/snooze/`, {
        token: operator.token,
        body: { until: hours === 0 ? null : inHours(hours) },
      }),
    /** Moves the order's questions and due-time changes into the past. */
    async pass(hours: number) {
      const shift = (statement: string) => asOwner(portal.ownerUrl, statement, [id, hours]);
      await shift(`update order_timeline set at = at - $2 * interval '1 hour' where order_id = $1`);
      await shift(`update orders set waiting_since = waiting_since - $2 * interval '1 hour' where id = $1`);
    },
  };
}

/** Takes the step in the model and in the portal; both must agree. */
async function take(step: Step, model: Model, calls: ReturnType<typeof callsOn>): Promise<void> {
  let wanted: number | undefined;
  let got: Answer | undefined;
  switch (step.act) {
    case 'pass':
      if (!model.waits) return;
      model.waitedHours += step.hours;
      model.unknownHours += step.hours;
      await calls.pass(step.hours);
      return;
    case 'move':
      wanted = moveDue(model, step.hours);
      got = await calls.move(step.hours);
      break;
    case 'snooze':
      wanted = setAside(model, step.hours);
      got = await calls.snooze(step.hours);
      break;
    case 'complete':
    case 'reject':
      if (step.held === 'undone') return;
      wanted = decide(model, step.act);
      got = await calls.decide(step.act, step.held === 'twice');
      break;
    case 'refund':
      wanted = giveBack(model, step.paisa);
      got = await calls.refund(step.paisa, step.isRepeated);
      break;
    case 'approve':
    case 'refuse':
      wanted = decideRefund(model, step.act);
      if (wanted !== undefined) got = await calls.decideRefund(step.act);
      break;
    default:
      wanted = answerOf(model, step.act);
      got = await calls[step.act]();
  }
  expect(got?.status, `${step.act}: ${JSON.stringify(got?.body)}`).toBe(wanted);
}

async function stateOf(id: number, userId: number) {
  const { rows } = await sql<{ paused: number; due: number }>`
    select o.status, o.waiting_since is not null as waits,
           o.paused_seconds::float8 as paused, extract(epoch from o.due_on)::float8 as due,
           coalesce(o.snoozed_until > now(), false) as aside,
           o.refunded_paisa::int as refunded,
           (w.posted_paisa)::int as posted, w.held_paisa::int as held,
           coalesce((select sum(t.amount_paisa) from ledger_transfers t where t.id = o.settled_by and t.kind = 'capture'), 0)::int as charged,
           coalesce((select sum(t.amount_paisa) from ledger_transfers t where t.refunds = o.settled_by), 0)::int as given_back
      from orders o join wallets w on w.user_id = ${userId} where o.id = ${id}`.execute(portal.db);
  return rows[0]!;
}

it('matches the model in balance, charge, refunds, status and pauses', async () => {
  console.log(`orders and refunds: seed ${seed}`);
  const services = await servicesByCode(portal);
  const people: People = {
    customer: await portal.customer(),
    operator: await makeStaff(portal, 'operator'),
    giver: await makeStaff(portal, 'accountant'),
    second: await makeStaff(portal, 'accountant'),
  };
  const set = await portal.call('PUT', '/account/settings/refunds/', {
    token: portal.admin.token,
    body: { version: 0, value: { refund_sum: (alone / 100).toFixed(2) } },
  });
  expect(set.status, JSON.stringify(set.body)).toBe(200);
  const { customer } = people;
  await portal.topUp(customer, '49000');
  let posted = 4_900_000;
  await fc.assert(
    fc.asyncProperty(sequence, async (steps) => {
      await portal.db.deleteFrom('cash_days').execute();
      const began = Date.now();
      const { id, charge, due_on } = await placeOrder(portal, customer, services.AB!);
      expect(Number(charge) * 100).toBe(price);
      const model: Model = {
        ...{ status: 'pending', waits: false, waitedHours: 0, unknownHours: 0, pausedHours: 0 },
        ...{ due: Date.parse(due_on) / 1000, isAside: false },
        ...{ charged: 0, refunded: 0, givenAlone: 0, asked: [] },
      };
      const calls = callsOn(id, people);
      for (const step of steps) {
        await take(step, model, calls);
        const { paused, due, ...state } = await stateOf(id, customer.id);
        // Exact to the second, except for the time that the test itself takes while the order waits.
        const tolerance = 1 + (Date.now() - began) / 1000;
        expect(Math.abs(due - model.due), JSON.stringify(steps)).toBeLessThan(tolerance);
        expect(Math.abs(paused - model.pausedHours * 3_600), JSON.stringify(steps)).toBeLessThan(tolerance);
        expect(state, JSON.stringify(step)).toEqual({
          ...{ status: model.status, waits: model.waits, aside: model.isAside },
          ...{ charged: model.charged, refunded: model.refunded, given_back: model.refunded },
          posted: posted - model.charged + model.refunded,
          held: isOpen(model) ? price : 0,
        });
      }
      // The customer's next order begins with the balance that this one leaves.
      if (isOpen(model)) await calls.decide('reject', false);
      posted += model.refunded - model.charged;
    }),
    // No shrinking: a failed run has changed the wallet, so that a smaller example would start differently.
    { numRuns: Number(process.env.MODEL_RUNS ?? 200), seed, endOnFailure: true },
  );
  await expectBooksRight(portal);
}, 240_000);
