import { describe, expect, it } from 'vitest';
import { dhakaDay } from '#contract/dates/dates.ts';
import { toBengaliDigits } from '#contract/digits.ts';
import { asOwner } from '../../support/database.ts';
import { withinOneDay } from '../../support/one-day.ts';
import { usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  english,
  expectBooksRight,
  expectRefusal,
  makeStaff,
  placeOrder,
  servicesByCode,
  statuses,
} from '../steps.ts';

await withinOneDay();
const portal = usePortal();
const recharge = (token: string, body: unknown) =>
  portal.call('POST', '/account/transactions/create/', { token, body });
const withdraw = (token: string, body: unknown) =>
  portal.call('POST', '/account/transactions/withdrawl/', { token, body });
const list = async (token: string, query = '') =>
  (await portal.call('GET', `/account/transactions/?${query}`, { token })).body;

describe('money over the counter', () => {
  it('is credited with its bonus by staff', async () => {
    const person = await portal.customer();
    const { status, body } = await recharge(portal.admin.token, {
      user: String(person.id),
      amount: '1000',
      bonus: '30.00',
    });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(String), status: 'accepted', message: 'রিচার্জ সফল হয়েছে' });
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 1030, held: 0 });
    const own = await list(person.token);
    expect(own.count).toBe(2);
    expect(own.results[1]).toEqual({
      id: body.id,
      transaction_id: body.id,
      movement_number: `${person.id}-1`,
      user: { id: person.id, first_name: 'রহিমা', last_name: 'খাতুন', username: person.email },
      amount: '1000.00',
      bonus: '30.00',
      number: '',
      payment_method: 'Admin',
      transaction_type: 'recharge',
      status: 'accepted',
      balance_after: '1000.00',
      note: '',
      created_at: expect.stringMatching(/Z$/),
    });
    expect(own.results[0]).toMatchObject({
      transaction_type: 'bonus',
      amount: '30.00',
      balance_after: '1030.00',
    });
  });

  it('is paid out by staff up to the available balance', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    await placeOrder(portal, person, services.AB!);
    expect((await withdraw(portal.admin.token, { user: person.id, amount: '850.01' })).body).toEqual({
      error: 'এই ওয়ালেটে খরচ করার মতো আছে ৮৫০.০০ টাকা, ০.০১ টাকা কম পড়ছে',
      code: 'insufficient_balance',
      balance: 850,
      needed: '850.01',
      short: '0.01',
    });
    const paid = await portal.call('POST', '/account/transactions/withdrawl/', {
      token: portal.admin.token,
      body: { user: person.id, amount: 850 },
      headers: english,
    });
    expect(paid).toMatchObject({
      status: 200,
      body: { status: 'accepted', message: 'The withdrawal was made' },
    });
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 0, held: 150 });
    expect((await list(person.token)).results[0]).toMatchObject({
      transaction_type: 'withdrawal',
      amount: '850.00',
      balance_after: '0.00',
    });
  });

  it('is refused with a negative bonus, without a user, and for an unknown user', async () => {
    const person = await portal.customer();
    expect((await recharge(portal.admin.token, { user: person.id, amount: '5', bonus: '-1' })).body).toEqual({
      bonus: expect.any(Array),
    });
    expect((await recharge(portal.admin.token, { amount: '5' })).body).toEqual({
      user: ['ব্যবহারকারীর আইডি পাওয়া যায়নি'],
    });
    expect((await withdraw(portal.admin.token, { user: person.id })).body).toEqual({
      amount: expect.any(Array),
    });
    expectRefusal(await recharge(portal.admin.token, { user: 2_000_000, amount: '5' }), 'not_found');
    expectRefusal(await withdraw(portal.admin.token, { user: 2_000_000, amount: '5' }), 'not_found');
    expect((await balanceOf(portal, person)).current_balance).toBe(0);
  });

  it('is refused on a closed wallet', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '10');
    await asOwner(portal.ownerUrl, 'select wallet_set_active($1, false)', [person.id]);
    expectRefusal(
      await recharge(portal.admin.token, { user: person.id, amount: '5' }),
      'wallet_inactive',
      'bn',
      'staff',
    );
    expectRefusal(
      await withdraw(portal.admin.token, { user: person.id, amount: '5' }),
      'wallet_inactive',
      'bn',
      'staff',
    );
  });

  it('never takes a wallet below zero under concurrent payouts', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '100');
    const answers = await Promise.all(
      Array.from({ length: 16 }, () => withdraw(portal.admin.token, { user: person.id, amount: '30' })),
    );
    expect(statuses(answers)).toEqual({ 200: 3, 402: 13 });
    expect((await balanceOf(portal, person)).current_balance).toBe(10);
    await expectBooksRight(portal);
  });

  it('never grows a wallet beyond the books’ limit', async () => {
    const person = await portal.customer();
    await asOwner(
      portal.ownerUrl,
      `select * from ledger_post(gen_random_uuid(), 'opening', $1::integer, null, 99999999900, 'full:' || $1::integer, null, null, null, '')`,
      [person.id],
    );
    expect((await recharge(portal.admin.token, { user: person.id, amount: '1' })).status).toBe(201);
    expect(await recharge(portal.admin.token, { user: person.id, amount: '0.01' })).toMatchObject({
      status: 400,
      body: { amount: ['পরিমাণটি খুব বড়'] },
    });
  });

  it('records the member of staff who moved it', async () => {
    const person = await portal.customer();
    const accountant = await makeStaff(portal, 'accountant');
    await recharge(accountant.token, { user: person.id, amount: '70', bonus: '7' });
    await withdraw(accountant.token, { user: person.id, amount: '20' });
    const rows = await asOwner(
      portal.ownerUrl,
      `select kind, actor_id, details from trail where subject_id = $1 and kind like 'wallet.%' order by id`,
      [person.id],
    );
    expect(rows).toEqual([
      { kind: 'wallet.recharged', actor_id: accountant.id, details: { amount: '70.00', bonus: '7.00' } },
      { kind: 'wallet.withdrawn', actor_id: accountant.id, details: { amount: '20.00' } },
    ]);
  });
});

describe('the list of transactions', () => {
  it('shows customers every movement of their own wallet with the balance after it', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const placed = await placeOrder(portal, person, services.AB!);
    await portal.call('POST', `/account/orders/${placed.id}/cancel/`, { token: person.token });
    const { results, count } = await list(person.token, `user=${portal.admin.id}`);
    expect(count).toBe(3);
    expect(results.map((row) => [row.transaction_type, row.amount, row.balance_after])).toEqual([
      ['release', '150.00', '1000.00'],
      ['hold', '150.00', '850.00'],
      ['recharge', '1000.00', '1000.00'],
    ]);
  });

  it('shows a reversed sale as a refund', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '100');
    const [charged] = await asOwner(
      portal.ownerUrl,
      `select transfer_id from ledger_post(gen_random_uuid(), 'charge', $1::integer, null, 1500, 'test:' || $1::integer, null, null, null, '')`,
      [person.id],
    );
    await asOwner(
      portal.ownerUrl,
      `select * from ledger_post(gen_random_uuid(), 'reversal', $1::integer, null, null, 'undo:' || $1::integer, null, $2, null, '')`,
      [person.id, charged!.transfer_id],
    );
    const { results } = await list(person.token);
    expect(results.slice(0, 2).map((row) => [row.transaction_type, row.amount, row.balance_after])).toEqual([
      ['refund', '15.00', '100.00'],
      ['charge', '15.00', '85.00'],
    ]);
  });

  it('finds the newest recharge for a name shared by many people', async () => {
    await asOwner(
      portal.ownerUrl,
      `insert into users (username, email, first_name, last_name, phone, password_hash, p_code)
         select 'many' || n || '@mail.test', 'many' || n || '@mail.test', 'সবার', 'নাম', '', '-', 'ABCDEF' from generate_series(1, 120) n`,
    );
    const person = await portal.customer({ first_name: 'সবার', last_name: 'নাম' });
    await portal.topUp(person, '120');
    const { results } = await list(portal.admin.token, `search=${encodeURIComponent('সবার নাম')}&page_size=5`);
    expect(results[0]).toMatchObject({ amount: '120.00', user: { id: person.id } });
  });

  it('shows staff the recharges of all, or all movements of one user, and finds by name and status', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer({ first_name: 'সোহাগ', last_name: 'মিয়া' });
    await portal.topUp(person, '500');
    await placeOrder(portal, person, services.AB!);
    await portal.call('POST', '/payment/sandbox/create/', { token: person.token, body: { amount: '77' } });
    const types = async (query: string) =>
      (await list(portal.admin.token, query)).results.map((row) => `${row.transaction_type} ${row.status}`);
    expect(await types('search=সোহাগ')).toEqual(['recharge pending', 'recharge accepted']);
    expect(await types('search=সোহাগ&status=accepted')).toEqual(['recharge accepted']);
    expect(await types('search=সোহাগ&status=pending')).toEqual(['recharge pending']);
    expect(await types('search=সোহাগ&status=rejected')).toEqual([]);
    const [waiting, posted] = (await list(portal.admin.token, 'search=সোহাগ')).results;
    for (const { transaction_id } of [waiting!, posted!]) {
      const found = await list(portal.admin.token, `search=${transaction_id}`);
      expect(found.results).toEqual([expect.objectContaining({ transaction_id })]);
      expect((await list(portal.admin.token, `search=${transaction_id}&user=${portal.admin.id}`)).count).toBe(
        0,
      );
    }
    expect(waiting!.movement_number).toBeNull();
    const short = posted!.movement_number!;
    for (const typed of [short, toBengaliDigits(short), short.replace('-', ' – ')])
      expect(
        (await list(portal.admin.token, `search=${encodeURIComponent(typed)}`)).results.map(({ id }) => id),
        typed,
      ).toEqual([posted!.id]);
    expect((await list(portal.admin.token, `search=${person.id}-999999`)).count).toBe(0);
    const today = dhakaDay(new Date());
    const onDay = await list(portal.admin.token, `day=${today}&status=accepted&page_size=100`);
    expect(onDay.results.map((row) => row.transaction_id)).toContain(posted!.transaction_id);
    expect(onDay.results).toHaveLength(onDay.count);
    expect(await types(`search=সোহাগ&day=${today}`)).toEqual(['recharge pending', 'recharge accepted']);
    for (const query of ['day=2026-01-01', 'day=2026-01-01&search=সোহাগ', `day=2026-01-01&user=${person.id}`])
      expect((await list(portal.admin.token, query)).count, query).toBe(0);
    expect(await types(`search=সোহাগ&user=${person.id}`)).toEqual([
      'recharge pending',
      'hold accepted',
      'recharge accepted',
    ]);
    expect(await types(`user=${person.id}&status=all`)).toEqual([
      'recharge pending',
      'hold accepted',
      'recharge accepted',
    ]);
    const { body } = await portal.call('GET', '/account/transactions/?status=perhaps', {
      token: portal.admin.token,
    });
    expect(Object.keys(body)).toEqual(['status']);
  });

  it('lists ten per page, newest first, each once', async () => {
    const person = await portal.customer();
    for (let count = 1; count <= 13; count += 1) await portal.topUp(person, String(count));
    const pages = [await list(person.token), await list(person.token, 'page=2')];
    expect(pages.map((page) => [page.count, page.results.length])).toEqual([
      [13, 10],
      [13, 3],
    ]);
    expect(pages.flatMap((page) => page.results).map((row: { amount: string }) => row.amount)).toEqual(
      Array.from({ length: 13 }, (_, index) => `${13 - index}.00`),
    );
  });
});

describe('the balance of a user', () => {
  it('is a number, shown to staff who look up the user', async () => {
    const person = await portal.customer();
    await portal.topUp(person, '12.34');
    expect(
      (
        await portal.call('GET', `/account/user/current-balance/?user_id=${person.id}`, {
          token: portal.admin.token,
        })
      ).body,
    ).toEqual({ balance: 12.34 });
    expectRefusal(
      await portal.call('GET', '/account/user/current-balance/?user_id=2000000', {
        token: portal.admin.token,
      }),
      'not_found',
    );
    expect(
      (await portal.call('GET', '/account/user/current-balance/', { token: portal.admin.token })).body,
    ).toEqual({ user_id: ['সঠিক সংখ্যা দিন'] });
    expectRefusal(
      await portal.call('GET', `/account/user/current-balance/?user_id=${person.id}`, {
        token: person.token,
      }),
      'not_allowed',
    );
  });

  it('is zero for staff, who buy nothing themselves', async () => {
    const accountant = await makeStaff(portal, 'accountant');
    expect(await balanceOf(portal, accountant)).toEqual({ current_balance: 0, held: 0 });
  });
});
