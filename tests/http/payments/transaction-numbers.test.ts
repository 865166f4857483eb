// A bKash transaction number that staff entered, or that two payments share: its money is credited or refunded once.
import { describe, expect, it } from 'vitest';
import { readReference } from '#contract/wallet/ways.ts';
import { useBkash } from '../../support/bkash.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, english, expectBooksRight, expectRefusal, reverseTransfer } from '../steps.ts';

const bkash = useBkash();
const portal = usePortal(() => ({ ...bkash.settings, BKASH_TIMEOUT_SECONDS: '1.5' }));

const callback = (person: Person, id: string) =>
  portal.call('GET', `/payment/bkash/callback/?paymentID=${id}&status=success`, { token: person.token });
async function paid(person: Person): Promise<string> {
  const { body } = await portal.call('POST', '/payment/bkash/create/', {
    token: person.token,
    body: { amount: '500' },
  });
  await bkash.press(body.payment_id, 'pay');
  return body.payment_id;
}
const row = async (id: string) =>
  (await asOwner(portal.ownerUrl, 'select * from payments where provider_payment_id = $1', [id]))[0]!;

describe('a transaction number that staff also entered', () => {
  const byStaff = (person: Person, reference: string, headers = {}) =>
    portal.call('POST', '/account/transactions/create/', {
      token: portal.admin.token,
      body: { user: person.id, amount: '100', way: 'bkash', reference },
      headers,
    });
  const balance = async (person: Person) => (await balanceOf(portal, person)).current_balance;

  it('is normalised in the database as in the input of staff', async () => {
    for (const text of ['AB12CD', ' ab12 cd\t', 'ab\n12cd'])
      expect(await asOwner(portal.ownerUrl, 'select reference_key($1)', [text])).toEqual([
        { reference_key: readReference(text) },
      ]);
  });

  it('is refused to staff once the payment has been credited, and the refusal names who and when', async () => {
    const person = await portal.customer();
    const { body } = await callback(person, await paid(person));
    const typed = ` ${body.transaction_id.toLowerCase()} `;
    const refused = await byStaff(person, typed, english);
    expect(refused).toMatchObject({ status: 409, body: { code: 'reference_used' } });
    expect(refused.body.error).toMatch(/ by .+ at \d{4}-\d\d-\d\d \d\d:\d\d$/);
    // Regardless of how the provider writes it.
    await asOwner(
      portal.ownerUrl,
      'update payments set transaction_id = lower(transaction_id) where user_id = $1',
      [person.id],
    );
    expect((await byStaff(person, typed, english)).body).toEqual(refused.body);
    expect(await balance(person)).toBe(500);
    await expect(
      asOwner(
        portal.ownerUrl,
        `insert into recharge_ways (ref, way, reference, user_id, received_by) values ('forced', 'bkash', $1, $2, $2)`,
        [body.transaction_id, person.id],
      ),
    ).rejects.toMatchObject({ code: '23505' });
    await expectBooksRight(portal);
  });

  it('is refused to staff for another mobile service as well', async () => {
    const person = await portal.customer();
    const { body } = await callback(person, await paid(person));
    const refused = await portal.call('POST', '/account/transactions/create/', {
      token: portal.admin.token,
      body: { user: person.id, amount: '100', way: 'nagad', reference: body.transaction_id },
    });
    expectRefusal(refused, 'reference_used');
    expect(await balance(person)).toBe(500);
  });

  it('leaves a later payment uncredited for staff to decide', async () => {
    const person = await portal.customer();
    expect((await byStaff(person, 'staff first')).status).toBe(201);
    const id = await paid(person);
    await bkash.change({ paymentID: id, trxID: 'STAFFFIRST' });
    expect((await callback(person, id)).body.status).toBe('pending');
    const parked = await row(id);
    expect(parked).toMatchObject({ state: 'needs_attention', attention: 'transaction id was used before' });
    const resolved = await portal.call('POST', `/account/payments/${parked.id}/resolve/`, {
      token: portal.admin.token,
      body: { action: 'credit', note: 'জমা' },
    });
    expectRefusal(resolved, 'not_creditable');
    expect(await balance(person)).toBe(100);
    await expect(
      asOwner(
        portal.ownerUrl,
        `update payments set state = 'completed', transaction_id = 'StaffFirst' where id = $1`,
        [parked.id],
      ),
    ).rejects.toMatchObject({ code: '23505' });
    await expectBooksRight(portal);
  });

  it('is not refunded while it is being credited, and not credited once refunded', async () => {
    const person = await portal.customer();
    const credited = await byStaff(person, 'GIVEN1');
    const id = await paid(person);
    await bkash.change({ paymentID: id, trxID: 'GIVEN1' });
    await callback(person, id);
    const { id: parked } = await row(id);
    const refund = () =>
      portal.call('POST', `/account/payments/${parked}/resolve/`, {
        token: portal.admin.token,
        body: { action: 'refund', note: 'ফেরত' },
      });
    const theirs = async () =>
      (await bkash.look()).payments.find(({ paymentID }) => paymentID === id)!.refundTrxID;
    expectRefusal(await refund(), 'reference_used');
    expect(await theirs()).toBe('');
    await reverseTransfer(portal, credited.body.id, 'ভুল গ্রাহক');
    // A payment whose refund the provider refuses can be credited again.
    await bkash.plan(
      { call: 'refund', kind: 'slow', milliseconds: 1 },
      { call: 'refund', kind: 'code:2006' },
    );
    expectRefusal(await refund(), 'refund_refused');
    expect((await row(id)).transaction_id).toBeNull();
    expect((await refund()).body).toMatchObject({ status: 'refunded' });
    expect(await theirs()).not.toBe('');
    expectRefusal(await byStaff(person, 'given1'), 'reference_used');
    expect(await balance(person)).toBe(0);
    await expectBooksRight(portal);
  });

  it('is reserved for its customer while a payment under review names it, and after that is closed', async () => {
    const [person, other] = [await portal.customer(), await portal.customer()];
    const id = await paid(person);
    await bkash.change({ paymentID: id, trxID: 'THEIRS1', amount: '400.00' });
    await callback(person, id);
    expectRefusal(await byStaff(other, 'theirs1'), 'reference_used');
    const closed = await portal.call('POST', `/account/payments/${(await row(id)).id}/resolve/`, {
      token: portal.admin.token,
      body: { action: 'close', note: 'হাতে জমা হবে' },
    });
    expect(closed.status).toBe(200);
    expectRefusal(await byStaff(other, 'Theirs1'), 'reference_used');
    expect((await byStaff(person, 'theirs1')).status).toBe(201);
    expect([await balance(person), await balance(other)]).toEqual([100, 0]);
  });

  it('is refunded once if two payments share it', async () => {
    const person = await portal.customer();
    const [one, two] = [await paid(person), await paid(person)];
    for (const id of [one, two]) {
      await bkash.change({ paymentID: id, trxID: 'TWICE1', amount: '400.00' });
      await callback(person, id);
    }
    const resolve = async (id: string, action: string) =>
      portal.call('POST', `/account/payments/${(await row(id)).id}/resolve/`, {
        token: portal.admin.token,
        body: { action, note: 'দুবার' },
      });
    const [first, second] = await Promise.all([resolve(one, 'refund'), resolve(two, 'credit')]);
    expect([first.status, second.status].sort(), JSON.stringify([first.body, second.body])).toEqual([
      200, 409,
    ]);
    expect(await balance(person)).toBe(first.status === 200 ? 0 : 400);
    await expectBooksRight(portal);
  });

  it('is credited once when staff and the provider report it concurrently', async () => {
    for (let round = 0; round < 6; round += 1) {
      const person = await portal.customer();
      const id = await paid(person);
      await bkash.change({ paymentID: id, trxID: `SAME${round}` });
      const [, staff] = await Promise.all([callback(person, id), byStaff(person, `same${round}`)]);
      const { state } = await row(id);
      expect([staff.status, state, await balance(person)]).toEqual(
        staff.status === 201 ? [201, 'needs_attention', 100] : [409, 'completed', 500],
      );
    }
    await expectBooksRight(portal);
  });
});
