import { beforeAll, describe, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { holdJobs } from '../../support/held-jobs.ts';
import type { Person } from '../../support/portal.ts';
import { usePortal } from '../../support/portal.ts';
import { balanceOf, callRaw, expectBooksRight, expectRefusal, statuses } from '../steps.ts';

const portal = usePortal();
beforeAll(() => holdJobs(portal, ['settle payments']));

const create = (person: Person, body: unknown, provider = 'sandbox') =>
  portal.call('POST', `/payment/${provider}/create/`, { token: person.token, body });
const callback = (person: Person, id: string, query = '') =>
  portal.call('GET', `/payment/sandbox/callback/?paymentID=${id}${query}`, { token: person.token });

async function start(
  person: Person,
  body: unknown = { amount: '500', payment_type: 'custom' },
): Promise<string> {
  const answer = await create(person, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.payment_id;
}

/** Chooses an action on the provider's page, as the customer would. */
function press(id: string, action: string) {
  return portal.call('POST', `/sandbox/pay/${id}/`, {
    body: `action=${action}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
}

async function sweep(): Promise<void> {
  await asOwner(
    portal.ownerUrl,
    `update payments set next_check_at = now() where state in ('created', 'redirected')`,
  );
  await portal.portal.settlement.sweep();
}

const row = async (id: string) =>
  (await asOwner(portal.ownerUrl, 'select * from payments where provider_payment_id = $1', [id]))[0]!;

describe('starting a top-up', () => {
  it('lists the providers with the stated minimum', async () => {
    const person = await portal.customer();
    const { body } = await portal.call('GET', '/payment/providers/', { token: person.token });
    expect(body).toEqual([
      {
        id: 'sandbox',
        name: expect.stringMatching(/[\u0980-\u09ff]/),
        logo: expect.any(String),
        minimum: '100.00',
      },
    ]);
  });

  it('returns the page for the browser, which has one form', async () => {
    const person = await portal.customer();
    const { body } = await create(person, { amount: '1250.50', payment_type: 'custom' });
    expect(body).toEqual({
      redirect_url: `${portal.origin}/sandbox/pay/${body.payment_id}`,
      payment_id: expect.any(String),
    });
    const page = await portal.call('GET', `/sandbox/pay/${body.payment_id}`);
    expect(page.status).toBe(200);
    expect(page.body).toContain('১,২৫০.৫০');
    expect(page.body.match(/<form/g)).toHaveLength(1);
    for (const action of ['pay', 'fail', 'cancel', 'pay-late', 'pay-and-vanish'])
      expect(page.body).toContain(`value="${action}"`);
    expect(page.body).not.toContain('<script');
  });

  it('states a minimum of 100 taka and accepts 1', async () => {
    const person = await portal.customer();
    expect((await create(person, { amount: '1', payment_type: 'custom' })).status).toBe(200);
    expect((await create(person, { amount: 1 })).status).toBe(200);
    for (const amount of ['0.99', '0', '0.01']) {
      const refused = await create(person, { amount, payment_type: 'custom' });
      expect(refused, amount).toMatchObject({
        status: 400,
        body: { error: 'সর্বনিম্ন রিচার্জ ১০০ টাকা', code: 'recharge_too_small' },
      });
    }
    for (const amount of ['-5', '1.005', 'NaN', '1e3', undefined])
      expect((await create(person, { amount, payment_type: 'custom' })).body, String(amount)).toEqual({
        amount: expect.any(Array),
      });
  });

  it('checks a bonus against the packages and never trusts it', async () => {
    const person = await portal.customer();
    for (const [amount, bonus] of [
      ['1000', '30'],
      ['2000', '50.00'],
      ['3000', 70],
    ] as const)
      expect((await create(person, { amount, payment_type: 'predefined', bonus })).status).toBe(200);
    expect((await create(person, { amount: '1000', payment_type: 'predefined' })).status).toBe(200);
    for (const body of [
      { amount: '1000', payment_type: 'predefined', bonus: '31' },
      { amount: '1000', payment_type: 'predefined', bonus: '0' },
      { amount: '1500', payment_type: 'predefined', bonus: '30' },
      { amount: '1000', payment_type: 'custom', bonus: '30' },
    ])
      expectRefusal(await create(person, body), 'bonus_mismatch');
    expect((await create(person, { amount: '1000', payment_type: 'gift' })).body).toEqual({
      payment_type: expect.any(Array),
    });
  });

  it('refuses an unknown provider', async () => {
    const person = await portal.customer();
    expectRefusal(await create(person, { amount: '500' }, 'bkash'), 'unknown_provider');
    expectRefusal(
      await portal.call('GET', '/payment/bkash/callback/?paymentID=x', { token: person.token }),
      'unknown_provider',
    );
  });
});

describe('the ways a payment can end', () => {
  it('credits amount and bonus when it is paid', async () => {
    const person = await portal.customer();
    const id = await start(person, { amount: '2000', payment_type: 'predefined', bonus: '50' });
    const back = await press(id, 'pay');
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toBe(
      `${portal.origin}/app/recharge-history?paymentID=${id}&status=success`,
    );
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
    const { status, body } = await callback(person, id, '&status=success');
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'success',
      message: 'পেমেন্ট সফল হয়েছে, টাকা আপনার ব্যালেন্সে যোগ হয়েছে',
      amount: '2000.00',
      bonus: '50.00',
      transaction_id: expect.stringMatching(/^SBT/),
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(2050);
    const { body: list } = await portal.call('GET', '/account/transactions/', { token: person.token });
    const recharge = list.results.find(
      (one: { transaction_type: string }) => one.transaction_type === 'recharge',
    );
    expect(recharge).toMatchObject({
      amount: '2000.00',
      bonus: '50.00',
      number: '01700000000',
      payment_method: 'sandbox',
      status: 'accepted',
      transaction_id: body.transaction_id,
    });
  });

  it.each([
    ['fail', 'failure', 'failure', 'পেমেন্ট ব্যর্থ হয়েছে, কোনো টাকা যোগ হয়নি', 'rejected'],
    ['cancel', 'cancel', 'cancelled', 'আপনি পেমেন্ট না করে ফিরে এসেছেন, টাকা কাটা হয়নি', 'rejected'],
  ])('credits nothing after %s', async (action, returned, outcome, message, listed) => {
    const person = await portal.customer();
    const id = await start(person);
    const back = await press(id, action);
    expect(back.status).toBe(303);
    expect(back.headers.get('location')).toContain(`status=${returned}`);
    expect((await callback(person, id)).body).toEqual({
      status: outcome,
      message,
      amount: '500.00',
      bonus: '0.00',
      transaction_id: null,
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
    const { body } = await portal.call('GET', '/account/transactions/', { token: person.token });
    expect(body.results).toMatchObject([
      {
        transaction_type: 'recharge',
        status: listed,
        ending: outcome === 'failure' ? 'failed' : outcome,
        amount: '500.00',
        balance_after: null,
      },
    ]);
  });

  it('is pending while the provider is still processing, and credited when it has finished', async () => {
    const person = await portal.customer();
    const id = await start(person);
    const back = await press(id, 'pay-late');
    expect(back.headers.get('location')).toContain('status=success');
    expect((await callback(person, id)).body).toMatchObject({
      status: 'pending',
      message: 'পেমেন্ট নিশ্চিত করা হচ্ছে, নিশ্চিত হলেই টাকা যোগ হবে',
      transaction_id: null,
    });
    await sweep();
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
    await asOwner(
      portal.ownerUrl,
      `update sandbox_payments set settles_at = settles_at - interval '20 seconds' where payment_id = $1`,
      [id],
    );
    await sweep();
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
    expect((await callback(person, id)).body.status).toBe('success');
  });

  it('is credited by the next sweep, regardless of how many payments someone else has begun', async () => {
    const [many, person] = [await portal.customer(), await portal.customer()];
    const begun = await start(many);
    await asOwner(
      portal.ownerUrl,
      `insert into payments (id, provider, user_id, amount_paisa, bonus_paisa, payment_type, state, next_check_at)
         select 'NP' || n, provider, user_id, amount_paisa, bonus_paisa, payment_type, 'created', now() - interval '1 minute'
           from payments, generate_series(1, 300) n where provider_payment_id = $1`,
      [begun],
    );
    const id = await start(person);
    await press(id, 'pay-and-vanish');
    // Set by a clock that was ahead.
    await asOwner(
      portal.ownerUrl,
      `update payments set next_check_at = now() + interval '1 year' where provider_payment_id = $1`,
      [id],
    );
    await portal.portal.settlement.sweep();
    expect((await row(id)).state).toBe('completed');
    await asOwner(portal.ownerUrl, `delete from payments where id ~ '^NP[0-9]{1,3}$'`);
  });

  it('is credited by the sweep when the customer paid and never came back', async () => {
    const person = await portal.customer();
    const id = await start(person, { amount: '1000', payment_type: 'predefined', bonus: '30' });
    const blank = await press(id, 'pay-and-vanish');
    expect(blank.status).toBe(200);
    expect(blank.headers.get('location')).toBeNull();
    await Promise.all([sweep(), sweep(), sweep()]);
    const told = await portal.call('GET', '/account/notices/', { token: person.token });
    expect(told.body.results[0]).toMatchObject({ kind: 'recharge_credited', facts: { amount: '1030.00' } });
    expect((await balanceOf(portal, person)).current_balance).toBe(1030);
    await sweep();
    await callback(person, id);
    expect((await balanceOf(portal, person)).current_balance).toBe(1030);
  });

  it('expires after 24 hours when the provider never saw it paid, and is credited if it is paid after all', async () => {
    const person = await portal.customer();
    const id = await start(person);
    await sweep();
    expect((await row(id)).state).toBe('redirected');
    await asOwner(
      portal.ownerUrl,
      `update payments set created_at = created_at - interval '25 hours' where provider_payment_id = $1`,
      [id],
    );
    await sweep();
    expect((await row(id)).state).toBe('expired');
    expect((await callback(person, id)).body.status).toBe('failure');
    await press(id, 'pay');
    expect((await callback(person, id)).body.status).toBe('success');
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
  });

  it('keeps the customer’s first choice on the provider’s page', async () => {
    const person = await portal.customer();
    const id = await start(person);
    await press(id, 'cancel');
    await press(id, 'pay');
    expect((await callback(person, id)).body.status).toBe('cancelled');
    expect((await press(id, 'steal')).status).toBe(400);
    expectRefusal(await press('SBNOTHERE', 'pay'), 'not_found');
    expectRefusal(await portal.call('GET', '/sandbox/pay/SBNOTHERE'), 'not_found');
  });
});

describe('the callback', () => {
  it('works by POST with a JSON body too', async () => {
    const person = await portal.customer();
    const id = await start(person);
    await press(id, 'pay');
    const { status, body } = await portal.call('POST', '/payment/sandbox/callback/', {
      token: person.token,
      body: { paymentID: id, status: 'success' },
    });
    expect(status).toBe(200);
    expect(body.status).toBe('success');
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
  });

  it('is no longer offered on the provider’s page once decided', async () => {
    const person = await portal.customer();
    for (const action of ['pay', 'fail', 'cancel']) {
      const id = await start(person);
      await press(id, action);
      const page = await portal.call('GET', `/sandbox/pay/${id}`);
      expect(page.status).toBe(200);
      expect(page.bytes.toString()).not.toContain('<button');
      expect(page.bytes.toString()).toContain(`paymentID=${id}`);
    }
  });

  it('credits nothing for a forged status in the URL', async () => {
    const person = await portal.customer();
    const id = await start(person);
    for (const query of [
      '&status=success',
      '&status=completed&amount=99999',
      '&status=success&status=success'.slice(0, 15),
    ])
      expect((await callback(person, id, query)).body.status).toBe('pending');
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
    await press(id, 'pay');
    expect((await callback(person, id, '&status=failure')).body.status).toBe('success');
  });

  it('credits once, even if it is requested repeatedly and from several tabs', async () => {
    const person = await portal.customer();
    const id = await start(person, { amount: '3000', payment_type: 'predefined', bonus: '70' });
    await press(id, 'pay');
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, tab) =>
        tab % 2 === 0
          ? callback(person, id, '&status=success')
          : portal.call('POST', '/payment/sandbox/callback/', {
              token: person.token,
              body: { paymentID: id },
            }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 32 });
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers[0]!.body.status).toBe('success');
    expect((await balanceOf(portal, person)).current_balance).toBe(3070);
    await expectBooksRight(portal);
  });

  it('reports someone else’s payment as not found, for staff too', async () => {
    const [person, stranger] = [await portal.customer(), await portal.customer()];
    const id = await start(person);
    await press(id, 'pay');
    expectRefusal(await callback(stranger, id), 'not_found');
    expectRefusal(await callback(portal.admin, id), 'not_found');
    expectRefusal(await callback(person, 'SB000000'), 'not_found');
    expect((await balanceOf(portal, stranger)).current_balance).toBe(0);
    expect((await row(id)).state).toBe('redirected');
  });

  it('refuses to be opened as a page and needs the bearer header', async () => {
    const person = await portal.customer();
    const id = await start(person);
    await press(id, 'pay');
    for (const headers of [
      { 'Sec-Fetch-Mode': 'navigate' },
      { 'Sec-Fetch-Mode': 'navigate', Authorization: `Bearer ${person.token}` },
    ] as Record<string, string>[])
      expectRefusal(
        await callRaw(portal, 'GET', `/payment/sandbox/callback/?paymentID=${id}`, headers),
        'plain_navigation',
      );
    expectRefusal(await portal.call('GET', `/payment/sandbox/callback/?paymentID=${id}`), 'not_signed_in');
    expect((await row(id)).state).toBe('redirected');
  });

  it('requires the payment’s id', async () => {
    const person = await portal.customer();
    expect((await portal.call('GET', '/payment/sandbox/callback/', { token: person.token })).body).toEqual({
      paymentID: ['এই ঘরটি পূরণ করুন'],
    });
    expect(
      (await portal.call('POST', '/payment/sandbox/callback/', { token: person.token, body: {} })).body,
    ).toEqual({ paymentID: ['এই ঘরটি পূরণ করুন'] });
  });
});

describe('mismatched facts', () => {
  const plants: [string, string][] = [
    ['another amount', 'update sandbox_payments set amount_paisa = 1 where payment_id = $1'],
    [
      'a larger amount',
      'update sandbox_payments set amount_paisa = amount_paisa * 100 where payment_id = $1',
    ],
    ['another invoice', `update sandbox_payments set invoice = 'NPFOREIGN' where payment_id = $1`],
    ['an empty transaction id', `update sandbox_payments set transaction_id = '' where payment_id = $1`],
  ];
  it.each(plants)('credit nothing and are left to staff: %s', async (_what, statement) => {
    const person = await portal.customer();
    const id = await start(person);
    await press(id, 'pay');
    await asOwner(portal.ownerUrl, statement, [id]);
    expect((await callback(person, id)).body).toMatchObject({ status: 'pending', transaction_id: null });
    expect((await row(id)).state).toBe('needs_attention');
    expect(
      await asOwner(
        portal.ownerUrl,
        `select reason from trail where kind = 'payment.needs_attention' and subject_id = $1`,
        [person.id],
      ),
    ).toHaveLength(1);
    await sweep();
    await callback(person, id);
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
    expect(
      (await portal.call('GET', '/account/transactions/?status=pending', { token: person.token })).body.count,
    ).toBe(1);
    await expectBooksRight(portal);
  });

  it('credit nothing when the transaction id was used before', async () => {
    const person = await portal.customer();
    const first = await start(person);
    await press(first, 'pay');
    const { body } = await callback(person, first);
    const second = await start(person);
    await press(second, 'pay');
    await asOwner(
      portal.ownerUrl,
      'update sandbox_payments set transaction_id = null where payment_id = $1',
      [first],
    );
    await asOwner(portal.ownerUrl, 'update sandbox_payments set transaction_id = $2 where payment_id = $1', [
      second,
      body.transaction_id,
    ]);
    expect((await callback(person, second)).body.status).toBe('pending');
    expect(await row(second)).toMatchObject({ state: 'needs_attention', transaction_id: null });
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
    await expectBooksRight(portal);
  });

  it('keep the money of a closed wallet’s paid top-up for the customer', async () => {
    const person = await portal.customer();
    const id = await start(person);
    await press(id, 'pay');
    await asOwner(portal.ownerUrl, 'select wallet_set_active($1, false)', [person.id]);
    expect((await callback(person, id)).body.status).toBe('success');
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
  });
});
