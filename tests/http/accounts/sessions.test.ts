import { generateKeyPairSync } from 'node:crypto';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { findEmail } from '../../journeys/steps.ts';
import { asOwner } from '../../support/database.ts';
import { type CallOptions, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff, statuses } from '../steps.ts';

const portal = usePortal();
const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
const headOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString());
const me = (token: string | undefined) => portal.call('GET', '/account/transaction-summary/', { token });
const refresh = (token: string) => portal.call('POST', '/token/refresh/', { body: { refresh: token } });
const signUp = (body: unknown, options: object = {}) =>
  portal.call('POST', '/account/sign-up/', { body, ...options });

describe('sign-in', () => {
  it('accepts the e-mail in any case and returns a 10-minute token with the user’s details', async () => {
    const person = await portal.customer();
    const { status, body } = await portal.signIn(person.email.toUpperCase(), person.password);
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['access', 'refresh', 'user_info']);
    const claims = claimsOf(body.access);
    expect(claims).toMatchObject({
      sub: String(person.id),
      user_id: person.id,
      email: person.email,
      username: person.email,
      roles: ['customer'],
      is_admin: false,
      profile: { profile_image: null },
      sid: expect.any(String),
    });
    expect(claims.exp - claims.iat).toBe(600);
    expect(headOf(body.access)).toMatchObject({ alg: 'ES256', kid: expect.any(String) });
    expect(claimsOf(portal.admin.token)).toMatchObject({ roles: ['owner'], is_admin: true });
    expect(body.refresh.split('.').at(-1)!.length).toBeGreaterThanOrEqual(22);
  });

  it('responds identically to an unknown name, a wrong password and an inactive user', async () => {
    const person = await portal.customer();
    const inactive = await portal.customer();
    await asOwner(portal.ownerUrl, 'update users set is_active = false where id = $1', [inactive.id]);
    const answers = [
      await portal.signIn('nobody-here@mail.test', 'kono-ekta-kotha-9'),
      await portal.signIn(person.email, 'kono-ekta-kotha-9'),
      await portal.signIn(inactive.email, inactive.password),
    ];
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toEqual({ detail: 'ইউজারনেম অথবা পাসওয়ার্ড সঠিক নয়', code: 'invalid_credentials' });
    }
  });

  it('requires both fields', async () => {
    const { status, body } = await portal.call('POST', '/token/', { body: { username: '', password: '' } });
    expect(status).toBe(400);
    expect(body).toEqual({ username: ['ইউজারনেম প্রয়োজন'], password: ['পাসওয়ার্ড প্রয়োজন'] });
  });

  it('keeps a remembered session for 30 days and any other for 12 hours, counted from the sign-in', async () => {
    const person = await portal.customer();
    const lives = async (token: string) => {
      const rows = await asOwner<{ hours: string }>(
        portal.ownerUrl,
        'select round(extract(epoch from expires_at - created_at) / 3600)::text as hours from sessions where id = $1',
        [claimsOf(token).sid],
      );
      return Number(rows[0]!.hours);
    };
    const brief = await portal.signIn(person.email, person.password);
    const long = await portal.signIn(person.email, person.password, true);
    expect(await lives(brief.body.access)).toBe(12);
    expect(await lives(long.body.access)).toBe(720);
    const rotated = await refresh(long.body.refresh);
    expect(await lives(rotated.body.access)).toBe(720);
    // A changed password restarts the session with the same duration.
    const next = 'notun-kore-lekha-8';
    const changed = await portal.call('POST', '/account/update-password/', {
      token: rotated.body.access,
      body: { current_password: person.password, new_password: next, confirm_password: next },
    });
    expect(await lives(changed.body.access!)).toBe(720);
    const again = await portal.signIn(person.email, next);
    const last = await portal.call('POST', '/account/update-password/', {
      token: again.body.access,
      body: { current_password: next, new_password: person.password, confirm_password: person.password },
    });
    expect(await lives(last.body.access!)).toBe(12);
  });

  it('keeps refresh tokens and passwords in the database only as hashes', async () => {
    const person = await portal.customer();
    const dump = JSON.stringify([
      await asOwner(portal.ownerUrl, "select *, encode(refresh_hash, 'escape') from sessions"),
      await asOwner(portal.ownerUrl, 'select * from users'),
      await asOwner(portal.ownerUrl, 'select * from trail'),
    ]);
    expect(dump).not.toContain(person.password);
    expect(dump).not.toContain(person.refresh);
    expect(dump).toContain('$argon2id$');
  });

  it('accepts only its own tokens', async () => {
    const person = await portal.customer();
    const [head, payload, signature] = person.token.split('.') as [string, string, string];
    const none = `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${payload}.`;
    const raised = Buffer.from(
      JSON.stringify({ ...claimsOf(person.token), sub: String(portal.admin.id), user_id: portal.admin.id }),
    ).toString('base64url');
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const foreign = await new SignJWT(claimsOf(person.token))
      .setProtectedHeader({ ...headOf(person.token) })
      .sign(privateKey);
    const hmac = await new SignJWT(claimsOf(person.token))
      .setProtectedHeader({ alg: 'HS256', kid: headOf(person.token).kid })
      .sign(new TextEncoder().encode('x'.repeat(32)));
    for (const token of [
      none,
      `${head}.${raised}.${signature}`,
      foreign,
      hmac,
      person.refresh,
      'x',
      'a.b.c',
      `${person.token}x`,
      '',
    ])
      expectRefusal(await me(token), 'not_signed_in');
    for (const header of [
      person.token,
      `Basic ${person.token}`,
      `Bearer ${person.token} ${person.token}`,
      'Bearer',
    ])
      expectRefusal(
        await portal.call('GET', '/account/transaction-summary/', { headers: { Authorization: header } }),
        'not_signed_in',
      );
    expect((await me(person.token)).status).toBe(200);
  });
});

describe('keeping a session', () => {
  it('reports whether an access token is valid', async () => {
    const person = await portal.customer();
    const verify = (token: unknown) => portal.call('POST', '/token/verify/', { body: { token } });
    expect(await verify(person.token)).toMatchObject({ status: 200, body: {} });
    expectRefusal(await verify('nonsense'), 'invalid_token');
    expectRefusal(await verify(person.refresh), 'invalid_token');
    expect((await verify(undefined)).status).toBe(400);
  });

  it('gives a new pair for a refresh token, with the user', async () => {
    const person = await portal.customer();
    const { status, body } = await refresh(person.refresh);
    expect(status).toBe(200);
    expect(body.refresh).not.toBe(person.refresh);
    expect(body.user_info.id).toBe(person.id);
    expect((await me(body.access)).status).toBe(200);
  });

  it('returns the same successor for a token rotated within 10 seconds, even to concurrent requests', async () => {
    const person = await portal.customer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(person.refresh)));
    expect(statuses(answers)).toEqual({ 200: 8 });
    expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1);
    expect((await refresh(answers[0]!.body.refresh)).status).toBe(200);
  });

  it.each([
    ['when a token is used long after its rotation', '-11 seconds'],
    ['also where its rotation is said to come, by a clock that was ahead', '1 hour'],
  ])('ends the whole session %s', async (_, shift) => {
    const person = await portal.customer();
    const next = await refresh(person.refresh);
    await asOwner(
      portal.ownerUrl,
      `update sessions set rotated_at = rotated_at + $2::interval where id = $1`,
      [claimsOf(person.token).sid, shift],
    );
    expectRefusal(await refresh(person.refresh), 'invalid_token');
    expectRefusal(await refresh(next.body.refresh), 'invalid_token');
    expectRefusal(await me(next.body.access), 'not_signed_in');
    const rows = await asOwner(
      portal.ownerUrl,
      `select kind from trail where kind = 'session.reuse' and subject_id = $1`,
      [person.id],
    );
    expect(rows).toHaveLength(1);
  });

  it('ends the whole session when a token from two rotations ago is reused, even immediately', async () => {
    const person = await portal.customer();
    const second = await refresh(person.refresh);
    const third = await refresh(second.body.refresh);
    expectRefusal(await refresh(person.refresh), 'invalid_token');
    expectRefusal(await refresh(third.body.refresh), 'invalid_token');
  });

  it('does nothing to a session when its token is guessed', async () => {
    const person = await portal.customer();
    const [id] = person.refresh.split('.');
    expectRefusal(await refresh(`${id}.0.${'A'.repeat(43)}`), 'invalid_token');
    expectRefusal(await refresh(`${id}.5.${'A'.repeat(43)}`), 'invalid_token');
    expectRefusal(await refresh('x'.repeat(300)), 'invalid_token');
    expect((await refresh(person.refresh)).status).toBe(200);
  });

  it('ends a session immediately at its logout, and no other', async () => {
    const person = await portal.customer();
    const other = await portal.signIn(person.email, person.password);
    const out = await portal.call('POST', '/token/logout/', { body: { refresh: person.refresh } });
    expect(out.status).toBe(200);
    expectRefusal(await me(person.token), 'not_signed_in');
    expectRefusal(await refresh(person.refresh), 'invalid_token');
    expect((await me(other.body.access)).status).toBe(200);
    expect((await portal.call('POST', '/token/logout/', { body: { refresh: person.refresh } })).status).toBe(
      200,
    );
    expect((await portal.call('POST', '/token/logout/', { token: other.body.access })).status).toBe(200);
    expectRefusal(await me(other.body.access), 'not_signed_in');
  });

  it('ends a session by its cookie alone, for a browser that sends its sign-out late', async () => {
    const person = await portal.customer();
    const { body, headers } = await portal.signIn(person.email, person.password);
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    const leave = (options: CallOptions) => portal.call('POST', '/token/logout/', { body: {}, ...options });
    // Tokens take precedence: the cookie may belong to a person who signed in afterwards.
    await leave({ headers: { Cookie: cookie }, token: person.token });
    expect((await refresh(person.refresh)).status).toBe(401);
    // Even if the token is no longer valid.
    await leave({ headers: { Cookie: cookie }, token: person.token });
    expect((await me(body.access)).status).toBe(200);
    const { status, headers: answered } = await leave({ headers: { Cookie: cookie } });
    expect(status).toBe(200);
    expect(answered.get('set-cookie')).toMatch(/^nothipotro_documents=;/);
    expect((await refresh(body.refresh)).status).toBe(401);
    expect((await leave({ headers: { Cookie: cookie } })).status).toBe(200);
  });

  it('ends an inactive user’s sessions at once and does not revive them', async () => {
    const person = await portal.customer();
    await asOwner(portal.ownerUrl, 'update users set is_active = false where id = $1', [person.id]);
    expectRefusal(await me(person.token), 'not_signed_in');
    // Only the holder of the session's own token gets the reason.
    expectRefusal(await refresh(person.refresh), 'account_closed');
    expectRefusal(await refresh(`${person.refresh.slice(0, -4)}AAAA`), 'invalid_token');
    expectRefusal(
      await portal.call('POST', '/token/verify/', { body: { token: person.token } }),
      'invalid_token',
    );
  });

  it('ends a session when it expires', async () => {
    const person = await portal.customer();
    await asOwner(portal.ownerUrl, 'update sessions set expires_at = now() where user_id = $1', [person.id]);
    expectRefusal(await me(person.token), 'not_signed_in');
    expectRefusal(await refresh(person.refresh), 'invalid_token');
  });
});

describe('passwords', () => {
  const change = (token: string, body: unknown, method = 'POST') =>
    portal.call(method, '/account/update-password/', { token, body });

  it.each(['POST', 'PUT'])(
    'changes the password by %s, ends every other session and starts a new one',
    async (method) => {
      const person = await portal.customer();
      const before = await portal.call('GET', `/account/user/${person.id}/`, { token: person.token });
      const elsewhere = await portal.signIn(person.email, person.password);
      const next = 'notun-gopon-kotha-8';
      const { status, body } = await change(
        person.token,
        { current_password: person.password, new_password: next, confirm_password: next },
        method,
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({
        message: 'পাসওয়ার্ড পরিবর্তন হয়েছে',
        access: expect.any(String),
        refresh: expect.any(String),
        user_info: elsewhere.body.user_info,
      });
      expectRefusal(await me(person.token), 'not_signed_in');
      expectRefusal(await me(elsewhere.body.access), 'not_signed_in');
      expectRefusal(await refresh(elsewhere.body.refresh), 'invalid_token');
      expect((await me(body.access)).status).toBe(200);
      expectRefusal(await portal.signIn(person.email, person.password), 'invalid_credentials');
      expect((await portal.signIn(person.email, next)).status).toBe(200);
      const after = await portal.call('GET', `/account/user/${person.id}/`, { token: body.access });
      expect(after.body.profile.p_code).toMatch(/^[A-Z0-9]{6}$/);
      expect(after.body.profile.p_code).not.toBe(before.body.profile.p_code);
    },
  );

  it('refuses a wrong current password, a short, a common and a differing new one', async () => {
    const person = await portal.customer();
    const next = 'notun-gopon-kotha-8';
    expectRefusal(
      await change(person.token, {
        current_password: 'onno-kichu-11',
        new_password: next,
        confirm_password: next,
      }),
      'wrong_current_password',
    );
    const wrong = async (new_password: string, confirm_password: string) =>
      (await change(person.token, { current_password: person.password, new_password, confirm_password }))
        .body;
    expect(await wrong('abc1234', 'abc1234')).toEqual({
      new_password: ['নতুন পাসওয়ার্ড কমপক্ষে ৮ অক্ষরের হতে হবে'],
    });
    expect(await wrong(next, 'onno-kichu-11')).toEqual({
      confirm_password: ['নতুন পাসওয়ার্ড এবং নিশ্চিতকরণ পাসওয়ার্ড মিলছে না'],
    });
    expect(await wrong(next, '')).toEqual({ confirm_password: ['এই ঘরটি পূরণ করুন'] });
    expect(
      (await change(person.token, { current_password: person.password, new_password: next })).body,
    ).toEqual({ confirm_password: ['এই ঘরটি পূরণ করুন'] });
    expect(Object.keys(await wrong('12345678', '12345678'))).toEqual(['new_password']);
    expect((await me(person.token)).status).toBe(200);
  });

  it('requires a person whose password was set by an owner to choose their own first', async () => {
    const email = 'chosen-by-owner@mail.test';
    const password = 'prothom-din-55';
    await signUp({ first_name: 'নতুন', last_name: 'গ্রাহক', email, password }, { token: portal.admin.token });
    const { status, body } = await portal.signIn(email, password);
    expect(status).toBe(200);
    expect(body.user_info.must_change_password).toBe(true);
    for (const path of [
      '/account/transaction-summary/',
      '/account/orders/',
      '/account/services/',
      '/account/myfile/',
      `/account/user/${body.user_info.id}/`,
    ])
      expectRefusal(await portal.call('GET', path, { token: body.access }), 'password_change_required');
    expectRefusal(
      await portal.call('POST', '/account/ws-ticket/', { token: body.access }),
      'password_change_required',
    );
    const next = 'nijer-gopon-kotha-3';
    const changed = await change(body.access, {
      current_password: password,
      new_password: next,
      confirm_password: next,
    });
    expect(changed.status).toBe(200);
    expect(changed.body.user_info.must_change_password).toBe(false);
    expect((await me(changed.body.access)).status).toBe(200);
  });
});

it('links customers and staff to their list of devices in the email about a login from a new device', async () => {
  const person = await portal.customer();
  const operator = await makeStaff(portal, 'operator');
  for (const [{ email, password }, page] of [
    [person, '/app/profile'],
    [operator, '/admin/account'],
  ] as const) {
    for (const agent of ['first', 'second'])
      await portal.call('POST', '/token/', {
        body: { username: email, password },
        headers: { 'User-Agent': agent },
      });
    const letter = await findEmail(portal, email, 'logged in to your account from a new device');
    expect(letter).toContain(`${portal.origin}${page}?tab=devices`);
  }
});

describe('devices', () => {
  it('are listed without secrets, and ended one by one or all others', async () => {
    const person = await portal.customer();
    const [second, third] = [
      await portal.signIn(person.email, person.password),
      await portal.signIn(person.email, person.password, true),
    ];
    const list = async () =>
      (await portal.call('GET', '/account/sessions/', { token: person.token })).body as {
        id: string;
        is_current: boolean;
        remembered: boolean;
        network: { kind: string; part: string };
      }[];
    const sessions = await list();
    expect(sessions).toHaveLength(3);
    expect(sessions[0]!.network).toEqual({ kind: 'this_computer', part: '' });
    expect(sessions.filter((session) => session.is_current)).toHaveLength(1);
    expect(sessions.filter((session) => session.remembered)).toHaveLength(1);
    const stranger = await portal.customer();
    const own = JSON.parse(Buffer.from(second.body.access!.split('.')[1]!, 'base64url').toString())
      .sid as string;
    expectRefusal(
      await portal.call('DELETE', `/account/sessions/${own}/`, { token: stranger.token }),
      'not_found',
    );
    expect((await me(second.body.access)).status).toBe(200);
    expect((await portal.call('DELETE', `/account/sessions/${own}/`, { token: person.token })).status).toBe(
      200,
    );
    expectRefusal(await me(second.body.access), 'not_signed_in');
    await asOwner(
      portal.ownerUrl,
      'update sessions set expires_at = now() where user_id = $1 and remembered and ended_at is null',
      [person.id],
    );
    expect(await list()).toMatchObject([{ is_current: true }]);
    await asOwner(
      portal.ownerUrl,
      `update sessions set expires_at = now() + interval '1 day' where user_id = $1 and remembered`,
      [person.id],
    );
    expect((await portal.call('DELETE', '/account/sessions/others/', { token: person.token })).status).toBe(
      200,
    );
    expectRefusal(await me(third.body.access), 'not_signed_in');
    expect((await me(person.token)).status).toBe(200);
  });
});
