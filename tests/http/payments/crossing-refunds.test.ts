// Two overlapping refunds of one payment, as after a process has stalled for longer than its lease.
import { expect, it } from 'vitest';
import { useBkash } from '../../support/bkash.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { expectRefusal } from '../steps.ts';

const bkash = useBkash();
const portal = usePortal(() => ({ ...bkash.settings, BKASH_TIMEOUT_SECONDS: '5' }));

/** Makes a payment that staff have to decide on, with functions that refund it. */
async function makeWrong() {
  const person = await portal.customer();
  const { body: made } = await portal.call('POST', '/payment/bkash/create/', {
    token: person.token,
    body: { amount: '500', payment_type: 'custom' },
  });
  const paymentId: string = made.payment_id;
  await bkash.press(paymentId, 'pay');
  await bkash.change({ paymentID: paymentId, amount: '450.00' });
  await portal.call('GET', `/payment/bkash/callback/?paymentID=${paymentId}`, { token: person.token });
  const id = (
    await asOwner<{ id: string }>(portal.ownerUrl, 'select id from payments where provider_payment_id = $1', [
      paymentId,
    ])
  )[0]!.id;
  const refund = (headers: Record<string, string> = {}) =>
    portal.call('POST', `/account/payments/${id}/resolve/`, {
      token: portal.admin.token,
      body: { action: 'refund', note: 'ফেরত' },
      headers,
    });
  const asked = async () => (await bkash.look()).counts.refund ?? 0;
  const endLease = () =>
    asOwner(
      portal.ownerUrl,
      `update payments set refund_lease_until = now() - interval '1 second' where id = $1`,
      [id],
    );
  const outcome = async () => {
    const { body } = await portal.call('GET', `/account/payments/${id}/`, { token: portal.admin.token });
    const theirs = (await bkash.look()).payments.find((one) => one.paymentID === paymentId)!;
    const trail = await asOwner<{ kind: string }>(
      portal.ownerUrl,
      `select kind from trail where object_id = $1 and kind like 'payment.refund%' order by id`,
      [id],
    );
    return { body, theirs, trail: trail.map(({ kind }) => kind) };
  };
  /** Begins a second refund, whose responses are planned too, while the first waits for its first response. */
  const cross = async (...plan: Parameters<typeof bkash.plan>) => {
    const before = await asked();
    await bkash.plan(...plan);
    const first = refund();
    await expect.poll(asked, { interval: 10 }).toBe(before + 1);
    await endLease();
    return { first, second: refund() };
  };
  return { id, refund, asked, cross, outcome };
}

it('keeps the outcome of a second refund when the first, whose lease has expired, is refused later', async () => {
  const { id, cross, outcome } = await makeWrong();
  // Status and refund of the first, with the status of the second between them.
  const { first, second } = await cross(
    { call: 'refund', kind: 'slow', milliseconds: 2_000 },
    { call: 'refund', kind: 'slow', milliseconds: 3_000 },
    { call: 'refund', kind: 'code:2006' },
  );
  expect((await first).body).toEqual({ id, status: 'refunding' });
  expect((await second).body).toEqual({ id, status: 'refunded' });
  const { body, theirs, trail } = await outcome();
  expect(body).toMatchObject({ state: 'refunded', resolved: { refund_id: theirs.refundTrxID } });
  expect(trail).toEqual(['payment.refunded']);
});

/** Status of the first, then status and refund of the second. */
const secondRefused = [
  { call: 'refund', kind: 'slow', milliseconds: 3_000 },
  { call: 'refund', kind: 'slow', milliseconds: 1 },
  { call: 'refund', kind: 'code:2006' },
] as const;

it('records the payment as refunded when the first refund succeeds after the second was refused', async () => {
  const { id, cross, outcome } = await makeWrong();
  const { first, second } = await cross(...secondRefused);
  expectRefusal(await second, 'refund_refused');
  expect((await first).body).toEqual({ id, status: 'refunded' });
  const { body, theirs, trail } = await outcome();
  expect(body).toMatchObject({
    state: 'refunded',
    resolved: { refund_id: theirs.refundTrxID, note: 'ফেরত' },
  });
  expect(trail).toEqual(['payment.refund_refused', 'payment.refunded']);
});

it('records in the audit log a refund that succeeds after staff have closed the payment', async () => {
  const { id, cross, outcome } = await makeWrong();
  const { first, second } = await cross(...secondRefused);
  expectRefusal(await second, 'refund_refused');
  const closed = await portal.call('POST', `/account/payments/${id}/resolve/`, {
    token: portal.admin.token,
    body: { action: 'close', note: 'গ্রাহক জানেন' },
  });
  expect(closed.body).toEqual({ id, status: 'closed' });
  await first;
  const { body, trail } = await outcome();
  expect(body).toMatchObject({ state: 'closed', resolved: { note: 'গ্রাহক জানেন' } });
  expect(trail).toEqual(['payment.refund_refused', 'payment.refunded']);
});

it('never reports a refund as refused that an earlier request has made', async () => {
  // The first of two requests refunded it; only the second has a response.
  const twice = await makeWrong();
  await bkash.plan({ call: 'refund', kind: 'slow', milliseconds: 1 }, { call: 'refund', kind: 'duplicate' });
  expect((await twice.refund()).body).toEqual({ id: twice.id, status: 'refunded' });
  // Refused, but it is unknown whether an earlier request refunded it.
  const unsure = await makeWrong();
  await bkash.plan(
    { call: 'refund', kind: 'slow', milliseconds: 1 },
    { call: 'refund', kind: 'duplicate' },
    { call: 'refund', kind: 'error_503' },
  );
  for (const status of ['refunding', 'refunded'])
    expect((await unsure.refund()).body).toEqual({ id: unsure.id, status });
});

it('returns the first response to a repeated request without contacting the provider', async () => {
  const { id, refund, asked } = await makeWrong();
  const key = { 'Idempotency-Key': 'refund once' };
  await bkash.plan({ call: 'refund', kind: 'error_503' });
  const first = await refund(key);
  expect(first.body).toEqual({ id, status: 'refunding' });
  const before = await asked();
  expect((await refund(key)).body).toEqual(first.body);
  expect(await asked()).toBe(before);
  expect((await refund()).body).toEqual({ id, status: 'refunded' });
});
