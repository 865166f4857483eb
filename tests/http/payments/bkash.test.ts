// The bKash client against a simulator of its contract: silence, refusals, tokens, notifications.
import { beforeAll, describe, expect, it } from 'vitest';
import { bkashCodes } from '#server/payments/bkash/bkash-codes.ts';
import type { PlannedFault } from '../../../scripts/bkash-simulator/server.ts';
import { useBkash } from '../../support/bkash.ts';
import { asOwner } from '../../support/database.ts';
import { holdJobs } from '../../support/held-jobs.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, english, eventually, expectBooksRight, expectRefusal } from '../steps.ts';

const bkash = useBkash();
const settings = () => ({ ...bkash.settings, BKASH_TIMEOUT_SECONDS: '1.5' });
const portal = usePortal(settings);
beforeAll(() => holdJobs(portal, ['settle payments']));

const create = (person: Person, amount = '500') =>
  portal.call('POST', '/payment/bkash/create/', { token: person.token, body: { amount } });
const callback = (person: Person, id: string, headers = {}) =>
  portal.call('GET', `/payment/bkash/callback/?paymentID=${id}&status=success`, {
    token: person.token,
    headers,
  });
async function paid(person: Person, amount?: string): Promise<string> {
  const { body } = await create(person, amount);
  await bkash.press(body.payment_id, 'pay');
  return body.payment_id;
}
/** Polls until the payment is decided; each poll may query the provider once. */
const decide = (person: Person, id: string) =>
  eventually(
    () => callback(person, id),
    ({ body }) => body.status !== 'pending',
  );
const row = async (id: string) =>
  (await asOwner(portal.ownerUrl, 'select * from payments where provider_payment_id = $1', [id]))[0]!;
const calls = async () => ({
  create: 0,
  execute: 0,
  query: 0,
  grant: 0,
  refresh: 0,
  ...(await bkash.look()).counts,
});

describe('a good payment', () => {
  it('needs one create and one execute, and no query', async () => {
    const person = await portal.customer();
    const before = await calls();
    const id = await paid(person);
    expect((await callback(person, id)).body.status).toBe('success');
    await callback(person, id);
    await portal.portal.settlement.sweep();
    const after = await calls();
    expect(after.create - before.create).toBe(1);
    expect(after.execute - before.execute).toBe(1);
    expect(after.query).toBe(before.query);
    expect((await row(id)).payer_number).toBe('01770618575');
  });
});

describe('an execute that goes wrong', () => {
  const settled: PlannedFault['kind'][] = [
    'slow',
    'drop_before',
    'drop_after',
    'error_503',
    'html',
    'truncated',
    'expired_token',
    'duplicate',
    'wrong_status',
    'code:2003',
    'code:2029',
    'code:2062',
    'code:2117',
    'code:9999',
    'code:2001',
  ];
  it.each(settled)('still ends in one credit: %s', async (kind) => {
    const person = await portal.customer();
    const id = await paid(person);
    const { fired } = await bkash.plan({ call: 'execute', kind, milliseconds: 1_800 });
    const first = await callback(person, id);
    expect(first.status).toBe(200);
    expect((await bkash.look()).fired[kind]).toBe((fired[kind] ?? 0) + 1);
    expect((await decide(person, id)).body.status).toBe('success');
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
    const { payments } = await bkash.look();
    expect(payments.find(({ paymentID }) => paymentID === id)).toMatchObject({ state: 'Completed' });
  });

  it.each(['drop_after', 'error_503', 'html'] as const)(
    'is queried again when the first query is lost too: %s',
    async (kind) => {
      const person = await portal.customer();
      const id = await paid(person);
      await bkash.plan({ call: 'execute', kind: 'drop_after' }, { call: 'query', kind });
      expect((await callback(person, id)).body.status).toBe('pending');
      expect((await decide(person, id)).body.status).toBe('success');
      expect((await balanceOf(portal, person)).current_balance).toBe(500);
    },
  );

  it.each([
    ['wrong_amount', 'amount'],
    ['wrong_currency', 'currency'],
    ['wrong_invoice', 'invoice'],
    ['wrong_payment', 'payment id'],
    ['no_transaction', 'transaction id'],
  ] as const)('credits nothing on a response with %s', async (kind, what) => {
    const person = await portal.customer();
    const id = await paid(person);
    await bkash.plan({ call: 'execute', kind });
    expect((await callback(person, id)).body.status).toBe('pending');
    expect(await row(id)).toMatchObject({ state: 'needs_attention', attention: `does not fit: ${what}` });
    await callback(person, id);
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
    await expectBooksRight(portal);
  });

  it('credits nothing on a transaction id that was used before', async () => {
    const person = await portal.customer();
    const first = await paid(person);
    const { body } = await callback(person, first);
    const second = await paid(person);
    await bkash.change({ paymentID: second, trxID: body.transaction_id });
    await callback(person, second);
    expect((await row(second)).state).toBe('needs_attention');
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
  });
});

describe('the error codes', () => {
  it('all have an action and a message, in both languages', () => {
    expect(bkashCodes.size).toBeGreaterThan(70);
    for (const [code, { texts }] of bkashCodes) {
      expect(texts.bn, code).toMatch(/[\u0980-\u09ff]/);
      expect(texts.en, code).toMatch(/^[A-Z]/i);
      expect(texts.en, code).not.toMatch(/[\u0980-\u09ff]/);
    }
  });

  const explained = [...bkashCodes].filter(([code, { action }]) => action === 'customer' && /^\d/.test(code));
  it.each(explained)('show the customer the reason for %s', async (code, { texts }) => {
    const person = await portal.customer();
    const id = await paid(person);
    await bkash.plan({ call: 'execute', kind: `code:${code}` });
    expect((await callback(person, id)).body).toMatchObject({ status: 'failure', message: texts.bn });
    expect(await row(id)).toMatchObject({ state: 'failed', failure_code: code });
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
  });

  it('are reported in English too, and a payment that is paid after all is credited', async () => {
    const person = await portal.customer();
    const id = await paid(person);
    await bkash.plan({ call: 'execute', kind: 'code:2023' });
    expect((await callback(person, id, english)).body).toMatchObject({
      status: 'failure',
      message: bkashCodes.get('2023')!.texts.en,
    });
    const later = await eventually(
      () => callback(person, id),
      ({ body }) => body.status === 'success',
    );
    expect(later.body.status).toBe('success');
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
  });

  it('from a create leave no payment that could be paid', async () => {
    const person = await portal.customer();
    for (const kind of [
      'code:2006',
      'code:2001',
      'drop_before',
      'drop_after',
      'error_503',
      'html',
      'slow',
    ] as const) {
      await bkash.plan({ call: 'create', kind, milliseconds: 1_800 });
      expectRefusal(await create(person), 'provider_unavailable');
    }
    expect((await create(person)).status).toBe(200);
  });
});

describe('a payment that was begun twice', () => {
  it('is queried under the id with which its customer was sent to pay', async () => {
    const person = await portal.customer();
    const begin = () =>
      portal.call('POST', '/payment/bkash/create/', {
        token: person.token,
        body: { amount: '500' },
        headers: { 'Idempotency-Key': 'begun twice' },
      });
    const before = await calls();
    await bkash.plan(
      ...[1_200, 1_200].map((milliseconds) => ({ call: 'create', kind: 'slow', milliseconds }) as const),
    );
    const first = begin();
    await eventually(calls, ({ create }) => create > before.create);
    // Simulates a step of the database's clock.
    await asOwner(portal.ownerUrl, `update bkash_payments set lease_until = '-infinity'`);
    const [one, two] = await Promise.all([first, begin()]);
    expect((await calls()).create).toBe(before.create + 2);
    expect(two.body).toEqual(one.body);
    await bkash.press(one.body.payment_id, 'pay');
    expect((await decide(person, one.body.payment_id)).body.status).toBe('success');
  });
});

describe('a payment that ended', () => {
  it('is not restarted by a repeated request, because it would never be queried', async () => {
    const person = await portal.customer();
    const begin = () =>
      portal.call('POST', '/payment/bkash/create/', {
        token: person.token,
        body: { amount: '500' },
        headers: { 'Idempotency-Key': 'begun yesterday' },
      });
    await bkash.plan({ call: 'create', kind: 'drop_before' });
    expectRefusal(await begin(), 'provider_unavailable');
    await asOwner(
      portal.ownerUrl,
      `update payments set created_at = now() - interval '25 hours', next_check_at = now() where user_id = $1`,
      [person.id],
    );
    await portal.portal.settlement.sweep();
    const states = await asOwner(portal.ownerUrl, 'select state from payments where user_id = $1', [
      person.id,
    ]);
    expect(states).toEqual([{ state: 'expired' }]);
    expectRefusal(await begin(), 'provider_unavailable');
    expect((await create(person)).status).toBe(200);
  });

  it('prevents erasure of its account while bKash reports it as paid after all', async () => {
    const person = await portal.customer();
    const id = await paid(person);
    await bkash.plan({ call: 'execute', kind: 'code:2023' });
    expect((await callback(person, id)).body.status).toBe('failure');
    // The notice has arrived, and the query to bKash has no response yet.
    await asOwner(portal.ownerUrl, 'update payments set heard_at = now() where provider_payment_id = $1', [
      id,
    ]);
    const erase = () => portal.call('DELETE', `/account/user/${person.id}/`, { token: portal.admin.token });
    expectRefusal(await erase(), 'money_pending');
    await eventually(
      () => callback(person, id),
      ({ body }) => body.status === 'success',
    );
    expectRefusal(await erase(), 'wallet_not_empty');
  });
});

describe('the token', () => {
  it('is shared by all processes, renewed sparingly, and never stored in plain text', async () => {
    const person = await portal.customer();
    await create(person);
    const before = await calls();
    await Promise.all(Array.from({ length: 12 }, () => create(person)));
    expect((await calls()).grant).toBe(before.grant);
    for (let turn = 0; turn < 4; turn += 1) {
      // All within one hour of the database's clock: at most two refreshes, then grants.
      await bkash.moveClock(3_700);
      const answers = await Promise.all(Array.from({ length: 6 }, () => create(person)));
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    }
    const after = await calls();
    expect(after.refresh - before.refresh).toBeLessThanOrEqual(2);
    expect(after.refresh + after.grant - before.refresh - before.grant).toBe(4);
    const [kept] = await asOwner<{ token_sealed: Buffer }>(
      portal.ownerUrl,
      'select token_sealed from provider_tokens',
    );
    expect(kept!.token_sealed.toString('latin1')).not.toContain('eyJ.');
  });
});

describe('instant notices', () => {
  const url = () => `${portal.origin}/payment/bkash/notice/`;

  it('settle a payment whose customer never returned, once, even if they arrive repeatedly', async () => {
    const person = await portal.customer();
    const id = await paid(person);
    expect(await bkash.notify(url(), id, { messageId: 'first' })).toBe(200);
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
    for (const messageId of ['first', 'second', 'first'])
      expect(await bkash.notify(url(), id, { messageId })).toBe(200);
    await Promise.all([callback(person, id), bkash.notify(url(), id), bkash.notify(url(), id)]);
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
    const kept = await asOwner(portal.ownerUrl, 'select * from payment_notices where invoice = $1', [
      (await row(id)).id,
    ]);
    expect(kept).toHaveLength(4);
    // A credited payment awaits no response: otherwise it would prevent erasure of the account.
    expect((await row(id)).heard_at).toBeNull();
  });

  it('credit nothing by themselves', async () => {
    const person = await portal.customer();
    const { body } = await create(person);
    expect(await bkash.notify(url(), body.payment_id, { content: { amount: '99999.00' } })).toBe(200);
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
    expect((await row(body.payment_id)).state).toBe('redirected');
    expect(
      await bkash.notify(url(), body.payment_id, { content: { merchantInvoiceNumber: 'NPFOREIGN' } }),
    ).toBe(200);
  });

  it('are refused with a bad signature, another topic or another signer', async () => {
    const person = await portal.customer();
    const id = await paid(person);
    for (const change of [
      { isForged: true },
      { topic: 'arn:aws:sns:ap-southeast-1:111111111111:other' },
      { certUrl: 'https://sns.example.com/key.pem' },
      { certUrl: 'https://sns.ap-southeast-1.amazonaws.com.example.com/key.pem' },
      { certUrl: 'http://sns.ap-southeast-1.amazonaws.com/key.pem' },
      { certUrl: 'file:///etc/passwd' },
    ])
      expect(await bkash.notify(url(), id, change), JSON.stringify(change)).toBe(403);
    expect((await row(id)).state).toBe('redirected');
    for (const body of ['', 'no json', '[]', '{}', '{"Type":"Notification"}'])
      expect(
        (
          await portal.call('POST', '/payment/bkash/notice/', {
            body,
            headers: { 'Content-Type': 'text/plain' },
          })
        ).status,
      ).toBe(400);
    expectRefusal(await portal.call('POST', '/payment/sandbox/notice/', { body: {} }), 'not_found');
    expectRefusal(await portal.call('POST', '/payment/nagad/notice/', { body: {} }), 'unknown_provider');
  });
});

describe('a payment that bKash reports after it has ended', () => {
  const url = () => `${portal.origin}/payment/bkash/notice/`;
  const silence = () =>
    bkash.plan(
      ...Array.from({ length: 6 }, () => [
        { call: 'execute', kind: 'drop_before' } as const,
        { call: 'query', kind: 'drop_before' } as const,
      ]).flat(),
    );
  const end = (id: string, state: string) =>
    asOwner(
      portal.ownerUrl,
      `update payments set state = $2, settled_at = now(), next_check_at = now() + interval '1 day' where provider_payment_id = $1`,
      [id, state],
    );
  const due = (id: string) =>
    asOwner(portal.ownerUrl, 'update payments set next_check_at = now() where provider_payment_id = $1', [
      id,
    ]);

  it.each(['failed', 'cancelled', 'expired'])(
    'is queried until bKash responds, even though it was %s and bKash was silent at first',
    async (state) => {
      const person = await portal.customer();
      const id = await paid(person);
      await end(id, state);
      await silence();
      expect(await bkash.notify(url(), id, { messageId: `late ${state}` })).toBe(200);
      expect([(await row(id)).state, (await row(id)).heard_at === null]).toEqual([state, false]);
      await bkash.chaos(0, [], []);
      await bkash.plan();
      await eventually(
        async () => {
          await due(id);
          await portal.portal.settlement.sweep();
          return row(id);
        },
        (payment) => payment.state === 'completed',
      );
      expect((await row(id)).heard_at).toBeNull();
      expect((await balanceOf(portal, person)).current_balance).toBe(500);
    },
  );

  it('is also queried after a report by the browser, until bKash confirms that nothing was paid', async () => {
    const person = await portal.customer();
    const { body } = await create(person);
    await bkash.press(body.payment_id, 'cancel');
    await end(body.payment_id, 'expired');
    await silence();
    const back = `/payment/bkash/callback/?paymentID=${body.payment_id}&status=`;
    await portal.call('GET', `${back}failure`, { token: person.token });
    expect((await row(body.payment_id)).heard_at).toBeNull();
    const claimed = await portal.call('GET', `${back}success`, { token: person.token });
    expect(claimed.body.status).toBe('failure');
    expect((await row(body.payment_id)).heard_at).not.toBeNull();
    await bkash.chaos(0, [], []);
    await bkash.plan();
    await eventually(
      async () => {
        await due(body.payment_id);
        await portal.portal.settlement.sweep();
        return row(body.payment_id);
      },
      (payment) => payment.heard_at === null,
    );
    expect((await row(body.payment_id)).heard_at).toBeNull();
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
  });
});

describe('a sweep of many payments while bKash is silent', () => {
  it('queries a few of them, and leaves the others to the next sweep', async () => {
    const person = await portal.customer();
    const ids: string[] = [];
    for (let count = 0; count < 24; count += 1) ids.push((await create(person)).body.payment_id);
    await asOwner(
      portal.ownerUrl,
      'update payments set next_check_at = now() where provider_payment_id = any($1)',
      [ids],
    );
    const before = await calls();
    await bkash.chaos(1, ['drop_before'], ['execute', 'query']);
    await portal.portal.settlement.sweep();
    await bkash.chaos(0, [], []);
    const asked = (await calls()).execute - before.execute;
    expect(asked).toBeGreaterThanOrEqual(5);
    expect(asked).toBeLessThan(20);
    await expectBooksRight(portal);
  });
});
