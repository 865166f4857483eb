import { describe, expect, it, vi } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { english, expectRefusal, makeStaff, statuses } from '../steps.ts';

const portal = usePortal();
const me = (token: string | undefined) => portal.call('GET', '/account/transaction-summary/', { token });
const good = {
  first_name: 'রহিমা',
  last_name: 'খাতুন',
  email: 'rahima@mail.test',
  phone: '01712345678',
  password: 'nodir-dhare-bari-42',
  terms: true,
};
const signUp = (body: unknown, options: object = {}) =>
  portal.call('POST', '/account/sign-up/', { body, ...options });

describe('sign-up', () => {
  it('opens an account with an empty wallet', async () => {
    const { status, body } = await signUp({ ...good, email: 'New.Person@Mail.Test' });
    expect(status).toBe(201);
    expect(body).toEqual({ id: expect.any(Number), message: 'রেজিস্ট্রেশন সফল হয়েছে' });
    const signedIn = await portal.signIn('new.person@mail.test', good.password);
    expect(signedIn.body.user_info).toMatchObject({
      id: body.id,
      username: 'new.person@mail.test',
      email: 'New.Person@Mail.Test',
      roles: ['customer'],
      is_admin: false,
      profile_image: null,
      must_change_password: false,
    });
    expect((await me(signedIn.body.access)).body).toEqual({ current_balance: 0, held: 0, is_active: true });
    const acts = 'select kind, actor_id from trail where subject_id = $1 order by id';
    expect(await asOwner(portal.ownerUrl, acts, [body.id])).toEqual([
      { kind: 'account.opened', actor_id: body.id },
      { kind: 'session.started', actor_id: body.id },
    ]);
  });

  it('records when the terms were accepted, by the database’s clock', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
    const { body } = await signUp({ ...good, email: 'past@mail.test' }).finally(() => vi.useRealTimers());
    const [row] = await asOwner<{ seconds: number }>(
      portal.ownerUrl,
      `select extract(epoch from now() - terms_accepted_at)::int as seconds from users where id = $1`,
      [body.id],
    );
    expect(row!.seconds).toBeLessThan(60);
  });

  it.each([
    ['a missing first name', { first_name: '' }, { first_name: ['প্রথম নাম প্রয়োজন'] }],
    ['a first name of blanks', { first_name: '   ' }, { first_name: ['প্রথম নাম প্রয়োজন'] }],
    ['a missing last name', { last_name: undefined }, { last_name: ['শেষ নাম প্রয়োজন'] }],
    ['a missing e-mail', { email: '' }, { email: ['ইমেইল প্রয়োজন'] }],
    ['an e-mail without an at sign', { email: 'rahima.mail.test' }, { email: ['সঠিক ইমেইল দিন'] }],
    ['an e-mail with a blank', { email: 'rahima khatun@mail.test' }, { email: ['সঠিক ইমেইল দিন'] }],
    ['an empty phone', { phone: '' }, { phone: ['ফোন নম্বর প্রয়োজন'] }],
    ['an empty password', { password: '' }, { password: ['পাসওয়ার্ড প্রয়োজন'] }],
    ['a missing phone', { phone: undefined }, { phone: ['ফোন নম্বর প্রয়োজন'] }],
    ['a phone that starts otherwise', { phone: '02712345678' }, { phone: ['ফোন নম্বরটি ০১ দিয়ে শুরু হতে হবে'] }],
    ['a phone that is too short', { phone: '0171234567' }, { phone: ['সঠিক ফোন নম্বর দিন (১১ ডিজিট)'] }],
    ['a phone of no operator', { phone: '01212345678' }, { phone: ['সঠিক ফোন নম্বর দিন (১১ ডিজিট)'] }],
    ['a short password', { password: 'abc1234' }, { password: ['পাসওয়ার্ড কমপক্ষে ৮ অক্ষরের হতে হবে'] }],
    [
      'a common password',
      { password: 'password123' },
      { password: ['পাসওয়ার্ডটি খুব সহজে অনুমান করা যায়, অন্য একটি দিন'] },
    ],
    ['terms that are not accepted', { terms: false }, { terms: ['আপনাকে শর্তাবলী মেনে নিতে হবে'] }],
  ])('refuses %s', async (_what, change, fields) => {
    const { status, body } = await signUp({ ...good, email: 'nobody@mail.test', ...change });
    expect(status).toBe(400);
    expect(body).toEqual(fields);
  });

  it('names every wrong field at once, in English when asked', async () => {
    const { status, body } = await signUp({}, { headers: english });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      first_name: ['First name is required'],
      last_name: ['Last name is required'],
      email: ['Email is required'],
      phone: ['Phone number is required'],
      password: ['Password is required'],
    });
    const unaccepted = await signUp({ terms: false }, { headers: english });
    expect(unaccepted.body).toMatchObject({
      phone: ['Phone number is required'],
      terms: ['You must accept the terms'],
    });
    const byOwner = await signUp({}, { token: portal.admin.token });
    expect(Object.keys(byOwner.body)).toEqual(['first_name', 'last_name', 'email', 'password']);
  });

  it('takes a phone with Bengali digits and separators', async () => {
    const { body } = await signUp({ ...good, email: 'bangla-phone@mail.test', phone: '০১৭-১২ ৩৪৫৬৭৮' });
    const record = await portal.call('GET', `/account/user/${body.id}/`, { token: portal.admin.token });
    expect(record.body.profile.phone).toBe('01712345678');
  });

  it('accepts an email only once, regardless of case, even from concurrent requests', async () => {
    const answers = await Promise.all(
      ['one@mail.test', 'ONE@mail.test', 'One@Mail.Test', 'one@mail.test', 'oNe@mail.test'].map((email) =>
        signUp({ ...good, email }),
      ),
    );
    expect(statuses(answers)).toEqual({ 201: 1, 400: 4 });
    for (const { status, body } of answers)
      if (status === 400) expect(body).toEqual({ email: ['এই ইমেইল দিয়ে আগেই একটি অ্যাকাউন্ট খোলা হয়েছে'] });
  });

  it('lets an owner, but no other staff, open an account without a phone, by JSON or by form', async () => {
    const account = {
      first_name: 'নতুন',
      last_name: 'গ্রাহক',
      email: 'by-owner@mail.test',
      password: 'prothom-din-55',
    };
    expect((await signUp(account, { token: portal.admin.token })).status).toBe(201);
    const form = new FormData();
    for (const [key, value] of Object.entries({ ...account, email: 'by-owner-form@mail.test' }))
      form.set(key, value);
    expect((await portal.call('POST', '/account/sign-up/', { form, token: portal.admin.token })).status).toBe(
      201,
    );
    const operator = await makeStaff(portal, 'operator');
    expectRefusal(
      await signUp({ ...account, email: 'by-operator@mail.test' }, { token: operator.token }),
      'not_allowed',
    );
  });
});

describe('sign-up with a token', () => {
  it('requires the same fields from a signed-in customer as from anyone', async () => {
    const { token } = await portal.customer();
    const account = { ...good, email: 'my-brother@mail.test' };
    const { phone: _, ...without } = account;
    expect((await signUp(without, { token })).body).toHaveProperty('phone');
    expect((await signUp({ ...account, terms: false }, { token })).body).toHaveProperty('terms');
  });

  it('returns the same account when staff repeat the request within ten minutes, unless any detail differs', async () => {
    const account = { ...good, email: 'lost-answer@mail.test' };
    const { token } = portal.admin;
    const first = await signUp(account, { token });
    const again = await signUp(account, { token });
    expect([again.status, again.body.id]).toEqual([201, first.body.id]);

    const colleague = await makeStaff(portal, 'cashier');
    const others = [
      signUp({ ...account, password: 'onno-shobdo-77' }, { token }),
      signUp({ ...account, last_name: 'অন্য' }, { token }),
      signUp(account, { token: colleague.token }),
      signUp(account),
    ];
    for (const other of await Promise.all(others))
      expect(other.body).toEqual({ email: [expect.any(String)] });
    await asOwner(
      portal.ownerUrl,
      `update users set date_joined = now() - interval '11 minutes' where id = $1`,
      [first.body.id],
    );
    expect((await signUp(account, { token })).status).toBe(400);
  });

  it('is refused if the token has expired, not treated as anonymous', async () => {
    const owner = await portal.signIn(portal.admin.email, portal.admin.password);
    await portal.call('POST', '/token/logout/', { body: { refresh: owner.body.refresh } });
    const account = { ...good, email: 'not-opened@mail.test' };
    expectRefusal(await signUp(account, { token: owner.body.access }), 'invalid_token');
    expect((await signUp(account)).status).toBe(201);
  });
});

describe('user records', () => {
  it('shows users only their own record, and staff anybody’s', async () => {
    const person = await portal.customer();
    const other = await portal.customer();
    const own = await portal.call('GET', `/account/user/${person.id}/`, { token: person.token });
    expect(own.body).toEqual({
      id: person.id,
      first_name: 'রহিমা',
      last_name: 'খাতুন',
      username: person.email,
      email: person.email,
      is_active: true,
      is_admin: false,
      roles: ['customer'],
      balance: 0,
      date_joined: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      version: expect.stringMatching(/^[\w-]{43}$/),
      profile: {
        gender: null,
        birth_date: null,
        phone: '01712345678',
        address: '',
        bio: '',
        profile_image: null,
        is_email_active: false,
        last_seen: expect.any(String),
        wallet_status: true,
        p_code: expect.stringMatching(/^[A-Z0-9]{6}$/),
      },
    });
    expectRefusal(
      await portal.call('GET', `/account/user/${other.id}/`, { token: person.token }),
      'not_found',
    );
    expectRefusal(
      await portal.call('GET', '/account/user/2147483647/', { token: portal.admin.token }),
      'not_found',
    );
    expect(
      (await portal.call('GET', `/account/user/${other.id}/`, { token: portal.admin.token })).body.id,
    ).toBe(other.id);
    const looks = `select actor_id, subject_id from trail where kind = 'user.opened' and subject_id = any($1)`;
    expect(await asOwner(portal.ownerUrl, looks, [[person.id, other.id]])).toEqual([
      { actor_id: portal.admin.id, subject_id: other.id },
    ]);
  });

  it('lists users newest first for staff and finds them by part of a name, an e-mail or a phone', async () => {
    const person = await portal.customer({
      first_name: 'জয়নাল',
      last_name: 'আবেদীন',
      email: 'joynal.unique@mail.test',
      phone: '01999888777',
    });
    const list = async (query: string) =>
      (await portal.call('GET', `/account/users/?${query}`, { token: portal.admin.token })).body;
    const all = await list('page_size=100');
    expect(all.count).toBe(all.results.length);
    expect(all.results[0]!.id).toBe(person.id);
    // য় is one letter or two in Unicode; both find it, and Bengali digits find the phone.
    for (const search of ['জয়নাল', 'জয়নাল', 'নাল আবে', 'JOYNAL.uni', '০১৯৯৯৮৮৮', '99888777']) {
      const found = await list(new URLSearchParams({ search }).toString());
      expect(
        found.results.map((user: { id: number }) => user.id),
        search,
      ).toEqual([person.id]);
    }
    expect((await list('search=%25')).count).toBe(0);
    await asOwner(portal.ownerUrl, 'update users set is_active = false where id = $1', [person.id]);
    expect((await list('is_active=false&search=joynal')).count).toBe(1);
    expect((await list('is_active=true&search=joynal')).count).toBe(0);
    expect(
      (await portal.call('GET', '/account/users/?is_active=perhaps', { token: portal.admin.token })).status,
    ).toBe(400);
  });

  it('lists users by available balance, with the other filters', async () => {
    const surname = 'ব্যালেন্সসাজ';
    const [none, much, some] = [
      await portal.customer({ last_name: surname }),
      await portal.customer({ last_name: surname }),
      await portal.customer({ last_name: surname }),
    ];
    await portal.topUp(much, '900.50');
    await portal.topUp(some, '40');
    const list = async (query: Record<string, string>) =>
      (
        await portal.call('GET', `/account/users/?${new URLSearchParams({ sort: 'balance', ...query })}`, {
          token: portal.admin.token,
        })
      ).body;
    const ids = async (query: Record<string, string>) =>
      (await list({ search: surname, ...query })).results.map((user: { id: number }) => user.id);
    expect(await ids({})).toEqual([much.id, some.id, none.id]);
    expect(await ids({ page: '2', page_size: '1', is_active: 'true' })).toEqual([some.id]);
    const balances = (await list({ page_size: '100' })).results.map(
      (user: { balance: number }) => user.balance,
    );
    expect(balances).toEqual([...balances].sort((one: number, two: number) => two - one));
    expect(await list({ sort: 'name' })).toHaveProperty('sort');
  });

  it('reports the IP address of the client', async () => {
    const person = await portal.customer();
    const { body } = await portal.call('GET', '/account/client-ip/', {
      token: person.token,
      headers: { 'X-Forwarded-For': '203.0.113.9' },
    });
    expect(body).toEqual({ ip: '127.0.0.1' });
  });
});

it('lets an account keep an address with look-alike letters, but assigns no new one', async () => {
  const { id } = await portal.customer();
  const change = (body: object) =>
    portal.call('PATCH', `/account/user/${id}/`, { token: portal.admin.token, body });
  const had = `andr\u00e9${id}@mail.test`;
  await asOwner(portal.ownerUrl, 'update users set username = $1, email = $1 where id = $2', [had, id]);
  const kept = await change({ username: had, first_name: 'আন্দ্রে' });
  expect([kept.status, kept.body.first_name]).toEqual([200, 'আন্দ্রে']);
  const asked = await portal.call('POST', '/account/password-reset/', { body: { email: had } });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  const given = await change({ username: `r\u0430hima${id}@mail.test` });
  expect([given.status, given.body]).toMatchObject([400, { username: expect.anything() }]);
});
