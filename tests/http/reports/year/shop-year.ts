// A leap year of a shop with honest and dishonest events: created through the portal's own requests, each of which is then moved to its date.
import { expect } from 'vitest';
import type { Bkash } from '../../../support/bkash.ts';
import { asOwner } from '../../../support/database.ts';
import type { Person, TestPortal } from '../../../support/portal.ts';
import { dataForm, makeStaff, placeOrder, reverseTransfer, servicesByCode, setService } from '../../steps.ts';

export interface ShopYear {
  readonly customers: readonly Person[];
  readonly staff: Readonly<
    Record<'first' | 'namesake' | 'accountant' | 'second' | 'cashier' | 'owner', Person>
  >;
  readonly settlementCsv: string;
}

/** A moment in Dhaka time. */
export const dhaka = (moment: string): Date => new Date(`${moment.replace(' ', 'T')}+06:00`);

const moneyTables: readonly (readonly [table: string, column: string, times: readonly string[]])[] = [
  ['ledger_transfers', 'user_id', ['created_at']],
  ['orders', 'customer_id', ['created_on', 'taken_at', 'completed_at', 'updated_on', 'uploaded_again_at']],
  ['payments', 'user_id', ['created_at', 'settled_at']],
  ['cash_requests', 'user_id', ['created_at', 'decided_at']],
  ['files', 'owner_id', ['created_at']],
];

/** Runs an action by or about a customer, then moves the rows that it wrote to a moment in Dhaka. */
function datedActs(portal: TestPortal) {
  return async function at<T>(moment: string, person: Person, run: () => Promise<T>): Promise<T> {
    const [{ mark }] = (await asOwner<{ mark: string }>(
      portal.ownerUrl,
      'select clock_timestamp()::text as mark',
    )) as [{ mark: string }];
    await portal.db.deleteFrom('cash_days').execute();
    const done = await run();
    const when = dhaka(moment);
    for (const [table, column, times] of moneyTables)
      for (const time of times)
        await asOwner(
          portal.ownerUrl,
          `update ${table} set ${time} = $1 where ${column} = $2 and ${time} >= $3::timestamptz`,
          [when, person.id, mark],
        );
    await asOwner(
      portal.ownerUrl,
      `update orders set due_on = created_on + interval '1 day' where customer_id = $1`,
      [person.id],
    );
    await asOwner(
      portal.ownerUrl,
      `update order_timeline l set at = $1 from orders o where o.id = l.order_id and o.customer_id = $2 and l.at >= $3::timestamptz`,
      [when, person.id, mark],
    );
    return done;
  };
}

export async function fillYear(portal: TestPortal, bkash: Bkash): Promise<ShopYear> {
  const at = datedActs(portal);
  const named = async (role: 'operator' | 'accountant' | 'cashier', first: string, last: string) => {
    const person = await makeStaff(portal, role);
    await asOwner(portal.ownerUrl, 'update users set first_name = $1, last_name = $2 where id = $3', [
      first,
      last,
      person.id,
    ]);
    return person;
  };
  const owner = portal.admin;
  const first = await named('operator', 'রহিম', 'উদ্দিন');
  const namesake = await named('operator', 'রহিম', 'উদ্দিন');
  const accountant = await named('accountant', 'সালমা', 'আক্তার');
  const second = await named('accountant', 'নাসির', 'আহমেদ');
  const cashier = await named('cashier', 'জামাল', 'হোসেন');
  const customers: Person[] = [];
  for (const name of ['এক', 'দুই', 'তিন', 'চার', 'পাঁচ'])
    customers.push(await portal.customer({ first_name: 'গ্রাহক', last_name: name }));
  await asOwner(portal.ownerUrl, 'update users set date_joined = $1', [dhaka('2023-12-31 20:00:00')]);
  const [one, two, three, four, five] = customers as [Person, Person, Person, Person, Person];
  const services = await servicesByCode(portal);

  const post = async (by: Person, path: string, body: object, status = 201) => {
    const answer = await portal.call('POST', `/account/${path}/`, { token: by.token, body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(status);
    return answer.body.id as string;
  };
  const recharge = (by: Person, to: Person, more: object, status = 201) =>
    post(by, 'transactions/create', { user: to.id, ...more }, status);
  const withdraw = (by: Person, from: Person, amount: string) =>
    post(by, 'transactions/withdrawl', { user: from.id, amount }, 200);
  const change = async (by: Person, id: number, data: object) => {
    const answer = await portal.call('PATCH', `/account/orders/${id}/`, {
      token: by.token,
      form: dataForm({ note: '', ...data }),
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  const complete = (by: Person, id: number) =>
    change(by, id, { status: 'completed', text_content: 'কাজ শেষ' });
  const uploadAgain = async (by: Person, id: number) => {
    const answer = await portal.call('POST', `/account/orders/re-upload/${id}/`, {
      token: by.token,
      form: dataForm({ text_content: 'আবার' }),
    });
    expect(answer.status).toBe(200);
  };
  const order = async (by: Person, code: string, subType = 0): Promise<number> =>
    (await placeOrder(portal, by, services[code]!, { sub_type: services[code]!.sub_type[subType]!.id }))
      .id as number;
  /** Makes an order that is placed and completed at these moments. */
  const sale = async (placed: string, done: string, of: Person, code: string, by: Person, subType = 0) => {
    const id = await at(placed, of, () => order(of, code, subType));
    await at(done, of, () => complete(by, id));
    return id;
  };
  const refund = (by: Person, id: number, amount: string) =>
    post(by, `orders/${id}/refund`, { amount, reason: 'দেরি হয়েছে' });
  const online = async (
    of: Person,
    amount: string,
    type: 'custom' | 'predefined',
    press: 'pay' | 'fail' | 'cancel',
  ) => {
    const { body } = await portal.call('POST', '/payment/bkash/create/', {
      token: of.token,
      body: { amount, payment_type: type },
    });
    await bkash.press(body.payment_id, press);
    return body.payment_id as string;
  };
  const back = (of: Person, paymentId: string) =>
    portal.call('GET', `/payment/bkash/callback/?paymentID=${paymentId}`, { token: of.token });

  // Around the turn of the year.
  await at('2023-12-31 23:59:59', one, () => recharge(owner, one, { amount: '20000.37', bonus: '250.13' }));
  await at('2024-01-01 00:00:00', two, () => recharge(cashier, two, { amount: '3000' }));
  await at('2024-01-01 00:00:01', three, () =>
    recharge(accountant, three, { amount: '5000', way: 'nagad', reference: 'NG1' }),
  );
  // Online: with a bonus, with two callbacks, cancelled, failed, and one of another sum, which staff credit.
  await at('2024-01-10 10:00:00', four, async () => {
    const id = await online(four, '1000', 'predefined', 'pay');
    await back(four, id);
    await back(four, id);
  });
  await at('2024-01-11 10:00:00', four, async () =>
    back(four, await online(four, '700', 'custom', 'cancel')),
  );
  await at('2024-01-12 10:00:00', four, async () => back(four, await online(four, '800', 'custom', 'fail')));
  await at('2024-01-13 10:00:00', four, async () => {
    const id = await online(four, '500', 'custom', 'pay');
    await bkash.change({ paymentID: id, amount: '450.00' });
    await back(four, id);
    const [row] = await asOwner<{ id: string }>(
      portal.ownerUrl,
      'select id from payments where provider_payment_id = $1',
      [id],
    );
    const credited = await portal.call('POST', `/account/payments/${row!.id}/resolve/`, {
      token: owner.token,
      body: { action: 'credit', note: 'বিকাশে দেখা' },
    });
    expect(credited.status, JSON.stringify(credited.body)).toBe(200);
  });

  // Placed in one month, completed in the next; then the price changes.
  const crossing = await sale('2024-01-31 23:59:00', '2024-02-01 00:01:00', one, 'AB', first);
  const late = await at('2024-02-10 12:00:00', one, () => order(one, 'AB', 1));
  await at('2024-02-10 18:00:30', one, () => post(namesake, `orders/${late}/take`, {}, 200));
  await setService(portal, 'AB', 'charge_paisa', '33333');
  await at('2024-02-11 12:00:00', one, () => complete(namesake, late));
  await sale('2024-02-12 09:00:00', '2024-02-12 10:00:00', one, 'AB', first);
  await sale('2024-02-29 23:59:59', '2024-03-01 00:00:00', two, 'AA', namesake);
  await sale('2024-02-29 10:00:00', '2024-02-29 11:00:00', one, 'AC', first);
  for (const day of ['05', '06', '07']) {
    const id = await sale(`2024-03-${day} 09:00:00`, `2024-03-${day} 10:00:00`, one, 'AE', first);
    await at(`2024-03-${day} 15:00:00`, one, () => uploadAgain(namesake, id));
  }
  // Rejected; rejected and completed after all; cancelled; left open over the end of the year.
  const bad = await at('2024-04-01 10:00:00', one, () => order(one, 'AL'));
  await at('2024-04-02 10:00:00', one, () => change(first, bad, { status: 'rejected', note: 'ভুল কাগজ' }));
  const again = await at('2024-04-03 10:00:00', one, () => order(one, 'AL', 1));
  await at('2024-04-04 10:00:00', one, () => change(first, again, { status: 'rejected', note: 'ছবি অস্পষ্ট' }));
  await at('2024-04-05 10:00:00', one, () => complete(namesake, again));
  const given = await at('2024-04-06 10:00:00', one, () => order(one, 'AM'));
  await at('2024-04-06 10:05:00', one, () => post(one, `orders/${given}/cancel`, {}, 200));
  // Refunds: partial, repeated, in another month, and full.
  await at('2024-04-30 23:59:59', one, () => refund(accountant, crossing, '10.01'));
  await at('2024-05-01 00:00:00', one, () => refund(second, crossing, '5.55'));
  const whole = await sale('2024-05-02 09:00:00', '2024-05-02 10:00:00', one, 'AB', first);
  await at('2024-05-03 09:00:00', one, async () => {
    const { body } = await portal.call('GET', `/account/orders/${whole}/`, { token: owner.token });
    await refund(accountant, whole, body.charge);
  });
  // Papers that the portal makes, one of them reversed from the command line.
  const { body: people } = await portal.call('GET', '/sandbox/people/', { token: one.token });
  await at('2024-06-01 10:00:00', one, async () => {
    const made = await portal.call('POST', '/account/extract-tin-data/', {
      token: one.token,
      body: { tin_number: people[0]!.tin },
    });
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  });
  await at('2024-06-02 10:00:00', one, async () => {
    const { nid, date_of_birth } = people[1]!;
    const made = await portal.call('POST', '/account/server-copy-unofficial/', {
      token: one.token,
      body: { nid, date_of_birth, type: 'NEW' },
    });
    expect(made.status, JSON.stringify(made.body)).toBeLessThan(300);
  });
  const newest = async (of: Person, kind: string) =>
    (
      await asOwner<{ id: string }>(
        portal.ownerUrl,
        'select id from ledger_transfers where user_id = $1 and kind = $2 order by wallet_version desc limit 1',
        [of.id, kind],
      )
    )[0]!.id;
  const correct = (moment: string, of: Person, kind: string) =>
    at(moment, of, async () => reverseTransfer(portal, await newest(of, kind), 'ভুল'));
  await correct('2024-06-03 10:00:00', one, 'charge');
  // By hand: a wrong recharge with a bonus reversed, a wrong payout reversed, large sums that two people decide.
  await at('2024-07-01 10:00:00', three, () =>
    recharge(accountant, three, { amount: '999.99', bonus: '100' }),
  );
  await correct('2024-07-02 10:00:00', three, 'bonus');
  await correct('2024-07-02 10:00:01', three, 'recharge');
  await at('2024-07-03 10:00:00', three, () => withdraw(accountant, three, '100.05'));
  await correct('2024-07-04 10:00:00', three, 'withdrawal');
  await at('2024-07-05 10:00:00', three, () => withdraw(second, three, '200.10'));
  await at('2024-08-01 10:00:00', three, async () => {
    const asked = await recharge(accountant, three, { amount: '50000.01' }, 202);
    await post(second, `transactions/${asked}/approve`, {}, 200);
    const refused = await recharge(accountant, three, { amount: '60000' }, 202);
    await post(second, `transactions/${refused}/reject`, {}, 200);
  });
  // A customer whose wallet is closed, and one who is paid out and erased.
  await at('2024-09-01 10:00:00', five, () => recharge(cashier, five, { amount: '900' }));
  await sale('2024-09-02 10:00:00', '2024-09-02 11:00:00', five, 'AB', first);
  await at('2024-09-03 10:00:00', five, async () => {
    const { body } = await portal.call('GET', '/account/transaction-summary/', { token: five.token });
    await withdraw(accountant, five, String(body.current_balance));
  });
  const erased = await portal.call('DELETE', `/account/user/${five.id}/`, { token: owner.token });
  expect(erased.status, JSON.stringify(erased.body)).toBeLessThan(300);
  await asOwner(portal.ownerUrl, 'update wallets set is_active = false where user_id = $1', [four.id]);
  await sale('2024-12-31 23:00:00', '2024-12-31 23:59:59', two, 'AB', first);
  await at('2024-12-31 23:59:59', one, () => order(one, 'AB'));
  // Today, one of the recharges is a mistake.
  await recharge(cashier, two, { amount: '70.07' });
  await recharge(cashier, two, { amount: '300.30' });
  await reverseTransfer(portal, await newest(two, 'recharge'), 'ভুল গ্রাহক');
  // The portal may have closed days while they were being filled.
  await asOwner(
    portal.ownerUrl,
    'truncate ledger_days, ledger_days_accounts, ledger_days_active, ledger_days_sold, worked_days',
  );
  return {
    customers,
    staff: { first, namesake, accountant, second, cashier, owner },
    settlementCsv: await bkash.settlementCsv(),
  };
}
