// Cash movements in the back office: error messages, notes, and requests that wait for a second person.
import { describe, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { english, eventually, expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal(() => ({ APPROVAL_SUM: '5000', SMTP_URL: 'smtp://127.0.0.1:9' }));
const recharge = (body: unknown, headers: Record<string, string> = {}) =>
  portal.call('POST', '/account/transactions/create/', { token: portal.admin.token, body, headers });
const withdraw = (body: unknown, headers: Record<string, string> = {}) =>
  portal.call('POST', '/account/transactions/withdrawl/', { token: portal.admin.token, body, headers });
const noticesOf = async (person: Person) =>
  (await portal.call('GET', '/account/notices/', { token: person.token })).body.results as {
    kind: string;
    object: { kind: string; id: string };
  }[];

describe('errors in a recharge or a withdrawal are reported field by field', () => {
  const amounts = [
    ['', 'সঠিক পরিমাণ লিখুন (শুধু সংখ্যা, দশমিকের পর সর্বোচ্চ দুই ঘর)'],
    ['১২,৩', 'সঠিক পরিমাণ লিখুন (শুধু সংখ্যা, দশমিকের পর সর্বোচ্চ দুই ঘর)'],
    ['1.234', 'সঠিক পরিমাণ লিখুন (শুধু সংখ্যা, দশমিকের পর সর্বোচ্চ দুই ঘর)'],
    ['-5', 'সঠিক পরিমাণ লিখুন (শুধু সংখ্যা, দশমিকের পর সর্বোচ্চ দুই ঘর)'],
    ['0', 'সঠিক পরিমাণ লিখুন, শূন্যের চেয়ে বেশি'],
    ['99999999999', 'পরিমাণটি খুব বড়'],
  ] as const;
  it.each(amounts)('for the amount %j', async (amount, text) => {
    const { id } = await portal.customer();
    for (const send of [recharge, withdraw])
      expect(await send({ user: id, amount })).toMatchObject({ status: 400, body: { amount: [text] } });
  });

  it.each([
    ['-1', 'বোনাস ঋণাত্মক হতে পারে না', 'The bonus cannot be negative'],
    [-1, 'বোনাস ঋণাত্মক হতে পারে না', 'The bonus cannot be negative'],
    [
      'x',
      'সঠিক পরিমাণ লিখুন (শুধু সংখ্যা, দশমিকের পর সর্বোচ্চ দুই ঘর)',
      'Enter a valid amount (digits only, up to two decimals)',
    ],
  ])('for the bonus %j', async (bonus, bn, en) => {
    const { id } = await portal.customer();
    expect((await recharge({ user: id, amount: '10', bonus })).body).toEqual({ bonus: [bn] });
    expect((await recharge({ user: id, amount: '10', bonus }, english)).body).toEqual({ bonus: [en] });
  });

  it('but not for a missing bonus', async () => {
    const { id } = await portal.customer();
    for (const bonus of ['', null, undefined])
      expect((await recharge({ user: id, amount: '10', bonus })).status).toBe(201);
  });

  it('for the user and the note', async () => {
    const { id } = await portal.customer();
    for (const send of [recharge, withdraw]) {
      for (const user of [undefined, '', 'x', 0])
        expect((await send({ user, amount: '10' })).body).toEqual({
          user: ['ব্যবহারকারীর আইডি পাওয়া যায়নি'],
        });
      expectRefusal(await send({ user: 2_000_000_000, amount: '10' }), 'not_found');
      expect((await send({ user: id, amount: '10', note: 'ক'.repeat(501) })).body).toEqual({
        note: ['নোট সর্বোচ্চ ৫০০ অক্ষরের হতে পারে'],
      });
    }
    expectRefusal(await withdraw({ user: id, amount: '10' }), 'insufficient_balance', 'bn', 'staff');
  });
});

describe('a note', () => {
  it('leaves no full number in the audit log, because an erasure does not reach it', async () => {
    const { id } = await portal.customer();
    const note = 'NID 19901234567890123 দেখালেন';
    const made = await recharge({ user: id, amount: '10', note });
    expect(made.status).toBe(201);
    expect((await recharge({ user: id, amount: '6000', note })).status).toBe(202);
    const reasons = await asOwner(
      portal.ownerUrl,
      `select kind, reason from trail where subject_id = $1 and kind like 'wallet.%' order by id`,
      [id],
    );
    expect(reasons).toEqual([
      { kind: 'wallet.recharged', reason: 'NID …0123 দেখালেন' },
      { kind: 'wallet.approval_asked', reason: 'NID …0123 দেখালেন' },
    ]);
    await asOwner(portal.ownerUrl, 'delete from cash_requests where user_id = $1', [id]);
  });

  it('is stored with the movement and in the audit log, and shown only to staff', async () => {
    const person = await portal.customer();
    const { body } = await recharge({ user: person.id, amount: '১০০', bonus: '৫', note: ' চেকে দিয়েছেন ' });
    await withdraw({ user: person.id, amount: '20', note: 'ভুল করে বেশি ভরা' });
    const seenBy = async (token: string) =>
      (await portal.call('GET', `/account/transactions/?user=${person.id}`, { token })).body.results.map(
        (row: { transaction_type: string; note: string }) => [row.transaction_type, row.note],
      );
    expect(await seenBy(portal.admin.token)).toEqual([
      ['withdrawal', 'ভুল করে বেশি ভরা'],
      ['bonus', 'চেকে দিয়েছেন'],
      ['recharge', 'চেকে দিয়েছেন'],
    ]);
    expect(new Set((await seenBy(person.token)).map(([, note]: string[]) => note))).toEqual(new Set(['']));
    const trail = await asOwner(portal.ownerUrl, `select reason from trail where object_id = $1`, [body.id]);
    expect(trail).toEqual([{ reason: 'চেকে দিয়েছেন' }]);
  });
});

describe('a request that waits for a second member of staff', () => {
  it('is listed with its requester, is marked as waiting, and is counted', async () => {
    const person = await portal.customer({ first_name: 'বড়', last_name: 'অঙ্ক' });
    await portal.topUp(person, '4000');
    await portal.topUp(person, '4000');
    const asked = await recharge({ user: person.id, amount: '6000', bonus: '50', note: 'ব্যাংক থেকে' });
    expect(asked).toMatchObject({
      status: 202,
      body: { status: 'pending', message: 'দ্বিতীয় একজন কর্মীর অনুমোদনের অপেক্ষায় রাখা হয়েছে' },
    });
    const out = await withdraw({ user: person.id, amount: '7000' }, english);
    expect(out.body.message).toBe('Waiting for a second member of staff to approve it');
    const waiting = (query = '') =>
      portal.call('GET', `/account/transactions/waiting/?${query}`, { token: portal.admin.token });
    const { body } = await waiting();
    expect(body.count).toBe(2);
    expect(body.results[0]).toEqual({
      id: asked.body.id,
      kind: 'recharge',
      user: { id: person.id, first_name: 'বড়', last_name: 'অঙ্ক', username: person.email },
      amount: '6000.00',
      bonus: '50.00',
      note: 'ব্যাংক থেকে',
      balance: '8000.00',
      requested_by: { id: portal.admin.id, name: expect.any(String) },
      created_at: expect.stringMatching(/Z$/),
    });
    expect((await waiting('page=2&page_size=1')).body.results).toMatchObject([{ id: out.body.id }]);
    const counts = async () =>
      (await portal.call('GET', '/account/admin/money-waiting/', { token: portal.admin.token })).body;
    expect(await counts()).toEqual({ approvals: 2, payments: 0, settlements: 0 });
    const second = await makeStaff(portal, 'accountant');
    for (const { id } of body.results)
      expect(
        (await portal.call('POST', `/account/transactions/${id}/approve/`, { token: second.token, body: {} }))
          .status,
      ).toBe(200);
    expect(await counts()).toEqual({ approvals: 0, payments: 0, settlements: 0 });
    const { body: posted } = await portal.call('GET', `/account/transactions/?user=${person.id}`, {
      token: portal.admin.token,
    });
    expect(posted.results.find((row) => row.amount === '6000.00')!.note).toBe('ব্যাংক থেকে');
  });
});

describe('a closed wallet', () => {
  it('is shown as closed to its owner, and neither accepts nor pays out cash', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '100');
    const summary = () => portal.call('GET', '/account/transaction-summary/', { token: person.token });
    expect((await summary()).body).toEqual({ current_balance: 100, held: 0, is_active: true });
    await asOwner(portal.ownerUrl, 'update wallets set is_active = false where user_id = $1', [person.id]);
    expect((await summary()).body.is_active).toBe(false);
    for (const send of [recharge, withdraw])
      for (const amount of ['10', '50000.01'])
        expectRefusal(await send({ user: person.id, amount }), 'wallet_inactive', 'bn', 'staff');
    expectRefusal(
      await portal.call('POST', '/payment/sandbox/create/', { token: person.token, body: { amount: '100' } }),
      'wallet_inactive',
    );
  });
});

describe('staff are notified', () => {
  it('when the books do not balance, and not again before they have read it', async () => {
    const accountant = await makeStaff(portal, 'accountant');
    const operator = await makeStaff(portal, 'operator');
    const person = await portal.customer();
    await portal.topUp(person, '100');
    const corrupt = (by: number) =>
      asOwner(portal.ownerUrl, 'update wallets set posted_paisa = posted_paisa + $2 where user_id = $1', [
        person.id,
        by,
      ]);
    await corrupt(7);
    await portal.portal.books.auditNightly();
    await portal.call('POST', '/account/books/audit/', { token: portal.admin.token });
    await corrupt(-7);
    await portal.call('POST', '/account/books/audit/', { token: portal.admin.token });
    expect((await noticesOf(accountant)).map(({ kind }) => kind)).toEqual(['books_attention']);
    expect(await noticesOf(operator)).toEqual([]);
  });

  it('when mail cannot be sent: the owners, after the third attempt', async () => {
    await portal.call('POST', '/account/password-reset/', { body: { email: portal.admin.email } });
    const told = async () =>
      (await noticesOf(portal.admin)).filter(({ kind }) => kind === 'mail_attention').length;
    const countTries = async () => {
      const [row] = await asOwner<{ tries: number }>(
        portal.ownerUrl,
        'select coalesce(max(attempts), 0) as tries from mails',
      );
      return row!.tries;
    };
    expect(await eventually(countTries, (tries) => tries > 0)).toBe(1);
    const tryAgain = async (tries: number, dueAt = 'now()') => {
      await asOwner(portal.ownerUrl, `update mails set next_attempt_at = ${dueAt}`);
      await portal.portal.mail.sendDue();
      // The portal's job may have been faster, without being finished yet.
      expect(await eventually(countTries, (now) => now >= tries)).toBe(tries);
    };
    for (const [tries, dueAt] of [
      [2, 'now()'],
      // Set by a clock that was ahead.
      [3, `now() + interval '1 year'`],
    ] as const) {
      expect(await told()).toBe(0);
      await tryAgain(tries, dueAt);
    }
    expect(await eventually(told, (count) => count > 0)).toBe(1);
    await tryAgain(4);
    expect(await eventually(told, (count) => count > 0)).toBe(1);
    // After three days one more attempt is made, and then none.
    await asOwner(
      portal.ownerUrl,
      `update mails set created_at = now() - interval '3 days', next_attempt_at = now()`,
    );
    await portal.portal.mail.sendDue();
    expect(await eventually(countTries, (tries) => tries === 0)).toBe(0);
  });
});

it('notifies the customer of each payout, including one that waited for approval', async () => {
  const person = await portal.customer();
  for (const amount of ['4500', '4400']) await portal.topUp(person, amount);
  const told = async () =>
    (await noticesOf(person)).map(({ kind, ...notice }) => [kind, (notice as { facts?: object }).facts]);
  expect((await withdraw({ user: person.id, amount: '120' })).status).toBe(200);
  expect((await told())[0]).toEqual(['cash_paid_out', { amount: '120.00' }]);
  await recharge({ user: person.id, amount: '100', bonus: '7' });
  expect((await told())[0]).toEqual(['recharge_credited', { amount: '107.00' }]);
  const asked = await withdraw({ user: person.id, amount: '6000' });
  expect(asked.status).toBe(202);
  expect(await told()).toHaveLength(4);
  const second = await makeStaff(portal, 'accountant');
  await portal.call('POST', `/account/transactions/${asked.body.id}/approve/`, {
    token: second.token,
    body: {},
  });
  expect((await told())[0]).toEqual(['cash_paid_out', { amount: '6000.00' }]);
});
