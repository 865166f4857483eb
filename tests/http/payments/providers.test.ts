// Requirements of every provider: one suite, run against each over real HTTP.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '#server/platform/config.ts';
import { useBkash } from '../../support/bkash.ts';
import { asOwner } from '../../support/database.ts';
import { holdJobs } from '../../support/held-jobs.ts';
import { type Person, type TestPortal, usePortal } from '../../support/portal.ts';
import { balanceOf, expectBooksRight, expectRefusal, statuses } from '../steps.ts';

interface Counter {
  portal: TestPortal;
  press(paymentId: string, action: 'pay' | 'fail' | 'cancel'): Promise<Response>;
  /** Makes the provider report something other than requested. */
  spoil(paymentId: string, what: 'amount' | 'invoice'): Promise<void>;
}

const sandboxPortal = usePortal();
const sandbox: Counter = {
  portal: sandboxPortal,
  press: (paymentId, action) =>
    fetch(`${sandboxPortal.origin}/sandbox/pay/${paymentId}/`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ action }),
    }),
  async spoil(paymentId, what) {
    await asOwner(
      sandboxPortal.ownerUrl,
      what === 'amount'
        ? 'update sandbox_payments set amount_paisa = 100 where payment_id = $1'
        : `update sandbox_payments set invoice = 'NPFOREIGN' where payment_id = $1`,
      [paymentId],
    );
  },
};

const bkash = useBkash();
const bkashSettings: Record<string, string> = { BKASH_TIMEOUT_SECONDS: '1' };
const bkashPortal = usePortal(() => ({ ...bkash.settings, ...bkashSettings }));
/** One for each provider that the setting accepts. */
const counters: Record<Config['PAYMENT_PROVIDERS'][number], Counter> = {
  sandbox,
  bkash: {
    portal: bkashPortal,
    press: (paymentId, action) => bkash.press(paymentId, action),
    async spoil(paymentId, what) {
      await bkash.change({
        paymentID: paymentId,
        ...(what === 'amount' ? { amount: '1.00' } : { invoice: 'NPFOREIGN' }),
      });
    },
  },
};

describe.each(Object.entries(counters))('the provider %s', (id, { portal, press, spoil }) => {
  beforeAll(() => holdJobs(portal, ['settle payments']));
  const create = (person: Person, body: unknown, key?: string) =>
    portal.call('POST', `/payment/${id}/create/`, {
      token: person.token,
      body,
      headers: key ? { 'Idempotency-Key': key } : {},
    });
  const callback = (person: Person, paymentId: string) =>
    portal.call('GET', `/payment/${id}/callback/?paymentID=${paymentId}&status=success`, {
      token: person.token,
    });
  async function start(person: Person, amount = '500'): Promise<string> {
    const { status, body } = await create(person, { amount });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.payment_id;
  }
  const provider = () => portal.portal.settlement.getProvider(id);
  const row = async (paymentId: string) =>
    (
      await asOwner(portal.ownerUrl, 'select * from payments where provider_payment_id = $1', [paymentId])
    )[0]!;
  async function sweep(): Promise<void> {
    await asOwner(portal.ownerUrl, 'update payments set next_check_at = now()');
    await portal.portal.settlement.sweep();
  }

  it('shows its name, picture and minimum', async () => {
    const person = await portal.customer();
    const { body } = await portal.call('GET', '/payment/providers/', { token: person.token });
    const shown = body.find((one: { id: string }) => one.id === id);
    expect(shown).toEqual({
      id,
      name: expect.stringMatching(/[\u0980-\u09ff]/),
      logo: `/logos/${id}.svg`,
      minimum: '100.00',
    });
    expect(provider().pauses.every((seconds) => seconds >= 30)).toBe(true);
  });

  it('returns the same payment for the same invoice, even concurrently', async () => {
    const order = {
      invoice: `NPSAME${id.toUpperCase()}`,
      amountPaisa: 12_345n,
      returnUrl: `${portal.origin}/app/recharge-history`,
    };
    const made = await Promise.all(Array.from({ length: 6 }, () => provider().create(order)));
    made.push(await provider().create(order));
    expect(new Set(made.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(new URL(made[0]!.redirectUrl).pathname).toContain(made[0]!.providerPaymentId);
  });

  it('repeats its first response for the same key', async () => {
    const person = await portal.customer();
    const first = await create(person, { amount: '700' }, 'again');
    expect((await create(person, { amount: '700' }, 'again')).body).toEqual(first.body);
    expectRefusal(await create(person, { amount: '800' }, 'again'), 'idempotency_key_reused');
  });

  it('sends the browser back to our page with its status, which credits nothing', async () => {
    const person = await portal.customer();
    const paymentId = await start(person);
    expect((await callback(person, paymentId)).body.status).toBe('pending');
    const back = await press(paymentId, 'pay');
    expect([302, 303]).toContain(back.status);
    const target = new URL(back.headers.get('location')!);
    expect(target.origin + target.pathname).toBe(`${portal.origin}/app/recharge-history`);
    expect(target.searchParams.get('paymentID')).toBe(paymentId);
    expect(target.searchParams.get('status')).toBe('success');
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
  });

  it('settles a paid payment once, with facts that match the request', async () => {
    const person = await portal.customer();
    const paymentId = await start(person, '1234.50');
    await press(paymentId, 'pay');
    const words = await Promise.all(Array.from({ length: 12 }, () => provider().settle(paymentId)));
    for (const word of words) {
      expect(word).toMatchObject({
        state: 'paid',
        facts: {
          providerPaymentId: paymentId,
          invoice: (await row(paymentId)).id,
          amountPaisa: 123_450n,
          currency: 'BDT',
          payerNumber: expect.stringMatching(/^01\d{9}$/),
        },
      });
      expect(word).toEqual(words[0]);
    }
    const answers = await Promise.all(Array.from({ length: 20 }, () => callback(person, paymentId)));
    expect(statuses(answers)).toEqual({ 200: 20 });
    for (const { body } of answers)
      expect(body).toMatchObject({
        status: 'success',
        amount: '1234.50',
        transaction_id: expect.any(String),
      });
    expect((await balanceOf(portal, person)).current_balance).toBe(1234.5);
    await expectBooksRight(portal);
  });

  it.each([
    ['fail', 'failure'],
    ['cancel', 'cancelled'],
  ] as const)('reports the outcome of a payment after %s', async (action, outcome) => {
    const person = await portal.customer();
    const paymentId = await start(person);
    await press(paymentId, action);
    const { body } = await callback(person, paymentId);
    expect(body).toMatchObject({ status: outcome, transaction_id: null });
    expect(body.message).toMatch(/[\u0980-\u09ff]/);
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
  });

  it('is queried by the sweep for customers who never return, and before anything expires', async () => {
    const [person, late] = [await portal.customer(), await portal.customer()];
    const [paid, old, open] = [await start(person), await start(late), await start(late)];
    await press(paid, 'pay');
    await press(old, 'pay');
    await asOwner(portal.ownerUrl, `update payments set created_at = created_at - interval '25 hours'`);
    await Promise.all([sweep(), sweep()]);
    await sweep();
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
    expect((await balanceOf(portal, late)).current_balance).toBe(500);
    expect((await row(old)).state).toBe('completed');
    expect((await row(open)).state).toBe('expired');
  });

  it.each(['amount', 'invoice'] as const)('is not trusted when its %s differs', async (what) => {
    const person = await portal.customer();
    const paymentId = await start(person);
    await spoil(paymentId, what);
    await press(paymentId, 'pay');
    expect((await callback(person, paymentId)).body.status).toBe('pending');
    expect(await row(paymentId)).toMatchObject({
      state: 'needs_attention',
      attention: `does not fit: ${what}`,
      facts: expect.objectContaining({ transactionId: expect.any(String) }),
    });
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
  });

  it('refunds a payment once, and nothing that was never paid', async () => {
    const person = await portal.customer();
    const paymentId = await start(person);
    const order = {
      providerPaymentId: paymentId,
      transactionId: 'NONE',
      amountPaisa: 50_000n,
      reason: 'test',
    };
    expect(await provider().refund(order)).toEqual({ state: 'refused' });
    await press(paymentId, 'pay');
    const word = await provider().settle(paymentId);
    if (word.state !== 'paid') throw new Error(word.state);
    const paid = { ...order, transactionId: word.facts.transactionId };
    const first = await provider().refund(paid);
    expect(first).toEqual({ state: 'refunded', refundId: expect.any(String) });
    expect(await provider().refund(paid)).toEqual(first);
  });

  it('does not accept foreign ids, and strangers cannot see a payment', async () => {
    const [person, stranger] = [await portal.customer(), await portal.customer()];
    const paymentId = await start(person);
    expect(await provider().settle('NOTHING')).toEqual({ state: 'unknown' });
    expectRefusal(await callback(stranger, paymentId), 'not_found');
  });

  it('starts nothing for a closed wallet, and credits what was paid before it was closed', async () => {
    const person = await portal.customer();
    const paymentId = await start(person);
    await press(paymentId, 'pay');
    await asOwner(portal.ownerUrl, 'select wallet_open($1), wallet_set_active($1, false)', [person.id]);
    expectRefusal(await create(person, { amount: '500' }), 'wallet_inactive');
    expect((await callback(person, paymentId)).body.status).toBe('success');
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
    expectRefusal(await create(person, { amount: '500' }), 'wallet_inactive');
  });
});
