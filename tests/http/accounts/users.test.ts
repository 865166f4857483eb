import { describe, expect, it } from 'vitest';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { picture } from '../documents/nid-steps.ts';
import { expectRefusal, makeStaff, placeOrder, servicesByCode } from '../steps.ts';

const portal = usePortal();
const change = (token: string, id: number, body: unknown, method = 'PATCH') =>
  portal.call(method, `/account/user/${id}/`, { token, body });
const me = (token: string) => portal.call('GET', '/account/transaction-summary/', { token });
const roles = (id: number, list: string[]) =>
  portal.call('PUT', `/account/user/${id}/roles/`, { token: portal.admin.token, body: { roles: list } });

describe('your own record', () => {
  it.each(['PATCH', 'PUT'])('accepts flat and nested fields by %s, and returns them', async (method) => {
    const person = await portal.customer();
    const flat = await change(
      person.token,
      person.id,
      { first_name: 'সালমা', last_name: 'বেগম', bio: 'দোকানদার' },
      method,
    );
    expect(flat.status, JSON.stringify(flat.body)).toBe(200);
    const nested = await change(
      person.token,
      person.id,
      { profile: { gender: 'female', birth_date: '15-03-1995', phone: '০১৮১২৩৪৫৬৭৮', address: 'কুমিল্লা' } },
      method,
    );
    expect(nested.body).toMatchObject({
      first_name: 'সালমা',
      last_name: 'বেগম',
      profile: {
        gender: 'female',
        birth_date: '1995-03-15',
        phone: '01812345678',
        address: 'কুমিল্লা',
        bio: 'দোকানদার',
      },
    });
    expect(
      (await change(person.token, person.id, { profile: { gender: '' } }, method)).body.profile.gender,
    ).toBeNull();
    // A number is required only at sign-up; half a number is still refused.
    const emptied = await change(person.token, person.id, { profile: { phone: '' } }, method);
    expect(emptied.body.profile.phone).toBe('');
    expect((await change(person.token, person.id, { profile: { phone: '017' } }, method)).status).toBe(400);
  });

  it.each([
    ['roles', { roles: ['owner'] }],
    ['is_admin', { is_admin: true }],
    ['is_active', { is_active: true }],
    ['username', { username: 'other@mail.test' }],
    ['balance', { balance: 1000 }],
    ['password_hash', { password_hash: 'x' }],
    ['wallet_status', { profile: { wallet_status: true } }],
    ['p_code', { profile: { p_code: 'AAAAAA' } }],
  ])('refuses a customer the field %s', async (field, body) => {
    const person = await portal.customer();
    const refused = await change(person.token, person.id, body);
    expect(refused.status).toBe(400);
    expect(Object.keys(refused.body)).toEqual([field]);
    const { body: record } = await portal.call('GET', `/account/user/${person.id}/`, { token: person.token });
    expect(record).toMatchObject({
      roles: ['customer'],
      is_admin: false,
      balance: 0,
      username: person.email,
    });
  });

  it('can be changed only by its owner and the shop’s owners', async () => {
    const [person, stranger, operator] = [
      await portal.customer(),
      await portal.customer(),
      await makeStaff(portal, 'operator'),
    ];
    expectRefusal(await change(stranger.token, person.id, { first_name: 'x' }), 'not_found');
    const read = await portal.call('GET', `/account/user/${person.id}/`, { token: stranger.token });
    expectRefusal(read, 'not_found');
    expectRefusal(await change(operator.token, person.id, { first_name: 'x' }), 'not_allowed');
    expect((await change(portal.admin.token, person.id, { first_name: 'নতুন' })).body.first_name).toBe('নতুন');
  });

  it('accepts twenty pictures an hour, because each replaced one is kept for weeks', async () => {
    const person = await portal.customer();
    const send = () => {
      const form = new FormData();
      form.set('profile_image', new Blob([Buffer.from(picture('image/png'), 'base64')]), 'me.png');
      return portal.call('POST', '/account/user/update-profile-image/', { token: person.token, form });
    };
    for (let turn = 0; turn < 20; turn += 1) expect((await send()).status).toBe(200);
    expectRefusal(await send(), 'too_many_requests');
  });

  it('accepts a picture, re-encoded as a JPEG, and refuses anything else', async () => {
    const person = await portal.customer();
    const send = (bytes: Uint8Array) => {
      const form = new FormData();
      form.set('profile_image', new Blob([bytes as BlobPart]), 'me.png');
      return portal.call('POST', '/account/user/update-profile-image/', { token: person.token, form });
    };
    const taken = await send(Buffer.from(picture('image/png'), 'base64'));
    expect(taken.status).toBe(200);
    const shown = await portal.call('GET', taken.body.profile_image, { token: person.token });
    expect(shown.headers.get('content-type')).toBe('image/jpeg');
    expect(shown.bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    const trail = await portal.call('GET', '/account/trail/', { token: person.token });
    expect(trail.body.results[0]).toMatchObject({
      kind: 'profile.changed',
      actor: { id: person.id },
      details: { fields: 'profile_image' },
    });
    expectRefusal(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), 'image_refused');
    expectRefusal(await portal.call('GET', '/media/00000000000000000000000000000000.jpg'), 'not_found');
  });
});

describe('an owner’s change of an account', () => {
  it('ends every session immediately when the user is made inactive', async () => {
    const person = await portal.customer();
    expect((await change(portal.admin.token, person.id, { is_active: false })).body.is_active).toBe(false);
    expectRefusal(await me(person.token), 'not_signed_in');
    expectRefusal(await portal.signIn(person.email, person.password), 'invalid_credentials');
    await change(portal.admin.token, person.id, { is_active: true });
    expectRefusal(await me(person.token), 'not_signed_in');
    expect((await portal.signIn(person.email, person.password)).status).toBe(200);
    expectRefusal(await change(portal.admin.token, portal.admin.id, { is_active: false }), 'not_yourself');
  });

  it('closes and opens the wallet', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer();
    await portal.topUp(person, '1000');
    const form = new FormData();
    form.set('profile', JSON.stringify({ wallet_status: false }));
    const closed = await portal.call('PATCH', `/account/user/${person.id}/`, {
      token: portal.admin.token,
      form,
    });
    expect(closed.body.profile.wallet_status).toBe(false);
    const as = { token: portal.admin.token };
    expect(closed.body).toMatchObject((await portal.call('GET', `/account/user/${person.id}/`, as)).body);
    const order = {
      service: services.AB!.id,
      sub_type: services.AB!.sub_type[0]!.id,
      nid_or_form_num_or_for_biometric_or_location: '123',
    };
    expectRefusal(
      await portal.call('POST', '/account/orders/', { token: person.token, body: order }),
      'wallet_inactive',
    );
    await change(portal.admin.token, person.id, { profile: { wallet_status: true } });
    await placeOrder(portal, person, services.AB!);
  });

  it('lists users for staff at both endpoints, searched and filtered, and all customers in short form for a picker', async () => {
    const person = await portal.customer({ first_name: 'তালিকার', last_name: 'মানুষ' });
    const see = (path: string, token = portal.admin.token) =>
      portal.call('GET', `/account/${path}`, { token });
    for (const list of ['users/', 'user/']) {
      const found = await see(`${list}?search=তালিকার&is_active=true&page=1&page_size=50`);
      expect(found.body).toMatchObject({ count: 1, results: [{ id: person.id, username: person.email }] });
      expect((await see(`${list}?search=তালিকার&is_active=false`)).body).toEqual({ results: [], count: 0 });
      expectRefusal(await see(list, person.token), 'not_allowed');
    }
    const { body: short } = await see('user/shorted/');
    const { id, email } = person;
    expect(short).toContainEqual({ id, first_name: 'তালিকার', last_name: 'মানুষ', username: email });
    expect(short.map((one: { id: number }) => one.id)).not.toContain(portal.admin.id);
    expectRefusal(await see('user/shorted/', person.token), 'not_allowed');
  });

  it('stops counting a common name at a thousand, and still lists each user, newest or richest first', async () => {
    const { id } = await portal.customer();
    await asOwner(
      portal.ownerUrl,
      `insert into users (username, email, first_name, last_name, password_hash, p_code, date_joined, is_active)
       select name, name, 'শতেক', 'জন', u.password_hash, 'ABCDEF', now() - n * interval '1 minute', n <> 3
         from users u, (select n, 'hundreds' || n || '@mail.test' as name from generate_series(1, 1010) n) crowd where u.id = $1`,
      [id],
    );
    const list = async (query: string) => {
      const path = `/account/users/?search=${encodeURIComponent('সতেক জন')}&${query}`;
      const { body } = await portal.call('GET', path, { token: portal.admin.token });
      const { results, count, count_is_minimum } = body;
      return {
        names: results.map(({ email }: { email: string }) => /\d+/.exec(email)?.[0]),
        count,
        count_is_minimum,
      };
    };
    const common = { count: 1_000, count_is_minimum: true };
    expect(await list('page=1&page_size=3')).toEqual({ names: ['1', '2', '3'], ...common });
    expect(await list('page=2&page_size=3')).toEqual({ names: ['4', '5', '6'], ...common });
    expect(await list('page=51&page_size=20')).toEqual({
      names: Array.from({ length: 10 }, (_, at) => String(1_001 + at)),
      ...common,
    });
    expect(await list('page=1&page_size=3&is_active=false')).toEqual({ names: ['3'], count: 1 });
    const richest = await list('page=1&page_size=2&sort=balance');
    expect(richest).toMatchObject(common);
    expect(richest.names).toHaveLength(2);
    await asOwner(portal.ownerUrl, `delete from users where email like 'hundreds%'`);
  });

  it('grants and revokes roles, which ends sessions with the old ones, and keeps one owner', async () => {
    const person = await portal.customer();
    const entered = async () => (await portal.signIn(person.email, person.password)).body.access;
    expectRefusal(await portal.call('GET', '/account/users/', { token: person.token }), 'not_allowed');
    expect((await roles(person.id, ['operator'])).body).toMatchObject({
      roles: ['operator'],
      is_admin: true,
    });
    expectRefusal(await portal.call('GET', '/account/users/', { token: person.token }), 'not_signed_in');
    const raised = await entered();
    expect((await portal.call('GET', '/account/users/', { token: raised })).status).toBe(200);
    await roles(person.id, []);
    expectRefusal(await portal.call('GET', '/account/users/', { token: raised }), 'not_signed_in');
    expectRefusal(await portal.call('GET', '/account/users/', { token: await entered() }), 'not_allowed');
    expectRefusal(await roles(portal.admin.id, ['operator']), 'last_owner');
    expect((await roles(person.id, ['emperor'])).status).toBe(400);
    const operator = await makeStaff(portal, 'operator');
    expectRefusal(
      await portal.call('PUT', `/account/user/${operator.id}/roles/`, {
        token: operator.token,
        body: { roles: ['owner'] },
      }),
      'not_allowed',
    );
    const acts = await asOwner(
      portal.ownerUrl,
      `select details from trail where kind = 'user.roles_changed' and subject_id = $1 order by id`,
      [person.id],
    );
    expect(acts.map((row) => row.details)).toEqual([
      { before: 'customer', after: 'operator' },
      { before: 'operator', after: 'customer' },
    ]);
  });

  it('keeps one owner even when two owners demote each other concurrently', async () => {
    const other = await makeStaff(portal, 'owner');
    const demote = (by: Person, id: number) =>
      portal.call('PUT', `/account/user/${id}/roles/`, { token: by.token, body: { roles: ['operator'] } });
    const answers = await Promise.all([demote(portal.admin, other.id), demote(other, portal.admin.id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const owners = await asOwner(portal.ownerUrl, `select id from users where 'owner' = any(roles)`);
    expect(owners).toHaveLength(1);
    await asOwner(portal.ownerUrl, `update users set roles = '{owner}' where id = $1`, [portal.admin.id]);
    await asOwner(portal.ownerUrl, `update users set roles = '{customer}' where id = $1`, [other.id]);
    // The demotion signed the user out.
    const entered = await portal.signIn(portal.admin.email, portal.admin.password);
    Object.assign(portal.admin, { token: entered.body.access, refresh: entered.body.refresh });
  });

  it('sets a temporary password for one sign-in, which must be replaced', async () => {
    const person = await portal.customer();
    const set = (new_password: string) =>
      portal.call('POST', '/account/update-password/', {
        token: portal.admin.token,
        body: { user: person.id, new_password, confirm_password: new_password },
      });
    expect((await set('abc12')).status).toBe(400);
    await asOwner(
      portal.ownerUrl,
      `insert into password_resets (token_hash, user_id, expires_at) values ('a link', $1, now() + interval '20 minutes')`,
      [person.id],
    );
    expect((await set('abc123')).status).toBe(200);
    const links = 'select from password_resets where user_id = $1 and used_at is null';
    expect(await asOwner(portal.ownerUrl, links, [person.id])).toEqual([]);
    expectRefusal(await me(person.token), 'not_signed_in');
    const { body } = await portal.signIn(person.email, 'abc123');
    expect(body.user_info.must_change_password).toBe(true);
    expectRefusal(await me(body.access), 'password_change_required');
    expectRefusal(await portal.signIn(person.email, 'abc123'), 'invalid_credentials');
    expect((await set('abc124')).status).toBe(200);
    const [left] = await asOwner<{ hours: number }>(
      portal.ownerUrl,
      `select round(extract(epoch from temporary_password_until - now()) / 3600)::int as hours from users where id = $1`,
      [person.id],
    );
    expect(left).toEqual({ hours: 24 });
    await asOwner(portal.ownerUrl, 'update users set temporary_password_until = now() where id = $1', [
      person.id,
    ]);
    expectRefusal(await portal.signIn(person.email, 'abc124'), 'invalid_credentials');
    // A person who has yet to choose their own cannot set anyone else's.
    const owner = await makeStaff(portal, 'owner');
    const typed = { new_password: 'abc125', confirm_password: 'abc125' };
    const setBy = (token: string, id: number) =>
      portal.call('POST', '/account/update-password/', { token, body: { user: id, ...typed } });
    expect((await setBy(portal.admin.token, owner.id)).status).toBe(200);
    const signedIn = await portal.signIn(owner.email, 'abc125');
    expectRefusal(await setBy(signedIn.body.access, person.id), 'password_change_required');
    expectRefusal(
      await portal.call('POST', '/account/update-password/', {
        token: (await makeStaff(portal, 'operator')).token,
        body: { user: person.id, new_password: 'abc123x', confirm_password: 'abc123x' },
      }),
      'not_allowed',
    );
  });

  it('erases a person’s data, keeps the books and the audit log, and refuses while orders or money remain', async () => {
    const services = await servicesByCode(portal);
    const person = await portal.customer({
      first_name: 'মুছেযাবে',
      email: 'to-be-erased@mail.test',
      phone: '01611223344',
    });
    await portal.topUp(person, '150');
    const placed = await placeOrder(portal, person, services.AB!);
    const erase = () => portal.call('DELETE', `/account/user/${person.id}/`, { token: portal.admin.token });
    expectRefusal(await erase(), 'orders_pending');
    await portal.call('POST', `/account/orders/${placed.id}/take/`, { token: portal.admin.token });
    expectRefusal(await erase(), 'orders_pending');
    const form = new FormData();
    form.set('data', JSON.stringify({ status: 'pending' }));
    await portal.call('PATCH', `/account/orders/${placed.id}/`, { token: portal.admin.token, form });
    await portal.call('POST', `/account/orders/${placed.id}/cancel/`, { token: person.token });
    expectRefusal(await erase(), 'wallet_not_empty');
    await portal.call('POST', '/account/transactions/withdrawl/', {
      token: portal.admin.token,
      body: { user: person.id, amount: '150' },
    });
    const before = await asOwner(
      portal.ownerUrl,
      'select count(*)::int as count from ledger_transfers where user_id = $1',
      [person.id],
    );
    expect((await erase()).status).toBe(200);
    const wallet = 'select is_active from wallets where user_id = $1';
    expect(await asOwner(portal.ownerUrl, wallet, [person.id])).toEqual([{ is_active: false }]);
    expect(
      JSON.stringify(
        await asOwner(portal.ownerUrl, 'select row_to_json(u)::text from users u where id = $1', [person.id]),
      ),
    ).not.toMatch(/মুছেযাবে|to-be-erased|01611223344/);
    expect(
      await asOwner(
        portal.ownerUrl,
        'select count(*)::int as count from ledger_transfers where user_id = $1',
        [person.id],
      ),
    ).toEqual(before);
    expectRefusal(await me(person.token), 'not_signed_in');
    expectRefusal(await portal.signIn('to-be-erased@mail.test', person.password), 'invalid_credentials');
    expectRefusal(
      await portal.call('DELETE', `/account/user/${portal.admin.id}/`, { token: portal.admin.token }),
      'not_yourself',
    );
    expect(
      (await portal.call('GET', '/account/users/?search=মুছেযাবে', { token: portal.admin.token })).body.count,
    ).toBe(0);
  });
});

describe('the audit log', () => {
  it('shows customers who viewed their records, never anyone else’s, and shows an auditor every action', async () => {
    const services = await servicesByCode(portal);
    const [person, stranger, auditor] = [
      await portal.customer(),
      await portal.customer(),
      await makeStaff(portal, 'auditor'),
    ];
    await portal.topUp(person, '1000');
    const placed = await placeOrder(portal, person, services.AB!);
    await portal.call('GET', `/account/orders/${placed.id}/`, { token: auditor.token });
    const { body } = await portal.call('GET', `/account/trail/?page_size=100`, { token: person.token });
    const look = body.results.find((entry: { kind: string }) => entry.kind === 'order.opened');
    expect(look).toMatchObject({
      actor: { id: auditor.id, is_staff: true },
      object: { kind: 'order', id: String(placed.id) },
      ip: '',
    });
    const foreign = await portal.call('GET', `/account/trail/?user=${person.id}&page_size=100`, {
      token: stranger.token,
    });
    for (const entry of foreign.body.results ?? [])
      expect([entry.subject?.id, entry.actor?.id]).toContain(stranger.id);
    const acts = await portal.call('GET', `/account/activity/?user=${person.id}`, { token: auditor.token });
    expect(acts.status).toBe(200);
    expect(acts.body.count).toBeGreaterThan(0);
    expectRefusal(
      await portal.call('GET', '/account/activity/', { token: (await makeStaff(portal, 'operator')).token }),
      'not_allowed',
    );
  });
});

describe('guessing passwords', () => {
  it('is rate limited, and the response says how long to wait', async () => {
    const person = await portal.customer();
    const tries = [];
    for (let count = 0; count < 6; count += 1)
      tries.push(await portal.signIn(person.email, `bhul-kotha-${count}`));
    expect(tries.slice(0, 5).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401]);
    const last = tries[5]!;
    expect(last.status).toBe(429);
    expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(last.body).toMatchObject({ code: 'too_many_requests', detail: expect.stringContaining('সেকেন্ড') });
    expect((await portal.signIn(person.email, person.password)).status).toBe(429);
    expect((await me(person.token)).status).toBe(200);
    const other = await portal.customer();
    expect((await portal.signIn(other.email, other.password)).status).toBe(200);
  });
});
