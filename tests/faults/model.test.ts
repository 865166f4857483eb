// Random customers, staff and provider against the whole wallet API over HTTP, compared with a plain model of the expected state.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeStaff, type OfferedService, servicesByCode, signInAgain } from '../http/steps.ts';
import { useBkash } from '../support/bkash.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { expectNothingWrong, print } from './money.ts';

const bkash = useBkash();
// Each day has two new customers, and two thousand of them may pass within the hour.
const portal = usePortal(() => ({
  ...bkash.settings,
  BKASH_TIMEOUT_SECONDS: '1',
  APPROVAL_SUM: '500',
  SIGN_UPS_AN_HOUR: '10000',
}));
const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);
const runs = Number(process.env.MODEL_RUNS ?? (process.env.FAULT_ROUNDS ? 200 : 3));
const length = Number(process.env.MODEL_LENGTH ?? 25);

const acts = [
  'order',
  'order',
  'cancel',
  'complete',
  'reject',
  'topUp',
  'topUp',
  'return',
  'sweep',
  'recharge',
  'withdraw',
  'approve',
  'refuse',
  'close',
  'open',
] as const;
type Act = (typeof acts)[number];
interface Step {
  act: Act;
  who: number;
  taka: number;
  about: number;
  press: 'pay' | 'fail' | 'cancel' | 'nothing';
  fault: 'none' | 'drop_after' | 'slow' | 'error_503' | 'duplicate' | 'wrong_amount';
}
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...acts),
  who: fc.nat(1),
  taka: fc.integer({ min: 1, max: 900 }),
  about: fc.nat(1_000),
  press: fc.constantFrom('pay', 'pay', 'pay', 'fail', 'cancel', 'nothing'),
  fault: fc.constantFrom(
    'none',
    'none',
    'none',
    'drop_after',
    'slow',
    'error_503',
    'duplicate',
    'wrong_amount',
  ),
});

/** The expected state, in whole taka, without ledgers, hold tables or provider responses. */
class Shop {
  posted = [0, 0];
  held = [0, 0];
  isOpen = [true, true];
  orders: { id: number; who: number; price: number; status: string }[] = [];
  payments: {
    id: string;
    who: number;
    taka: number;
    state: 'open' | 'paid' | 'ended' | 'parked' | 'credited';
  }[] = [];
  requests: { id: string; who: number; taka: number; kind: 'recharge' | 'withdrawal'; isDone: boolean }[] =
    [];
  free = (who: number) => this.posted[who]! - this.held[who]!;
}

interface World {
  people: Person[];
  staff: Person;
  service: OfferedService;
  price: number;
}

const pick = <T>(list: readonly T[], about: number): T | undefined => list[about % list.length];

async function take(world: World, shop: Shop, one: Step): Promise<void> {
  const { who, taka, about } = one;
  const person = world.people[who]!;
  const call = (by: Person, method: string, path: string, body?: unknown) =>
    portal.call(method, path, { token: by.token, ...(body === undefined ? {} : { body }) });
  /** The status the portal must return for a purchase of this amount. */
  const paying = (sum: number, good: number) => (!shop.isOpen[who] ? 409 : shop.free(who) < sum ? 402 : good);

  async function order() {
    const answer = await call(person, 'POST', '/account/orders/', {
      service: world.service.id,
      sub_type: world.service.sub_type[0]!.id,
      nid_or_form_num_or_for_biometric_or_location: '19901234567',
    });
    expect(answer.status).toBe(paying(world.price, 201));
    if (answer.status !== 201) return;
    shop.held[who]! += world.price;
    shop.orders.push({ id: answer.body.id, who, price: world.price, status: 'pending' });
  }

  async function endOrder(act: 'cancel' | 'complete' | 'reject') {
    const about_ = pick(shop.orders, about);
    if (!about_) return;
    const answer =
      act === 'cancel'
        ? await call(world.people[about_.who]!, 'POST', `/account/orders/${about_.id}/cancel/`)
        : await call(world.staff, 'PATCH', `/account/orders/${about_.id}/`, {
            status: act === 'complete' ? 'completed' : 'rejected',
            note: 'ক',
            text_content: 'খ',
          });
    if (about_.status !== 'pending') {
      // A rejected order may be completed after all, by paying again.
      const again = act === 'complete' && about_.status === 'rejected';
      if (!again) return expect(answer.status).toBe(409);
      const isOpen = shop.isOpen[about_.who];
      const isRich = shop.free(about_.who) >= about_.price;
      expect(answer.status).toBe(!isOpen ? 409 : isRich ? 200 : 402);
      if (answer.status !== 200) return;
      shop.posted[about_.who]! -= about_.price;
      about_.status = 'completed';
      return;
    }
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    shop.held[about_.who]! -= about_.price;
    if (act === 'complete') shop.posted[about_.who]! -= about_.price;
    about_.status = { cancel: 'cancelled', complete: 'completed', reject: 'rejected' }[act];
  }

  async function topUp() {
    const answer = await call(person, 'POST', '/payment/bkash/create/', { amount: String(taka) });
    expect(answer.status).toBe(shop.isOpen[who] ? 200 : 409);
    if (answer.status !== 200) return;
    const { payment_id: id } = answer.body;
    if (one.press !== 'nothing') await bkash.press(id, one.press);
    if (one.fault === 'wrong_amount') await bkash.change({ paymentID: id, amount: '0.50' });
    else if (one.fault !== 'none')
      await bkash.plan({ call: 'execute', kind: one.fault, milliseconds: 1_400 });
    const state = { pay: 'paid', fail: 'ended', cancel: 'ended', nothing: 'open' } as const;
    shop.payments.push({ id, who, taka, state: state[one.press] });
    if (one.press === 'pay' && one.fault === 'wrong_amount') shop.payments.at(-1)!.state = 'parked';
  }

  /** Retries until the payment reaches its expected state. */
  async function settle(payment: Shop['payments'][number]) {
    const wanted = {
      open: 'pending',
      parked: 'pending',
      ended: /failure|cancelled/,
      paid: 'success',
      credited: 'success',
    };
    let status = '';
    for (let tries = 0; tries < 40; tries += 1) {
      const answer = await call(
        world.people[payment.who]!,
        'GET',
        `/payment/bkash/callback/?paymentID=${payment.id}&status=success`,
      );
      expect(answer.status).toBe(200);
      status = answer.body.status;
      if (new RegExp(wanted[payment.state]).test(status)) break;
      await new Promise((done) => setTimeout(done, 30));
    }
    expect(status).toMatch(wanted[payment.state]);
    if (payment.state !== 'paid') return;
    shop.posted[payment.who]! += payment.taka;
    payment.state = 'credited';
  }

  async function cash(kind: 'recharge' | 'withdrawal') {
    const path = kind === 'recharge' ? 'create' : 'withdrawl';
    // Each movement has its own day: daily totals are tested elsewhere.
    await portal.db.deleteFrom('cash_days').execute();
    const answer = await call(portal.admin, 'POST', `/account/transactions/${path}/`, {
      user: person.id,
      amount: String(taka),
    });
    const isLarge = taka > 500;
    const good = isLarge ? 202 : kind === 'recharge' ? 201 : 200;
    const wanted = kind === 'recharge' ? (shop.isOpen[who] ? good : 409) : paying(taka, good);
    expect(answer.status, JSON.stringify(answer.body)).toBe(wanted);
    if (answer.status !== good) return;
    if (isLarge) shop.requests.push({ id: answer.body.id, who, taka, kind, isDone: false });
    else shop.posted[who]! += kind === 'recharge' ? taka : -taka;
  }

  async function decide(act: 'approve' | 'refuse') {
    const request = pick(shop.requests, about);
    if (!request) return;
    const path = `/account/transactions/${request.id}/${act === 'approve' ? 'approve' : 'reject'}/`;
    if (!request.isDone) expect((await call(portal.admin, 'POST', path)).status).toBe(409);
    const answer = await call(world.staff, 'POST', path);
    if (request.isDone) return expect(answer.status).toBe(409);
    if (act === 'approve') {
      const isPoor = request.kind === 'withdrawal' && shop.free(request.who) < request.taka;
      const wanted = !shop.isOpen[request.who] ? 409 : isPoor ? 402 : 200;
      expect(answer.status).toBe(wanted);
      if (wanted !== 200) return;
      shop.posted[request.who]! += request.kind === 'recharge' ? request.taka : -request.taka;
    } else expect(answer.status).toBe(200);
    request.isDone = true;
  }

  async function setWallet(isOpen: boolean) {
    const answer = await call(portal.admin, 'PATCH', `/account/user/${person.id}/`, {
      profile: { wallet_status: isOpen },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    shop.isOpen[who] = isOpen;
  }

  switch (one.act) {
    case 'order':
      return order();
    case 'cancel':
    case 'complete':
    case 'reject':
      return void (await endOrder(one.act));
    case 'topUp':
      return topUp();
    case 'return': {
      const payment = pick(shop.payments, about);
      return payment && settle(payment);
    }
    case 'sweep':
      await portal.portal.settlement.sweep();
      for (const payment of shop.payments) await settle(payment);
      return;
    case 'recharge':
      return cash('recharge');
    case 'withdraw':
      return cash('withdrawal');
    case 'approve':
    case 'refuse':
      return void (await decide(one.act));
    case 'close':
    case 'open':
      return setWallet(one.act === 'open');
  }
}

it(
  'matches the plain model on every random day of the shop',
  async () => {
    const service = (await servicesByCode(portal)).AB!;
    const staff = await makeStaff(portal, 'operator', 'accountant');
    const price =
      Number(service.sub_type[0]!.price) +
      ((service as { enable_charge?: boolean }).enable_charge ? Number(service.charge) : 0);
    const taken: Record<string, number> = {};
    let days = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: length, maxLength: length }), async (steps) => {
        await signInAgain(portal, portal.admin, staff);
        const world: World = {
          people: [await portal.customer(), await portal.customer()],
          staff,
          service,
          price,
        };
        const shop = new Shop();
        for (const one of steps) {
          await take(world, shop, one);
          taken[one.act] = (taken[one.act] ?? 0) + 1;
        }
        await take(world, shop, { ...steps[0]!, act: 'sweep' });
        for (const [who, person] of world.people.entries()) {
          const { body } = await portal.call('GET', '/account/transaction-summary/', { token: person.token });
          expect(body).toMatchObject({ current_balance: shop.free(who), held: shop.held[who] });
        }
        days += 1;
      }),
      { numRuns: runs, seed, endOnFailure: true },
    );
    await expectNothingWrong(portal.db);
    print('model', { seed, days, ...taken });
    expect(days).toBe(runs);
  },
  process.env.FAULT_ROUNDS ? 7_200_000 : 120_000,
);
