// The complete table of statuses, actions and people, written from the contract; the money movements of each step; races.
import { describe, expect, it } from 'vitest';
import type { StaffRole } from '#contract/access.ts';
import { asOwner } from '../../support/database.ts';
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
  statuses,
} from '../steps.ts';

const portal = usePortal();
type Status = 'pending' | 'processing' | 'completed' | 'rejected' | 'cancelled';
type Action = 'take' | 'hand_back' | 'complete' | 'reject' | 're_upload' | 'cancel';

const price = 150;
const change = (token: string, id: number, data: unknown, method = 'PATCH') =>
  portal.call(method, `/account/orders/${id}/`, { token, form: dataForm(data) });
const act: Record<Action, (token: string, id: number) => Promise<Answer>> = {
  take: (token, id) => portal.call('POST', `/account/orders/${id}/take/`, { token }),
  hand_back: (token, id) => change(token, id, { status: 'pending' }),
  complete: (token, id) => change(token, id, { status: 'completed', text_content: 'ফলাফল' }),
  reject: (token, id) => change(token, id, { status: 'rejected', note: 'কারণ' }),
  re_upload: (token, id) =>
    portal.call('POST', `/account/orders/re-upload/${id}/`, {
      token,
      form: dataForm({ text_content: 'নতুন ফলাফল' }),
    }),
  cancel: (token, id) => portal.call('POST', `/account/orders/${id}/cancel/`, { token }),
};

/** Brings a new order to a status. */
async function orderAt(status: Status, person: Person, operator: Person): Promise<number> {
  const services = await servicesByCode(portal);
  const { id } = await placeOrder(portal, person, services.AB!);
  const ways: Record<Status, Action[]> = {
    pending: [],
    processing: ['take'],
    completed: ['complete'],
    rejected: ['reject'],
    cancelled: ['cancel'],
  };
  for (const action of ways[status]) {
    const answer = await act[action](action === 'cancel' ? person.token : operator.token, id);
    expect(answer.status).toBe(200);
  }
  return id;
}

// From section 8 of the contract: status → action → the new status and the effect on the held or captured price.
const open: Record<Status, Partial<Record<Action, { to: Status; held: number; spent: number }>>> = {
  pending: {
    take: { to: 'processing', held: price, spent: 0 },
    complete: { to: 'completed', held: 0, spent: price },
    reject: { to: 'rejected', held: 0, spent: 0 },
    cancel: { to: 'cancelled', held: 0, spent: 0 },
  },
  processing: {
    hand_back: { to: 'pending', held: price, spent: 0 },
    complete: { to: 'completed', held: 0, spent: price },
    reject: { to: 'rejected', held: 0, spent: 0 },
  },
  completed: { re_upload: { to: 'completed', held: 0, spent: price } },
  rejected: { complete: { to: 'completed', held: 0, spent: price } },
  cancelled: {},
};
const moneyAt: Record<Status, { held: number; spent: number }> = {
  pending: { held: price, spent: 0 },
  processing: { held: price, spent: 0 },
  completed: { held: 0, spent: price },
  rejected: { held: 0, spent: 0 },
  cancelled: { held: 0, spent: 0 },
};
const everyStatus = Object.keys(open) as Status[];
const everyAction = Object.keys(act) as Action[];
const byOwner = (action: Action) => action === 'cancel';

describe('each status with each action', () => {
  for (const status of everyStatus) {
    for (const action of everyAction) {
      const step = open[status][action];
      it(`${step ? `lets` : 'refuses'} ${byOwner(action) ? 'the customer' : 'an operator'} ${action} an order that is ${status}${step ? `, which is then ${step.to}` : ''}`, async () => {
        const person = await portal.customer();
        const operator = await makeStaff(portal, 'operator');
        await portal.topUp(person, '1000');
        const id = await orderAt(status, person, operator);
        const answer = await act[action](byOwner(action) ? person.token : operator.token, id);
        const money = step ?? moneyAt[status];
        if (step) expect(answer).toMatchObject({ status: 200, body: { id, status: step.to } });
        else expectRefusal(answer, 'order_state_conflict');
        expect(await balanceOf(portal, person)).toEqual({
          current_balance: 1000 - money.held - money.spent,
          held: money.held,
        });
        expect(
          (await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body.status,
        ).toBe(step?.to ?? status);
      });
    }
  }

  it('leaves the books balanced after all of them', () => expectBooksRight(portal));
});

describe('each role with each action', () => {
  const mayWork: Record<StaffRole, boolean> = {
    owner: true,
    operator: true,
    cashier: false,
    accountant: false,
    auditor: false,
  };
  for (const [role, may] of Object.entries(mayWork) as [StaffRole, boolean][]) {
    it(`${may ? 'lets' : 'refuses'} ${role === 'operator' ? 'an operator' : `an ${role}`} work on orders, and never cancels for the customer`, async () => {
      const person = await portal.customer();
      await portal.topUp(person, '1000');
      const operator = await makeStaff(portal, 'operator');
      const staff = await makeStaff(portal, role);
      for (const action of everyAction) {
        const from = everyStatus.find((status) => open[status][action])!;
        const id = await orderAt(from, person, from === 'processing' && may ? staff : operator);
        const answer = await act[action](staff.token, id);
        if (action === 'cancel') expectRefusal(answer, 'not_found');
        else if (may) expect(answer.status, action).toBe(200);
        else expectRefusal(answer, 'not_allowed');
      }
    });
  }

  it('refuses a customer every staff action, on their own order too', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const operator = await makeStaff(portal, 'operator');
    const id = await orderAt('pending', person, operator);
    for (const action of everyAction)
      if (!byOwner(action)) expectRefusal(await act[action](person.token, id), 'not_allowed');
    expect((await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body.status).toBe(
      'pending',
    );
  });

  it('reports to staff that an unknown order is not found', async () => {
    for (const action of everyAction)
      expectRefusal(await act[action](portal.admin.token, 2_000_000), 'not_found');
  });
});

describe('an order that an operator has taken', () => {
  it('belongs to that operator: others are refused, an owner is not', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
    const id = await orderAt('processing', person, first);
    expect(
      (await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body.operator!.id,
    ).toBe(first.id);
    for (const action of ['complete', 'reject', 'hand_back'] as const)
      expectRefusal(await act[action](second.token, id), 'order_taken_by_other');
    expectRefusal(await act.take(second.token, id), 'order_state_conflict');
    expectRefusal(await act.cancel(person.token, id), 'order_state_conflict');
    expect((await act.complete(portal.admin.token, id)).status).toBe(200);
  });

  it('can be taken by anyone once handed back, and can be cancelled again', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
    const id = await orderAt('processing', person, first);
    expect((await act.hand_back(first.token, id)).body.operator).toBeNull();
    expect((await act.take(second.token, id)).body.operator.id).toBe(second.id);
    await act.hand_back(second.token, id);
    expect((await act.cancel(person.token, id)).body.status).toBe('cancelled');
  });

  it('goes to only one of many who take it concurrently', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const operators = await Promise.all(Array.from({ length: 6 }, () => makeStaff(portal, 'operator')));
    const id = await orderAt('pending', person, operators[0]!);
    const answers = await Promise.all(operators.map(({ token }) => act.take(token, id)));
    expect(statuses(answers)).toEqual({ 200: 1, 409: 5 });
  });
});

describe('the money of an order', () => {
  it('is held and captured again when a rejected order is completed after all', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '200');
    const operator = await makeStaff(portal, 'operator');
    const id = await orderAt('rejected', person, operator);
    await portal.call('POST', '/account/transactions/withdrawl/', {
      token: portal.admin.token,
      body: { user: person.id, amount: '51' },
    });
    const refused = await act.complete(operator.token, id);
    expectRefusal(refused, 'insufficient_balance', 'bn', 'staff');
    expect(refused.body).toMatchObject({ balance: 149, needed: '150.00', short: '1.00' });
    expect((await portal.call('GET', `/account/orders/${id}/`, { token: person.token })).body).toMatchObject({
      status: 'rejected',
      text_content: null,
    });
    await portal.topUp(person, '1');
    expect((await act.complete(operator.token, id)).status).toBe(200);
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 0, held: 0 });
    const { body } = await portal.call('GET', '/account/transactions/?page_size=100', {
      token: person.token,
    });
    expect(body.results.map((row: { transaction_type: string }) => row.transaction_type)).toEqual([
      'hold',
      'recharge',
      'withdrawal',
      'release',
      'hold',
      'recharge',
    ]);
    const kinds = await asOwner(
      portal.ownerUrl,
      'select kind from ledger_transfers where user_id = $1 order by wallet_version',
      [person.id],
    );
    expect(kinds.map((row) => row.kind)).toEqual([
      'recharge',
      'hold',
      'release',
      'withdrawal',
      'recharge',
      'hold',
      'capture',
    ]);
    await expectBooksRight(portal);
  });

  it('does not move if the order no longer has the expected status', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '300');
    const operator = await makeStaff(portal, 'operator');
    const id = await orderAt('rejected', person, operator);
    const before = await balanceOf(portal, person);
    for (const status of ['completed', 'rejected'] as const) {
      const late = { status, note: 'কারণ', text_content: 'ফলাফল', expected_status: 'processing' };
      expectRefusal(await change(operator.token, id, late), 'order_state_conflict');
    }
    expect(await balanceOf(portal, person)).toEqual(before);
    const back = await orderAt('pending', person, operator);
    expectRefusal(
      await change(operator.token, back, { status: 'rejected', note: 'কারণ', expected_status: 'processing' }),
      'order_state_conflict',
    );
    // The customer's open pages are notified of the released money.
    const told = () =>
      asOwner(
        portal.ownerUrl,
        `select from live_events where audience = $1 and message->>'type' = 'balance'`,
        [`user:${person.id}`],
      );
    const toldBefore = await told();
    expect((await act.reject(operator.token, back)).status).toBe(200);
    expect(await told()).toHaveLength(toldBefore.length + 1);
    expect(
      (
        await change(operator.token, id, {
          status: 'completed',
          text_content: 'x',
          expected_status: 'rejected',
        })
      ).status,
    ).toBe(200);
    await expectBooksRight(portal);
  });

  it('is captured even when the wallet was closed meanwhile', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const operator = await makeStaff(portal, 'operator');
    const [one, two] = [
      await orderAt('pending', person, operator),
      await orderAt('pending', person, operator),
    ];
    await asOwner(portal.ownerUrl, 'select wallet_set_active($1, false)', [person.id]);
    expect((await act.complete(operator.token, one)).status).toBe(200);
    expect((await act.cancel(person.token, two)).status).toBe(200);
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 850, held: 0 });
  });

  it('moves once for 16 completions with one key, and for 16 without a key', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const operator = await makeStaff(portal, 'operator');
    for (const key of ['same-key', undefined]) {
      const id = await orderAt('pending', person, operator);
      const answers = await Promise.all(
        Array.from({ length: 16 }, () =>
          portal.call('PATCH', `/account/orders/${id}/`, {
            token: operator.token,
            form: dataForm({ status: 'completed', text_content: 'একবার' }),
            headers: key ? { 'Idempotency-Key': key } : {},
          }),
        ),
      );
      expect(statuses(answers)).toEqual(key ? { 200: 16 } : { 200: 1, 409: 15 });
    }
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 700, held: 0 });
  });

  it('has one winner and balanced books in 30 races of completing, rejecting and cancelling', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '10000');
    const [first, second] = [await makeStaff(portal, 'operator'), await makeStaff(portal, 'operator')];
    const services = await servicesByCode(portal);
    const won: Record<string, number> = {};
    for (let race = 0; race < 30; race += 1) {
      const before = await balanceOf(portal, person);
      const { id } = await placeOrder(portal, person, services.AB!);
      const runners = [
        () => act.complete(first.token, id),
        () => act.reject(second.token, id),
        () => act.cancel(person.token, id),
      ];
      // The first one sent has a head start; each gets it in turn.
      const turned = [...runners.slice(race % 3), ...runners.slice(0, race % 3)];
      const answers = await Promise.all(turned.map((run) => run()));
      // A rejected order may be completed after all: then two have succeeded, one after the other.
      const { body } = await portal.call('GET', `/account/orders/${id}/timeline/`, { token: person.token });
      const steps = body.results
        .map(({ what }: { what: string }) => what)
        .slice(1)
        .join(' then ');
      expect(['complete', 'reject', 'cancel', 'reject then complete']).toContain(steps);
      const winners = answers.filter(({ status }) => status === 200).length;
      expect(winners).toBe(steps === 'reject then complete' ? 2 : 1);
      for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 'order_state_conflict');
      const after = await balanceOf(portal, person);
      expect(after).toEqual({
        current_balance: before.current_balance - (steps.endsWith('complete') ? price : 0),
        held: 0,
      });
      won[steps] = (won[steps] ?? 0) + 1;
    }
    expect(Object.values(won).reduce((sum, count) => sum + count, 0)).toBe(30);
    await expectBooksRight(portal);
  });
});

describe('an order whose money was tampered with', () => {
  const plants: [string, string, RegExp][] = [
    [
      'an open order without its hold',
      `update orders set hold_id = (select id from ledger_transfers where kind = 'recharge' limit 1) where status = 'pending'`,
      /open order/,
    ],
    [
      'a completed order set back to open',
      `update orders set status = 'pending' where status = 'completed'`,
      /open order/,
    ],
    [
      'an open order set to completed',
      `update orders set status = 'completed', text_content_sealed = '\\x00' where status = 'pending'`,
      /one capture/,
    ],
    [
      'a cancelled order set to completed',
      `update orders set status = 'completed', text_content_sealed = '\\x00' where status = 'cancelled'`,
      /one capture/,
    ],
    [
      'a price that was changed',
      `update orders set price_paisa = price_paisa + 1 where status = 'pending'`,
      /open order/,
    ],
  ];
  it.each(plants)('is found by the audit: %s', async (_what, statement, rule) => {
    const { audit, ledgerRules } = await import('#server/ledger/audit.ts');
    const { orderRules } = await import('#server/orders/orders.audit.ts');
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    for (const status of ['pending', 'completed', 'cancelled'] as const)
      await orderAt(status, person, portal.admin);
    await expectBooksRight(portal);
    await asOwner(portal.ownerUrl, 'create table kept_orders as select * from orders');
    await asOwner(portal.ownerUrl, statement);
    const found = await audit(portal.db, [...ledgerRules, ...orderRules]);
    await asOwner(
      portal.ownerUrl,
      `update orders o set status = k.status, hold_id = k.hold_id, price_paisa = k.price_paisa, text_content_sealed = k.text_content_sealed from kept_orders k where k.id = o.id`,
    );
    await asOwner(portal.ownerUrl, 'drop table kept_orders');
    expect(found.map((finding) => finding.rule).join('; ')).toMatch(rule);
    await expectBooksRight(portal);
  });
});
