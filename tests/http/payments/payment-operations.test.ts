// Staff operations on mismatched payments.
import { beforeEach, describe, expect, it } from 'vitest';
import { useBkash } from '../../support/bkash.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { balanceOf, expectBooksRight, expectRefusal, makeStaff, statuses } from '../steps.ts';
import { paymentSteps } from './payment-steps.ts';

const bkash = useBkash();
const portal = usePortal(() => ({ ...bkash.settings, BKASH_TIMEOUT_SECONDS: '1.5', APPROVAL_SUM: '2000' }));

// Each test has the full daily allowance of staff.
beforeEach(async () => {
  await portal.db.deleteFrom('cash_days').execute();
});

const { paid, callback, parked, resolve, trailOf } = paymentSteps(portal, bkash);

describe('payment operations', () => {
  it('list what needs attention, with the requested and the provider’s facts', async () => {
    const person = await portal.customer({ first_name: 'মিল', last_name: 'নেই' });
    const { id, paymentId } = await parked(person, '500', '450.00');
    await paid(person);
    const list = await portal.call('GET', '/account/payments/?state=attention&search=মিল', {
      token: portal.admin.token,
    });
    expect(list.body.count).toBe(1);
    expect(list.body.results[0]).toMatchObject({
      id,
      payment_id: paymentId,
      amount: '500.00',
      state: 'needs_attention',
      attention: 'does not fit: amount',
      facts: { amount: '450.00', currency: 'BDT', invoice: id, transaction_id: expect.any(String) },
      resolved: null,
      proposal: null,
    });
    const all = await portal.call('GET', '/account/payments/?search=মিল', { token: portal.admin.token });
    expect(all.body.count).toBe(2);
    await asOwner(portal.ownerUrl, `update payments set payer_number = '01998877665' where id = $1`, [id]);
    const byPayer = await portal.call('GET', '/account/payments/?search=০১৯৯৮-৮৭৭৬৬৫', {
      token: portal.admin.token,
    });
    expect(byPayer.body.results).toMatchObject([{ id }]);
    expectRefusal(await portal.call('GET', '/account/payments/', { token: person.token }), 'not_allowed');
    const detail = await portal.call('GET', `/account/payments/${id}/`, { token: portal.admin.token });
    expect(detail.body).toMatchObject({ id, notices: [] });
    expectRefusal(
      await portal.call('GET', '/account/payments/NOTHING/', { token: portal.admin.token }),
      'not_found',
    );
  });

  it('query the provider immediately through the same code path', async () => {
    const person = await portal.customer();
    const accountant = await makeStaff(portal, 'accountant');
    const { id } = await paid(person);
    const answers = await Promise.all(Array.from({ length: 6 }, () => resolve(accountant, id, {}, 'check')));
    expect(statuses(answers)).toEqual({ 200: 6 });
    expect(answers[0]!.body).toMatchObject({ id, state: 'completed', amount: '500.00' });
    expect((await balanceOf(portal, person)).current_balance).toBe(500);
    expectRefusal(await resolve(await makeStaff(portal, 'operator'), id, {}, 'check'), 'not_allowed');
    expectRefusal(await resolve(accountant, 'NOTHING', {}, 'check'), 'not_found');
  });

  it('credit the amount actually paid, once, without the bonus of another amount', async () => {
    const person = await portal.customer();
    const { id } = await parked(person, '1000', '900.00');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => resolve(portal.admin, id, { action: 'credit', note: 'বিকাশে দেখা' })),
    );
    expect(statuses(answers)).toEqual({ 200: 1, 409: 4 });
    expect((await balanceOf(portal, person)).current_balance).toBe(900);
    const { body } = await portal.call('GET', `/account/payments/${id}/`, { token: portal.admin.token });
    expect(body).toMatchObject({
      state: 'completed',
      credited: '900.00',
      bonus: '0.00',
      resolved: { by: { id: portal.admin.id }, note: 'বিকাশে দেখা' },
    });
    expect((await trailOf(id)).map(({ kind }) => kind)).toEqual([
      'payment.needs_attention',
      'payment.resolved',
    ]);
    await expectBooksRight(portal);
  });

  it('close without a credit, and require a note', async () => {
    const person = await portal.customer();
    const { id, paymentId } = await parked(person, '500', '1.00');
    expect((await resolve(portal.admin, id, { action: 'close', note: ' ' })).body).toEqual({
      note: ['এই ঘরটি পূরণ করুন'],
    });
    expect((await resolve(portal.admin, id, { action: 'steal', note: 'x' })).status).toBe(400);
    expect((await resolve(portal.admin, id, { action: 'close', note: 'গ্রাহক জানেন' })).body).toEqual({
      id,
      status: 'closed',
    });
    expectRefusal(await resolve(portal.admin, id, { action: 'credit', note: 'x' }), 'already_decided');
    expect((await callback(person, paymentId)).body.status).toBe('failure');
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
  });

  it('refund through the provider, even when its response is lost', async () => {
    const person = await portal.customer();
    const other = await makeStaff(portal, 'accountant');
    for (const lost of [false, true]) {
      const { id, paymentId } = await parked(person, '500', '450.00');
      if (lost)
        await bkash.plan(
          { call: 'refund', kind: 'slow', milliseconds: 1 },
          { call: 'refund', kind: 'drop_after' },
          { call: 'refund', kind: 'error_503' },
        );
      const first = await resolve(portal.admin, id, { action: 'refund', note: 'ফেরত চেয়েছেন' });
      expect(first.body).toEqual({ id, status: lost ? 'refunding' : 'refunded' });
      await callback(person, paymentId);
      const state = 'select state from payments where id = $1';
      expect(await asOwner(portal.ownerUrl, state, [id])).toEqual([{ state: first.body.status }]);
      if (lost) {
        const { body: open } = await portal.call('GET', '/account/payments/?state=attention', {
          token: other.token,
        });
        expect(open.results).toContainEqual(expect.objectContaining({ id, state: 'refunding' }));
        expectRefusal(await resolve(portal.admin, id, { action: 'close', note: 'x' }), 'already_decided');
        // The customer's account cannot be erased while the refund may still be in progress.
        expectRefusal(
          await portal.call('DELETE', `/account/user/${person.id}/`, { token: portal.admin.token }),
          'money_pending',
        );
        // The state that a process leaves when it is killed while the clock is ahead.
        await asOwner(
          portal.ownerUrl,
          `update payments set refund_lease_until = now() + interval '1 year' where id = $1`,
          [id],
        );
        // It was counted when it was decided: the day's allowance may be used up by now.
        await portal.db.updateTable('cash_days').set({ moved_paisa: 200_000n }).execute();
        const again = await resolve(other, id, { action: 'refund', note: 'আবার' });
        expect(again.body).toEqual({ id, status: 'refunded' });
        await portal.db.deleteFrom('cash_days').execute();
      }
      const { payments } = await bkash.look();
      const theirs = payments.find((one) => one.paymentID === paymentId)!;
      const { body } = await portal.call('GET', `/account/payments/${id}/`, { token: portal.admin.token });
      // A retry carries out the earlier decision.
      expect(body).toMatchObject({
        state: 'refunded',
        resolved: { refund_id: theirs.refundTrxID, by: { id: portal.admin.id }, note: 'ফেরত চেয়েছেন' },
      });
      expect((await trailOf(id)).map(({ kind }) => kind)).toContain('payment.refunded');
    }
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
    const refused = await parked(person, '500', '450.00');
    await bkash.plan(
      { call: 'refund', kind: 'slow', milliseconds: 1 },
      { call: 'refund', kind: 'code:2006' },
    );
    expectRefusal(await resolve(portal.admin, refused.id, { action: 'refund', note: 'x' }), 'refund_refused');
    expect((await resolve(portal.admin, refused.id, { action: 'close', note: 'x' })).status).toBe(200);
  });

  it('refuse a second refund while the first may still be running', async () => {
    const person = await portal.customer();
    const { id } = await parked(person, '500', '450.00');
    await bkash.plan({ call: 'refund', kind: 'slow', milliseconds: 300 });
    const first = resolve(portal.admin, id, { action: 'refund', note: 'ফেরত' });
    const leased = () =>
      asOwner<{ seconds: number }>(
        portal.ownerUrl,
        `select extract(epoch from refund_lease_until - now())::float8 as seconds from payments where id = $1 and state = 'refunding'`,
        [id],
      );
    await expect.poll(leased).toHaveLength(1);
    // Status, refund and status again: each waits for a token (35 s, and as long for the first as for a renewal) and is sent, twice.
    const longest = 3 * 2 * (35 + 2 * 29 + 29);
    expect((await leased())[0]!.seconds).toBeGreaterThan(longest);
    const early = await resolve(portal.admin, id, { action: 'refund', note: 'আবার' });
    expectRefusal(early, 'refund_running');
    expect(early.body.error).toContain('১৫ মিনিট');
    expect((await first).body).toEqual({ id, status: 'refunded' });
  });

  it('handle a payment too large for its wallet, which stops being queried', async () => {
    const person = await portal.customer();
    const { id, paymentId } = await paid(person, '500');
    await asOwner(
      portal.ownerUrl,
      `select ledger_post(gen_random_uuid(), 'opening', $1::integer, null, 99999960000, 'full:' || $1::integer, null, null, null, '')`,
      [person.id],
    );
    const called = await Promise.all(Array.from({ length: 4 }, () => callback(person, paymentId)));
    expect(called.map(({ body }) => body.status)).toEqual(Array(4).fill('pending'));
    const { body } = await portal.call('GET', `/account/payments/${id}/`, { token: portal.admin.token });
    expect(body).toMatchObject({ state: 'needs_attention', attention: 'wallet cannot hold it' });
    expect((await trailOf(id)).map(({ kind }) => kind)).toEqual(['payment.needs_attention']);
    expect(await resolve(portal.admin, id, { action: 'credit', note: 'x' })).toMatchObject({
      status: 400,
      body: { amount: ['পরিমাণটি খুব বড়'] },
    });
    await portal.call('POST', '/account/transactions/withdrawl/', {
      token: portal.admin.token,
      body: { user: person.id, amount: '100' },
    });
    expect((await resolve(portal.admin, id, { action: 'credit', note: 'x' })).status).toBe(200);
    expect((await balanceOf(portal, person)).current_balance).toBe(1_000_000_000);
    await expectBooksRight(portal);
  });

  it('need a second member of staff above the approval limit', async () => {
    const person = await portal.customer();
    const accountant = await makeStaff(portal, 'accountant');
    const { id } = await parked(person, '3000', '2500.00');
    const asked = await resolve(accountant, id, { action: 'credit', note: 'বিকাশে দেখা' });
    expect([asked.status, asked.body]).toEqual([202, { id, status: 'pending' }]);
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
    expectRefusal(await resolve(accountant, id, { action: 'credit' }, 'approve'), 'four_eyes');
    const { body } = await portal.call('GET', `/account/payments/${id}/`, { token: portal.admin.token });
    expect(body.proposal).toMatchObject({ action: 'credit', by: { id: accountant.id } });
    // The second person had been shown a different proposal.
    expectRefusal(await resolve(portal.admin, id, { action: 'refund' }, 'approve'), 'record_changed');
    expect((await resolve(portal.admin, id, {}, 'reject')).body).toEqual({ id, status: 'needs_attention' });
    expect((await trailOf(id)).at(-1)).toMatchObject({ kind: 'payment.approval_refused' });
    expectRefusal(await resolve(portal.admin, id, { action: 'credit' }, 'approve'), 'already_decided');
    expect((await resolve(accountant, id, { action: 'credit', note: 'আবার' })).status).toBe(202);
    const approved = await Promise.all(
      [1, 2, 3].map(() => resolve(portal.admin, id, { action: 'credit' }, 'approve')),
    );
    expect(statuses(approved)).toEqual({ 200: 1, 409: 2 });
    expect((await balanceOf(portal, person)).current_balance).toBe(2500);
    const told = async (staff: Person) =>
      (await portal.call('GET', '/account/notices/', { token: staff.token })).body.results
        .filter(({ object }: { object: { id: string } }) => object.id === id)
        .map(
          ({ kind, facts }: { kind: string; facts: { amount?: string } }) => `${kind} ${facts.amount ?? ''}`,
        );
    expect(await told(accountant)).toEqual([
      'approval_granted 2500.00',
      'approval_refused 2500.00',
      'payment_attention ',
    ]);
    expect(await told(portal.admin)).toEqual([
      'approval_asked 2500.00',
      'approval_asked 2500.00',
      'payment_attention ',
    ]);
    await expectBooksRight(portal);
  });

  it('name requester and decider distinguishably, also when two share a name', async () => {
    const person = await portal.customer({ first_name: 'দ্বিজেন', last_name: 'রায়' });
    const [one, other] = [await makeStaff(portal, 'accountant'), await makeStaff(portal, 'accountant')];
    const shown = (staff: Person) => ({ id: staff.id, name: `কর্মী accountant (${staff.email})` });
    const { id } = await parked(person, '3000', '2500.00');
    expect((await resolve(one, id, { action: 'credit', note: 'বিকাশে দেখা' })).status).toBe(202);
    const asked = await resolve(portal.admin, id, {}, 'check');
    expect(asked.body.proposal).toMatchObject({ by: shown(one) });
    expect((await resolve(other, id, { action: 'close', note: 'ফেরত দেওয়া' })).status).toBe(200);
    const decided = await resolve(portal.admin, id, {}, 'check');
    expect(decided.body.resolved).toMatchObject({ by: shown(other) });
    const get = (path: string) => portal.call('GET', path, { token: portal.admin.token });
    expect((await get('/account/payments/?search=দ্বিজেন')).body.results).toEqual([decided.body]);
    const table = await get('/account/payments/export/?search=দ্বিজেন');
    expect(table.bytes.toString()).toContain(`,${shown(other).name},`);
  });

  it('are refused for one’s own payment, and notify the requester when someone else ends the proposal', async () => {
    const person = await portal.customer();
    const accountant = await makeStaff(portal, 'accountant');
    const { id } = await parked(person, '3000', '2500.00');
    expect((await resolve(accountant, id, { action: 'credit', note: 'বিকাশে দেখা' })).status).toBe(202);
    const setRoles = (roles: string) =>
      asOwner(portal.ownerUrl, 'update users set roles = $2 where id = $1', [person.id, roles]);
    await setRoles('{accountant}');
    expectRefusal(await resolve(person, id, { action: 'credit' }, 'approve'), 'own_wallet');
    expectRefusal(await resolve(person, id, { action: 'close', note: 'আমার' }), 'own_wallet');
    await setRoles('{customer}');
    expect((await resolve(portal.admin, id, { action: 'close', note: 'ফেরত দেওয়া' })).status).toBe(200);
    const { body } = await portal.call('GET', '/account/notices/', { token: accountant.token });
    expect(body.results[0]).toMatchObject({ kind: 'approval_refused', object: { id } });
    const closed = await portal.call('GET', `/account/payments/${id}/`, { token: portal.admin.token });
    expect(closed.body).toMatchObject({ state: 'closed', proposal: null });
  });

  it('do not notify people of their own decisions, and mask numbers in notes', async () => {
    const accountant = await makeStaff(portal, 'accountant');
    const { id } = await parked(await portal.customer(), '3000', '2500.00');
    expect((await resolve(accountant, id, { action: 'credit', note: '01712345678 থেকে' })).status).toBe(202);
    expect((await resolve(accountant, id, { action: 'close', note: '01712345678-এ ফেরত' })).status).toBe(200);
    const { body } = await portal.call('GET', '/account/notices/', { token: accountant.token });
    expect(body.results.map(({ kind }: { kind: string }) => kind)).not.toContain('approval_refused');
    expect((await trailOf(id)).map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['…5678 থেকে', '…5678-এ ফেরত']),
    );
  });

  it('refuse to refund an unreadable amount', async () => {
    const person = await portal.customer();
    const { id, paymentId } = await parked(person, '5000', '5000.001');
    const accountant = await makeStaff(portal, 'accountant');
    expectRefusal(await resolve(accountant, id, { action: 'refund', note: 'ফেরত' }), 'refund_refused');
    const { payments } = await bkash.look();
    expect(payments.find((one) => one.paymentID === paymentId)).toMatchObject({ refundTrxID: '' });
    expect((await resolve(accountant, id, { action: 'close', note: 'হাতে ফেরত' })).status).toBe(200);
  });

  it('do not credit another currency or a missing transaction', async () => {
    const person = await portal.customer();
    for (const kind of ['wrong_currency', 'no_transaction'] as const) {
      const { id, paymentId } = await paid(person);
      await bkash.plan({ call: 'execute', kind });
      await callback(person, paymentId);
      expectRefusal(await resolve(portal.admin, id, { action: 'credit', note: 'x' }), 'not_creditable');
    }
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
  });
});
