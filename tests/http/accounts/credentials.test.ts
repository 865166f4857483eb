// Forgotten passwords, disowned logins, and the second factor.
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { toBengaliDigits } from '#contract/digits.ts';
import { findEmail } from '../../journeys/steps.ts';
import { useAddresses } from '../../support/addresses.ts';
import { asOwner } from '../../support/database.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { expectRefusal } from '../steps.ts';

const portal = usePortal();
const callFrom = useAddresses(portal);
const me = (token: string) => portal.call('GET', '/account/transaction-summary/', { token });

describe('a forgotten password', () => {
  const ask = (email: string) => portal.call('POST', '/account/password-reset/', { body: { email } });
  const confirm = (token: string, password: string) =>
    portal.call('POST', '/account/password-reset/confirm/', {
      body: { token, new_password: password, confirm_password: password },
    });

  it('is reset by a link that works once and ends every session; the response does not reveal who has an account', async () => {
    const person = await portal.customer();
    const [known, unknown] = [await ask(person.email.toUpperCase()), await ask('nobody-here@mail.test')];
    expect(known.status).toBe(202);
    expect(unknown).toMatchObject({ status: 202, body: known.body });
    // This portal has no mail server.
    expect(known.body.message).toContain('এই দোকান এখন ইমেইল পাঠায় না');
    const letter = await findEmail(portal, person.email, '#token=');
    const acts = `select actor_id from trail where subject_id = $1 and kind = 'password.link_sent'`;
    expect(await asOwner(portal.ownerUrl, acts, [person.id])).toEqual([{ actor_id: person.id }]);
    const token = /#token=([\w-]+)/.exec(letter)![1]!;
    expect(
      JSON.stringify(
        await asOwner(portal.ownerUrl, `select encode(token_hash, 'escape') as hash from password_resets`),
      ),
    ).not.toContain(token);
    expect((await confirm(token, 'abc1234')).body).toEqual({
      new_password: ['নতুন পাসওয়ার্ড কমপক্ষে ৮ অক্ষরের হতে হবে'],
    });
    const pass = (time: string) =>
      asOwner(
        portal.ownerUrl,
        `update password_resets set expires_at = expires_at + $2::interval where user_id = $1`,
        [person.id, time],
      );
    await pass('-30 minutes');
    expectRefusal(await confirm(token, 'notun-gopon-kotha-8'), 'reset_link_dead');
    await pass('30 minutes');
    expect((await confirm(token, 'notun-gopon-kotha-8')).status).toBe(200);
    expectRefusal(await me(person.token), 'not_signed_in');
    expect((await portal.signIn(person.email, 'notun-gopon-kotha-8')).status).toBe(200);
    expectRefusal(await confirm(token, 'arek-gopon-kotha-9'), 'reset_link_dead');
    expectRefusal(await confirm('made-up', 'arek-gopon-kotha-9'), 'reset_link_dead');
  });

  it('creates no link for a request that has waited longer than a link is valid', async ({ signal }) => {
    const other = await portal.customer();
    let person: Person;
    let copies: unknown[];
    // A request is processed once it is a second old; the copy must be made before that.
    do {
      signal.throwIfAborted();
      person = await portal.customer();
      await ask(person.email);
      copies = await asOwner(
        portal.ownerUrl,
        `insert into password_reset_asks (id, sealed_ask, asked_at)
         select gen_random_uuid(), sealed_ask, now() - interval '31 minutes' from password_reset_asks returning id`,
      );
    } while (copies.length === 0);
    await findEmail(portal, person.email, '#token=');
    await ask(other.email);
    await findEmail(portal, other.email, '#token=');
    expect(
      await asOwner(portal.ownerUrl, 'select from password_resets where user_id = $1', [person.id]),
    ).toHaveLength(1);
  });

  it('lets its owner sign in again after a reset, even if strangers have used up the attempts', async () => {
    const person = await portal.customer();
    const signInFrom = (address: string, password: string) =>
      callFrom(address, 'POST', '/token/', { body: { username: person.email, password } });
    const countTries = () =>
      asOwner<{ key: string }>(
        portal.ownerUrl,
        `select encode(key_hash, 'hex') || cardinality(tries) as key from rate_limits`,
      );
    const before = await countTries();
    expect((await signInFrom('127.0.11.1', 'bhul-kotha-1')).status).toBe(401);
    await asOwner(
      portal.ownerUrl,
      `update rate_limits set tries = array_fill(clock_timestamp(), array[20])
        where encode(key_hash, 'hex') || cardinality(tries) <> all($1)`,
      [before.map(({ key }) => key)],
    );
    expect((await signInFrom('127.0.12.1', person.password)).status).toBe(429);
    await ask(person.email);
    const token = /#token=([\w-]+)/.exec(await findEmail(portal, person.email, '#token='))![1]!;
    expect((await confirm(token, 'notun-gopon-kotha-8')).status).toBe(200);
    expect((await signInFrom('127.0.12.1', 'notun-gopon-kotha-8')).status).toBe(200);
  });

  it('is not reset for a blocked account, and the audit log records who requested it', async () => {
    const [person, blocked] = [await portal.customer(), await portal.customer()];
    const askAs = (token: string, email: string) =>
      portal.call('POST', '/account/password-reset/', { token, body: { email } });
    expectRefusal(await askAs('made-up', person.email), 'invalid_token');
    const setActive = (isActive: boolean, id: number) =>
      asOwner(portal.ownerUrl, 'update users set is_active = $1 where id = $2', [isActive, id]);
    await setActive(false, blocked.id);
    await ask(blocked.email);
    await askAs(portal.admin.token, person.email);
    const token = /#token=([\w-]+)/.exec(await findEmail(portal, person.email, '#token='))![1]!;
    const [sent] = await asOwner(
      portal.ownerUrl,
      `select actor_id from trail where subject_id = $1 and kind = 'password.link_sent'`,
      [person.id],
    );
    expect(sent).toEqual({ actor_id: portal.admin.id });
    // This link was requested before the one that already exists, so it would exist by now.
    const links = 'select from password_resets where user_id = $1';
    expect(await asOwner(portal.ownerUrl, links, [blocked.id])).toEqual([]);
    await setActive(false, person.id);
    expectRefusal(await confirm(token, 'notun-gopon-kotha-8'), 'reset_link_dead');
    await setActive(true, person.id);
    expect((await portal.signIn(person.email, person.password)).status).toBe(200);
  });
});

describe('a login by someone else', () => {
  const disown = (token: string) =>
    portal.call('POST', '/account/password-reset/disown/', { body: { token } });
  const setNew = (token: string, password: string) =>
    portal.call('POST', '/account/password-reset/confirm/', {
      body: { token, new_password: password, confirm_password: password },
    });
  /** Logs in from a device unknown to the account. @returns its access token, and the token of the link in the email about it */
  async function breakIn({ email, password }: Person) {
    const { body } = await portal.call('POST', '/token/', {
      body: { username: email, password },
      headers: { 'User-Agent': 'another phone' },
    });
    const letter = await findEmail(portal, email, '/not-me#token=');
    return { thief: body.access as string, link: /\/not-me#token=([\w-]+)/.exec(letter)![1]! };
  }

  it('is ended by the link in the email, with all other sessions and the password; the same link sets a new one', async () => {
    const person = await portal.customer();
    const { thief, link } = await breakIn(person);
    expect((await me(thief)).status).toBe(200);
    expect((await disown(link)).body).toEqual({
      message: 'সব ডিভাইস থেকে লগআউট হয়েছে, এখন নতুন পাসওয়ার্ড দিন',
    });
    for (const token of [thief, person.token]) expectRefusal(await me(token), 'not_signed_in');
    expectRefusal(await portal.signIn(person.email, person.password), 'invalid_credentials');
    // A second press, as after a lost response.
    expect((await disown(link)).status).toBe(200);
    expect((await setNew(link, 'notun-gopon-kotha-8')).status).toBe(200);
    expect((await portal.signIn(person.email, 'notun-gopon-kotha-8')).status).toBe(200);
    expectRefusal(await disown(link), 'reset_link_dead');
    expect((await portal.signIn(person.email, 'notun-gopon-kotha-8')).status).toBe(200);
    const acts = `select actor_id, count(*)::int as times from trail where subject_id = $1 and kind = 'session.disowned' group by 1`;
    expect(await asOwner(portal.ownerUrl, acts, [person.id])).toEqual([{ actor_id: person.id, times: 2 }]);
  });

  it('can be ended by the link for three days, while the account is open and its password unchanged', async () => {
    const person = await portal.customer();
    const { link } = await breakIn(person);
    const age = (time: string) =>
      asOwner(
        portal.ownerUrl,
        'update password_resets set expires_at = expires_at + $2::interval where user_id = $1',
        [person.id, time],
      );
    await age('-3 days');
    expectRefusal(await disown(link), 'reset_link_dead');
    await age('1 minute');
    const setActive = (isActive: boolean) =>
      asOwner(portal.ownerUrl, 'update users set is_active = $1 where id = $2', [isActive, person.id]);
    await setActive(false);
    expectRefusal(await disown(link), 'reset_link_dead');
    await setActive(true);
    const changed = await portal.call('POST', '/account/update-password/', {
      token: person.token,
      body: {
        current_password: person.password,
        new_password: 'notun-gopon-kotha-8',
        confirm_password: 'notun-gopon-kotha-8',
      },
    });
    expect(changed.status).toBe(200);
    expectRefusal(await disown(link), 'reset_link_dead');
    expect((await me(changed.body.access!)).status).toBe(200);
  });

  it('is not ended by a made-up link or by merely opening the real one', async () => {
    const person = await portal.customer();
    const { thief, link } = await breakIn(person);
    expectRefusal(await disown('made-up'), 'reset_link_dead');
    expect((await fetch(`${portal.origin}/not-me`)).status).toBe(200);
    expect((await portal.call('GET', `/account/password-reset/disown/?token=${link}`)).status).toBe(404);
    expect((await me(thief)).status).toBe(200);
  });
});

describe('a second factor', () => {
  it('counts once it is confirmed, takes each code once, and gives recovery codes', async () => {
    const person = await portal.customer();
    const call = (method: string, path: string, body?: unknown) =>
      portal.call(method, `/account/second-factor/${path}`, {
        token: person.token,
        ...(body ? { body } : {}),
      });
    expectRefusal(await call('POST', '', { password: 'onno-kichu-11' }), 'wrong_current_password');
    const { body: started } = await call('POST', '', { password: person.password });
    expect((await portal.signIn(person.email, person.password)).status).toBe(200);
    const totp = new TOTP({ secret: started.secret });
    expectRefusal(
      await call('POST', 'confirm/', { code: '000000' === totp.generate() ? '111111' : '000000' }),
      'wrong_code',
    );
    // The previous time step is accepted too, but none before that.
    expectRefusal(
      await call('POST', 'confirm/', { code: totp.generate({ timestamp: Date.now() - 60_000 }) }),
      'wrong_code',
    );
    const code = totp.generate();
    // With a Bengali keyboard, grouped as the app shows it.
    const typed = toBengaliDigits(`${code.slice(0, 3)} ${code.slice(3)}`);
    const { body: confirmed } = await call('POST', 'confirm/', { code: typed });
    expect(confirmed.recovery_codes).toHaveLength(10);
    expect((await call('GET', '')).body).toMatchObject({ enabled: true, recovery_codes_left: 10 });
    expectRefusal(await call('POST', '', { password: person.password }), 'second_factor_on');
    expectRefusal(await call('POST', 'confirm/', { code: confirmed.recovery_codes[2] }), 'second_factor_on');
    expectRefusal(
      await call('DELETE', '', { password: 'onno-kichu-11', code: confirmed.recovery_codes[2] }),
      'wrong_current_password',
    );
    const plain = await portal.signIn(person.email, person.password);
    expect(plain.status).toBeGreaterThanOrEqual(400);
    expect(plain.body.access).toBeUndefined();
    const stored = JSON.stringify(
      await asOwner(portal.ownerUrl, 'select row_to_json(u)::text from users u where id = $1', [person.id]),
    );
    expect(stored).not.toContain(started.secret);
    expect(stored).not.toContain(confirmed.recovery_codes[0]);
    expectRefusal(await call('DELETE', '', { password: person.password, code }), 'wrong_code');
    const withCode = { username: person.email, password: person.password, code: confirmed.recovery_codes[1] };
    expect((await portal.call('POST', '/token/', { body: withCode })).status).toBe(200);
    expectRefusal(await portal.call('POST', '/token/', { body: withCode }), 'wrong_code');
    expect(
      (await call('DELETE', '', { password: person.password, code: confirmed.recovery_codes[0] })).status,
    ).toBe(200);
    expect((await call('GET', '')).body).toMatchObject({ enabled: false, recovery_codes_left: 0 });
    expect((await portal.signIn(person.email, person.password)).status).toBe(200);
  });
});
