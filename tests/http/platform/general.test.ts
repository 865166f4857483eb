// Common to all endpoints: paths, methods, languages, errors, amounts, pagination, idempotency keys.
import { describe, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { asOwner } from '../../support/database.ts';
import type { Person } from '../../support/portal.ts';
import { type Answer, usePortal } from '../../support/portal.ts';
import {
  balanceOf,
  english,
  expectBooksRight,
  expectRefusal,
  orderBody,
  placeOrder,
  servicesByCode,
  setService,
  statuses,
} from '../steps.ts';

const portal = usePortal();
const recharge = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  portal.call('POST', '/account/transactions/create/', { token: portal.admin.token, body, headers });

describe('addresses and verbs', () => {
  it('accepts each path with and without its trailing slash', async () => {
    const person = await portal.customer();
    for (const path of [
      '/account/transaction-summary',
      '/account/orders',
      '/account/services/status',
      '/account/myfile',
      `/account/user/${person.id}`,
      '/payment/providers',
      '/public/services',
    ]) {
      const [plain, slashed] = await Promise.all(
        [path, `${path}/`].map((address) => portal.call('GET', address, { token: person.token })),
      );
      expect(plain!.status, path).toBe(200);
      expect(plain!.body, path).toEqual(slashed!.body);
    }
  });

  it('supports every method that the contract declares for an endpoint', async () => {
    for (const { methods, path } of Object.values(endpoints)) {
      for (const method of methods) {
        const { status, body } = await portal.call(
          method,
          path.replace(/:\w+/g, '1'),
          method === 'GET' ? {} : { body: {} },
        );
        // No logo, no data export, no ticket: these addresses are empty then.
        const mayBeEmpty =
          path.includes(':') ||
          ['/public/shop-logo/', '/account/export/file/', '/ws/order-updates/'].includes(path);
        const isMissingRoute = status === 404 && body.code === 'not_found' && !mayBeEmpty;
        expect(isMissingRoute, `${method} ${path}`).toBe(false);
      }
    }
  });

  it('reports an unknown address and an undeclared method as not found', async () => {
    const person = await portal.customer();
    for (const [method, path] of [
      ['GET', '/nowhere/'],
      ['POST', '/account/nowhere/'],
      ['DELETE', '/account/orders/'],
      ['PATCH', '/account/orders/'],
      ['GET', '/token/'],
      ['GET', '/account'],
    ] as const)
      expectRefusal(await portal.call(method, path, { token: person.token }), 'not_found');
  });

  it('keeps responses out of caches and states their type', async () => {
    const person = await portal.customer();
    const { headers } = await portal.call('GET', '/account/transaction-summary/', { token: person.token });
    expect(headers.get('cache-control')).toBe('private, no-store');
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    // Headers that matter only to pages are left out, because they would be sent with every API response.
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-frame-options')).toBeNull();
  });
});

describe('languages', () => {
  it('refuses in Bengali, and in English when the browser asks for it first', async () => {
    const plain = await portal.call('GET', '/account/orders/');
    expect(plain.status).toBe(401);
    expect(plain.body).toEqual({ detail: 'লগইন করুন', code: 'not_signed_in' });
    for (const [language, text] of [
      ['en', 'Log in first'],
      ['en-GB,en;q=0.9,bn;q=0.8', 'Log in first'],
      ['bn-BD,bn;q=0.9,en;q=0.8', 'লগইন করুন'],
      ['fr', 'লগইন করুন'],
    ] as const) {
      const { body } = await portal.call('GET', '/account/orders/', {
        headers: { 'Accept-Language': language },
      });
      expect(body.detail, language).toBe(text);
    }
  });

  it('writes a refusal’s amounts in the digits of its language', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '100.50');
    const body = orderBody(services.AB!);
    const bengali = await portal.call('POST', '/account/orders/', { token: person.token, body });
    expect(bengali.status).toBe(402);
    expect(bengali.body).toEqual({
      error: 'পর্যাপ্ত ব্যালেন্স নেই, আরও ৪৯.৫০ টাকা রিচার্জ করুন',
      code: 'insufficient_balance',
      balance: 100.5,
      needed: '150.00',
      short: '49.50',
    });
    const inEnglish = await portal.call('POST', '/account/orders/', {
      token: person.token,
      body,
      headers: english,
    });
    expect(inEnglish.body.error).toBe('Not enough balance, recharge 49.50 taka more');
  });
});

describe('refusals of unreadable input', () => {
  it('refuses broken JSON, a foreign content type and too large a body in its own format', async () => {
    const headers = { 'Content-Type': 'application/json' };
    for (const body of ['{', '{"username": "a"', 'nonsense', '{"a":1,}'])
      expectRefusal(await portal.call('POST', '/token/', { body, headers }), 'malformed_json');
    for (const type of ['text/plain', 'application/xml', 'application/octet-stream', 'image/png'])
      expectRefusal(
        await portal.call('POST', '/token/', { body: '<a/>', headers: { 'Content-Type': type } }),
        'unsupported_media_type',
      );
    const huge = await portal.call('POST', '/token/', {
      body: JSON.stringify({ username: 'x'.repeat(17 * 1024 * 1024) }),
      headers,
    });
    expectRefusal(huge, 'body_too_large');
  });

  it('treats an empty body with JSON type as an empty object', async () => {
    const person = await portal.customer();
    const ticket = await portal.call('POST', '/account/ws-ticket/', {
      token: person.token,
      body: '',
      headers: { 'Content-Type': 'application/json' },
    });
    expect(ticket.status).toBe(200);
  });

  it('refuses an id that is not a whole number in range', async () => {
    for (const id of ['0', '-1', 'abc', '1.5', '1e3', '2147483648', '99999999999', '%20'])
      expect(
        (await portal.call('GET', `/account/orders/${id}/`, { token: portal.admin.token })).body,
        id,
      ).toEqual({ id: expect.arrayContaining(['সঠিক সংখ্যা দিন']) });
    expectRefusal(
      await portal.call('GET', '/account/orders/2147483647/', { token: portal.admin.token }),
      'not_found',
    );
  });

  it('refuses an undecodable address in its own format', async () => {
    for (const path of ['/account/orders/%E0%A4%A/', '/verify-document/%FF/', '/%c0%ae']) {
      const { status, body } = await portal.call('GET', path, { token: portal.admin.token });
      expect([400, 404], path).toContain(status);
      expect(body, path).toEqual(
        status === 400
          ? { error: expect.any(String), code: expect.any(String) }
          : expect.objectContaining({}),
      );
      expect(JSON.stringify(body)).not.toMatch(/FST_|statusCode/);
    }
  });

  it('treats a NUL character in text as not found, never as a server error', async () => {
    const person = await portal.customer();
    const zero = '\u0000';
    const answers = await Promise.all([
      portal.call('POST', '/token/', {
        body: { username: `a${zero}b@mail.test`, password: `x${zero}yzzzzzzz` },
      }),
      portal.call('POST', '/account/sign-up/', {
        body: {
          first_name: `ক${zero}`,
          last_name: 'খ',
          email: `a${zero}b@mail.test`,
          phone: '01712345678',
          password: 'nodir-dhare-bari-42',
        },
      }),
      portal.call('GET', `/account/orders/?search=%00&service=%00`, { token: person.token }),
      portal.call('GET', '/payment/sandbox/callback/?paymentID=%00', { token: person.token }),
      portal.call('GET', '/payment/%00/callback/?paymentID=x', { token: person.token }),
      portal.call('POST', '/payment/sandbox/callback/', { token: person.token, body: { paymentID: zero } }),
      portal.call('GET', '/nid/%00/', { token: person.token }),
      portal.call('GET', '/file/%00/', { token: person.token }),
      portal.call('GET', '/sandbox/pay/%00/'),
      portal.call('GET', '/verify-document/%00/'),
      portal.call('GET', '/account/services/lookup/?name=%00', { token: person.token }),
      portal.call('GET', '/account/services/lookup/?code=%00', { token: person.token }),
      portal.call('POST', '/token/verify/', { body: { token: zero } }),
      portal.call('POST', '/token/refresh/', { body: { refresh: zero } }),
      portal.call('GET', '/account/users/?search=%00', { token: portal.admin.token }),
      portal.call('GET', '/account/myfile/?search=%00', { token: person.token }),
      portal.call('GET', '/account/transactions/?search=%00', { token: person.token }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  });
});

describe('sums of money', () => {
  it.each([
    ['a string', '1500', '1500.00'],
    ['a number', 1500, '1500.00'],
    ['one decimal', '1500.5', '1500.50'],
    ['a number with two decimals', 0.29, '0.29'],
    ['Bengali digits', '১৫০০.৫০', '1500.50'],
    ['blanks around', ' 20 ', '20.00'],
    ['the smallest', '0.01', '0.01'],
  ])('takes %s', async (_what, amount, taken) => {
    const person = await portal.customer();
    const { status } = await recharge({ user: person.id, amount });
    expect(status).toBe(201);
    expect(await balanceOf(portal, person)).toEqual({ current_balance: Number(taken), held: 0 });
    const { body } = await portal.call('GET', '/account/transactions/', { token: person.token });
    expect(body.results[0]).toMatchObject({ amount: taken, balance_after: taken });
  });

  it.each([
    ['three decimals', '1.005'],
    ['a number with three decimals', 1.005],
    ['a negative string', '-5'],
    ['a negative number', -5],
    ['a plus sign', '+5'],
    ['NaN', 'NaN'],
    ['infinity', 'Infinity'],
    ['an exponent', '1e3'],
    ['a number that is written with an exponent', 1e21],
    ['a hexadecimal', '0x10'],
    ['a comma', '1,500'],
    ['a dot alone', '.'],
    ['an open end', '5.'],
    ['nothing', ''],
    ['null', null],
    ['true', true],
    ['a list', [5]],
    ['a sum beyond any sale', '10000000.01'],
    ['zero', '0'],
  ])('refuses %s', async (_what, amount) => {
    const { status, body } = await recharge({ user: portal.admin.id, amount });
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['amount']);
    expect(body.amount[0]).toMatch(/পরিমাণ/);
  });

  it('gives the reason why an amount is refused', async () => {
    const texts = async (amount: unknown) => (await recharge({ user: portal.admin.id, amount })).body.amount;
    expect(await texts('1.005')).toEqual(['সঠিক পরিমাণ লিখুন (শুধু সংখ্যা, দশমিকের পর সর্বোচ্চ দুই ঘর)']);
    expect(await texts('0')).toEqual(['সঠিক পরিমাণ লিখুন, শূন্যের চেয়ে বেশি']);
    expect(await texts('99999999')).toEqual(['পরিমাণটি খুব বড়']);
  });
});

describe('pages', () => {
  let people: Person[] = [];
  it('returns at most 100 rows per page and the total count', async () => {
    people = [];
    for (let count = 0; count < 3; count += 1) people.push(await portal.customer());
    await asOwner(
      portal.ownerUrl,
      `insert into users (username, email, first_name, last_name, password_hash, p_code, date_joined)
       select 'row' || n || '@mail.test', 'row' || n || '@mail.test', 'সারি', 'নম্বর', '-', 'AAAAAA', timestamptz '2026-01-01' from generate_series(1, 130) n`,
    );
    const list = async (query: string) =>
      (await portal.call('GET', `/account/users/?search=row&${query}`, { token: portal.admin.token })).body;
    expect((await list('page_size=1000')).results).toHaveLength(100);
    expect((await list('page_size=1000')).count).toBe(130);
    expect((await list('')).results).toHaveLength(50);
    expect((await list('page=99')).results).toEqual([]);
    expect((await list('page=99')).count).toBe(130);
  });

  it('shows rows with equal times exactly once across pages, even while rows are added', async () => {
    const seen: number[] = [];
    for (let page = 1; page <= 5; page += 1) {
      const { body } = await portal.call('GET', `/account/users/?search=row&page=${page}&page_size=29`, {
        token: portal.admin.token,
      });
      seen.push(...body.results.map((user: { id: number }) => user.id));
    }
    expect(seen).toHaveLength(130);
    expect(new Set(seen).size).toBe(130);
    expect(seen).toEqual([...seen].sort((one, two) => two - one));
  });

  it('refuses a page that is not a positive integer, accepts Bengali digits', async () => {
    for (const page of ['0', '-1', '1.5', 'abc', '1e2'])
      expect(
        (await portal.call('GET', `/account/orders/?page=${page}`, { token: portal.admin.token })).body,
        page,
      ).toEqual({ page: ['সঠিক সংখ্যা দিন'] });
    expect(
      (
        await portal.call(
          'GET',
          '/account/users/?search=row&page=%E0%A7%A8&page_size=%E0%A7%A7%E0%A7%A6%E0%A7%A6',
          { token: portal.admin.token },
        )
      ).body.results,
    ).toHaveLength(30);
  });
});

describe('a repeated request', () => {
  const key = (value: string) => ({ 'Idempotency-Key': value });
  const order = (person: Person, body: unknown, headers: Record<string, string>) =>
    portal.call('POST', '/account/orders/', { token: person.token, body, headers });

  it('gets the first response again for the same key and body, and has one effect', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const body = orderBody(services.AB!);
    const first = await order(person, body, key('one'));
    const second = await order(person, body, key('one'));
    expect(first.status).toBe(201);
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    expect(second.headers.get('idempotent-replayed')).toBe(first.body.created_on);
    const age = async () => Number((await order(person, body, key('one'))).headers.get('idempotent-age'));
    expect(Math.floor((await age()) / 60_000)).toBe(0);
    await asOwner(portal.ownerUrl, `update idempotency_keys set created_at = created_at - interval '1 hour'`);
    expect(Math.floor((await age()) / 60_000)).toBe(60);
    expect((await portal.call('GET', '/account/orders/', { token: person.token })).body.count).toBe(1);
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 850, held: 150 });
  });

  it('is refused for the same key with another body, and for another address', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const placed = await order(person, orderBody(services.AB!), key('two'));
    expectRefusal(
      await order(person, orderBody(services.AB!, { note: 'অন্য' }), key('two')),
      'idempotency_key_reused',
    );
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 850, held: 150 });
    const other = await order(person, orderBody(services.AB!), key('three'));
    const headers = key('cancel');
    const cancel = ({ body }: typeof other) =>
      portal.call('POST', `/account/orders/${body.id}/cancel/`, { token: person.token, headers });
    expect((await cancel(placed)).status).toBe(200);
    expectRefusal(await cancel(other), 'idempotency_key_reused');
  });

  it('is a different request with another key, or from another person with the same key', async () => {
    const services = await servicesByCode(portal);
    const [one, two] = [await portal.customer(), await portal.customer()];
    await portal.topUp(one, '1000');
    await portal.topUp(two, '1000');
    const answers = [
      await order(one, orderBody(services.AB!), key('three')),
      await order(one, orderBody(services.AB!), key('four')),
      await order(two, orderBody(services.AB!), key('three')),
    ];
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(3);
    const repeated = await order(two, orderBody(services.AB!), key('three'));
    expect(repeated.body, 'their own first answer').toEqual(answers[2]!.body);
  });

  it('may succeed after a refusal that changed nothing', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    const body = orderBody(services.AB!);
    expectRefusal(await order(person, body, key('five')), 'insufficient_balance');
    await setService(portal, 'AB', 'status', 'inactive');
    expectRefusal(await order(person, body, key('five')), 'service_inactive');
    await setService(portal, 'AB', 'status', 'active');
    expect((await order(person, { ...body, note: 'x'.repeat(501) }, key('five'))).status).toBe(400);
    await portal.topUp(person, '1000');
    expect((await order(person, body, key('five'))).status).toBe(201);
  });

  it('has one effect when 16 arrive concurrently, for orders, recharges, withdrawals and payments', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const many = (send: () => Promise<Answer>) => Promise.all(Array.from({ length: 16 }, send));

    const orders = await many(() => order(person, orderBody(services.AB!), key('six')));
    expect(statuses(orders)).toEqual({ 201: 16 });
    expect(new Set(orders.map(({ body }) => body.id)).size).toBe(1);
    const recharges = await many(() => recharge({ user: person.id, amount: '10', bonus: '1' }, key('seven')));
    expect(statuses(recharges)).toEqual({ 201: 16 });
    expect(new Set(recharges.map(({ body }) => body.id)).size).toBe(1);
    const withdrawals = await many(() =>
      portal.call('POST', '/account/transactions/withdrawl/', {
        token: portal.admin.token,
        body: { user: person.id, amount: '11' },
        headers: key('eight'),
      }),
    );
    expect(statuses(withdrawals)).toEqual({ 200: 16 });
    const payments = await many(() =>
      portal.call('POST', '/payment/sandbox/create/', {
        token: person.token,
        body: { amount: '500', payment_type: 'custom' },
        headers: key('nine'),
      }),
    );
    expect(statuses(payments)).toEqual({ 200: 16 });
    expect(new Set(payments.map(({ body }) => body.payment_id)).size).toBe(1);
    expect(await asOwner(portal.ownerUrl, 'select invoice from sandbox_payments')).toHaveLength(1);
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 850, held: 150 });
    await expectBooksRight(portal);
  });

  it('cancels an order once when 16 arrive concurrently', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const placed = await placeOrder(portal, person, services.AB!);
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        portal.call('POST', `/account/orders/${placed.id}/cancel/`, {
          token: person.token,
          headers: key('ten'),
        }),
      ),
    );
    expect(statuses(answers)).toEqual({ 200: 16 });
    expect(await balanceOf(portal, person)).toEqual({ current_balance: 1000, held: 0 });
  });

  it('is refused with a key that is too long', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    const { status, body } = await order(person, orderBody(services.AB!), key('k'.repeat(256)));
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['Idempotency-Key']);
  });
});
