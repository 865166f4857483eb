// How a device is recognised, when its owner is notified of a login from a new one, and what the owner can undo after a login by someone else.
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { formatDate } from '#contract/dates/dates.ts';
import { findEmail } from '../../journeys/steps.ts';
import { asOwner } from '../../support/database.ts';
import { type Answer, usePortal } from '../../support/portal.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

const portal = usePortal();
const name = 'nothipotro_device';
const setBy = ({ headers }: Answer) => headers.getSetCookie().find((set) => set.includes(`${name}=`));

interface Known {
  email: string;
  password: string;
}

/** A browser that keeps the device cookie; its user agent may change. */
class Browser {
  cookie: string | undefined;
  agent: string;
  readonly headers: Readonly<Record<string, string>>;
  constructor(agent = 'Chrome/140', headers: Readonly<Record<string, string>> = {}) {
    this.agent = agent;
    this.headers = headers;
  }
  async signIn({ email, password }: Known, code?: string) {
    const sent = this.cookie === undefined ? {} : { Cookie: `${name}=${this.cookie}` };
    const answer = await portal.call('POST', '/token/', {
      body: { username: email, password, code },
      headers: { ...this.headers, 'User-Agent': this.agent, ...sent },
    });
    this.cookie = setBy(answer)?.split(/[=;]/)[1] ?? this.cookie;
    return answer;
  }
}

/** How often the owner was notified: each email about a login has its own link. */
const countNotifications = async (email: string) =>
  (
    await asOwner(
      portal.ownerUrl,
      'select from password_resets join users on users.id = user_id where username = $1 and created_at = disowns_since',
      [email],
    )
  ).length;

/** Makes a new customer, signed in with their own browser. */
async function someone() {
  const { email, password, id } = await portal.customer();
  await asOwner(portal.ownerUrl, 'delete from known_devices where user_id = $1', [id]);
  await asOwner(portal.ownerUrl, 'update users set last_seen = null where id = $1', [id]);
  const browser = new Browser();
  const { body } = await browser.signIn({ email, password });
  return { email, password, id, browser, token: body.access as string };
}
type Someone = Awaited<ReturnType<typeof someone>>;

const minutesPass = () =>
  asOwner(
    portal.ownerUrl,
    `update rate_limits set tries = array(select t - interval '11 minutes' from unnest(tries) t)`,
  );

/** Signs in some minutes after the previous login. @returns how many notifications that caused */
async function notifiedBy(browser: Browser, person: Known, code?: string): Promise<number> {
  await minutesPass();
  const before = await countNotifications(person.email);
  expect((await browser.signIn(person, code)).status).toBe(200);
  return (await countNotifications(person.email)) - before;
}

const next = 'notun-gopon-kotha-8';
const changePassword = (token: string, current_password: string, new_password = next) =>
  portal.call('POST', '/account/update-password/', {
    token,
    body: { current_password, new_password, confirm_password: new_password },
  });
const linkOf = async (email: string, subject = 'logged in to your account from a new device') =>
  /\/not-me#token=([\w-]+)/.exec(await findEmail(portal, email, subject))![1]!;
const disown = (token: string) => portal.call('POST', '/account/password-reset/disown/', { body: { token } });
const setNew = (token: string, password = next) =>
  portal.call('POST', '/account/password-reset/confirm/', {
    body: { token, new_password: password, confirm_password: password },
  });

describe('a device', () => {
  it('is recognised by its cookie, regardless of user agent; without the cookie the same browser is new', async () => {
    const person = await someone();
    expect(await countNotifications(person.email)).toBe(0);
    person.browser.agent = 'Chrome/141';
    expect(await notifiedBy(person.browser, person)).toBe(0);
    expect(await notifiedBy(new Browser('Chrome/141'), person)).toBe(1);
    // The email states when the login was and until when its link works, however late it is sent.
    const letter = await findEmail(portal, person.email, 'logged in to your account from a new device');
    const [now, end] = [new Date(), new Date(Date.now() + 3 * 86_400_000)];
    for (const language of ['bn', 'en'] as const)
      for (const moment of [now, end]) expect(letter).toContain(formatDate(moment, language));
  });

  it('that is new is reported to staff too', async () => {
    const operator = await makeStaff(portal, 'operator');
    const browser = new Browser();
    await browser.signIn(operator);
    expect(await notifiedBy(browser, operator)).toBe(0);
    expect(await notifiedBy(new Browser(), operator)).toBe(1);
  });

  it('keeps its cookie for a year, readable by no script and sent only with sign-in requests', async () => {
    const person = await someone();
    const set = setBy(await person.browser.signIn(person))!;
    expect(set.split('; ').slice(1).toSorted()).toEqual(
      ['HttpOnly', 'Max-Age=31536000', 'Path=/token/', 'SameSite=Strict'].toSorted(),
    );
    expect(set).toMatch(/^nothipotro_device=[\w-]{22};/);
  });

  it('can be used by several accounts, and nothing in the database links them', async () => {
    const one = await someone();
    const other = await someone();
    const shared = one.browser;
    expect(await notifiedBy(shared, other)).toBe(1);
    expect(await notifiedBy(shared, one)).toBe(0);
    expect(await notifiedBy(shared, other)).toBe(0);
    const rows = await asOwner<{ device_hash: Buffer }>(
      portal.ownerUrl,
      'select device_hash from known_devices where user_id in ($1, $2)',
      [one.id, other.id],
    );
    expect(new Set(rows.map(({ device_hash }) => device_hash.toString('hex'))).size).toBe(rows.length);
    for (const value of shared.cookie!.split('.'))
      expect(JSON.stringify(rows)).not.toContain(JSON.stringify(Buffer.from(value)).slice(1, -1));
  });

  it('shared by many remembers the last ten accounts', async () => {
    const person = await someone();
    const shared = new Browser();
    shared.cookie = Array.from({ length: 10 }, (_, at) => `${at}`.repeat(22)).join('.');
    expect(await notifiedBy(shared, person)).toBe(1);
    expect(shared.cookie.split('.')).toHaveLength(10);
    expect(await notifiedBy(shared, person)).toBe(0);
  });

  it('is not recognised for another account by a planted cookie', async () => {
    const victim = await someone();
    const thief = await someone();
    const planted = thief.browser.cookie!;
    victim.browser.cookie = planted;
    expect(await notifiedBy(victim.browser, victim)).toBe(1);
    thief.browser.cookie = planted;
    expect(await notifiedBy(thief.browser, victim)).toBe(1);
  });

  it.each([
    '',
    'x',
    '"',
    'ক'.repeat(22),
    `${'a'.repeat(22)}.`,
    Array.from({ length: 11 }, () => 'a'.repeat(22)).join('.'),
    'a'.repeat(6_000),
    `${'a'.repeat(22)}%00`,
  ])('is new if its cookie was not set by a login (%#)', async (cookie) => {
    const person = await someone();
    const odd = new Browser();
    odd.cookie = encodeURIComponent(cookie);
    expect(await notifiedBy(odd, person)).toBe(1);
    expect(odd.cookie).toMatch(/^[\w-]{22}$/);
    expect(await notifiedBy(odd, person)).toBe(0);
  });

  it('does not become known by a login that failed at the password or the second factor', async () => {
    const person = await someone();
    const call = (path: string, body: object) =>
      portal.call('POST', `/account/second-factor/${path}`, { token: person.token, body });
    const { body: started } = await call('', { password: person.password });
    const codes = (await call('confirm/', { code: new TOTP({ secret: started.secret }).generate() })).body
      .recovery_codes as string[];
    const stranger = new Browser();
    const wrong = { ...person, password: 'onno-kichu-11' };
    for (const refused of [
      await stranger.signIn(wrong),
      await stranger.signIn(person),
      await stranger.signIn(person, 'AAAAA-AAAAA'),
    ]) {
      expect(refused.status).not.toBe(200);
      expect(setBy(refused)).toBeUndefined();
    }
    expect(await countNotifications(person.email)).toBe(0);
    expect(await notifiedBy(stranger, person, codes[0])).toBe(1);
  });

  it('is reported at most five times a day for each network, even if it appears as new each time', async () => {
    const person = await someone();
    const counts: number[] = [];
    for (let time = 0; time < 6; time += 1) counts.push(await notifiedBy(new Browser(), person));
    expect(counts).toEqual([1, 1, 1, 1, 1, 0]);
  });

  it('is reported once if a similar one follows immediately, and the link ends the sessions of both', async () => {
    const person = await someone();
    const before = await countNotifications(person.email);
    const both = [new Browser(), new Browser()];
    for (const each of both) await each.signIn(person);
    expect((await countNotifications(person.email)) - before).toBe(1);
    await new Browser('Firefox/150').signIn(person);
    expect((await countNotifications(person.email)) - before).toBe(2);
    const link = await linkOf(person.email);
    await disown(link);
    const open = await asOwner(
      portal.ownerUrl,
      'select from sessions where user_id = $1 and ended_at is null',
      [person.id],
    );
    expect(open).toEqual([]);
    // With the new password, logins from a new device are reported again, as the page promises.
    expect((await setNew(link)).status).toBe(200);
    const disowned = await countNotifications(person.email);
    await new Browser().signIn({ ...person, password: next });
    expect((await countNotifications(person.email)) - disowned).toBe(1);
  });

  it('is new and reported again after a year', async () => {
    const person = await someone();
    for (const table of ['known_devices', 'sessions'])
      await asOwner(portal.ownerUrl, `delete from ${table} where user_id = $1`, [person.id]);
    expect(await notifiedBy(person.browser, person)).toBe(1);
  });
});

describe('sessions from a release without known devices', () => {
  /** Makes an account as the previous release leaves it, which neither reads nor writes devices. */
  async function old(other?: Browser) {
    const person = await someone();
    const another = other && (await other.signIn(person)).body.access;
    await asOwner(portal.ownerUrl, 'delete from known_devices where user_id = $1', [person.id]);
    await asOwner(portal.ownerUrl, 'update sessions set device_hash = null where user_id = $1', [person.id]);
    return { ...person, another };
  }

  it('make a browser with the same user agent known until the account has a known device', async () => {
    const person = await old();
    expect(await notifiedBy(new Browser(), person)).toBe(0);
    expect(await notifiedBy(new Browser(), person)).toBe(1);
  });

  it('make no other browser known', async () => {
    const person = await old();
    expect(await notifiedBy(new Browser('Firefox/150'), person)).toBe(1);
  });

  it('make no browser known once a password change has ended them', async () => {
    const person = await old();
    const { body } = await changePassword(person.token, person.password);
    expect(body.access).toBeDefined();
    await asOwner(portal.ownerUrl, `delete from sessions where user_id = $1 and ended_at is null`, [
      person.id,
    ]);
    expect(await notifiedBy(new Browser(), { ...person, password: next })).toBe(1);
  });

  it('make no browser known that was logged out, or that was used before a password reset', async () => {
    const thief = () => new Browser('Firefox/150');
    const ended = await old(thief());
    const { body } = await portal.call('GET', '/account/sessions/', { token: ended.another });
    const { id } = body.find(({ is_current }) => is_current)!;
    await portal.call('DELETE', `/account/sessions/${id}/`, { token: ended.token });
    expect(await notifiedBy(thief(), ended)).toBe(1);

    const others = await old(thief());
    await portal.call('DELETE', '/account/sessions/others/', { token: others.token });
    expect(await notifiedBy(thief(), others)).toBe(1);

    const left = await old(thief());
    await portal.call('POST', '/token/logout/', { token: left.another });
    await portal.call('POST', '/account/password-reset/', { body: { email: left.email } });
    const letter = await findEmail(portal, left.email, '/reset-password#token=');
    expect((await setNew(/reset-password#token=([\w-]+)/.exec(letter)![1]!)).status).toBe(200);
    expect(await notifiedBy(thief(), { ...left, password: next })).toBe(1);
  });
});

describe('a known device becomes new again', () => {
  /** Makes a customer with a second known device. */
  async function withThief() {
    const person = await someone();
    const thief = new Browser('Firefox/150');
    const { body } = await thief.signIn(person);
    return { person, thief, token: body.access as string };
  }
  const idOf = async (token: string) => {
    const { body } = await portal.call('GET', '/account/sessions/', { token });
    return body.find(({ is_current }) => is_current)!.id;
  };
  const end = (token: string, id: string) => portal.call('DELETE', `/account/sessions/${id}/`, { token });

  it('after its login was disowned, along with all others', async () => {
    const { person, thief } = await withThief();
    const link = await linkOf(person.email);
    expect((await disown(link)).status).toBe(200);
    expect((await setNew(link)).status).toBe(200);
    const now = { ...person, password: next };
    expect(await notifiedBy(thief, now)).toBe(1);
    expect(await notifiedBy(person.browser, now)).toBe(1);
    expect(await notifiedBy(person.browser, now)).toBe(0);
  });

  it('after it was logged out from another device, which stays known', async () => {
    const { person, thief, token } = await withThief();
    expect((await end(person.token, await idOf(token))).status).toBe(200);
    expect(await notifiedBy(person.browser, person)).toBe(0);
    expect(await notifiedBy(thief, person)).toBe(1);
  });

  it('after all other devices were logged out, except the one used to do so', async () => {
    const { person, thief } = await withThief();
    expect((await end(person.token, 'others')).status).toBe(200);
    expect(await notifiedBy(person.browser, person)).toBe(0);
    expect(await notifiedBy(thief, person)).toBe(1);
  });

  it('but not after an earlier login on the same device was logged out', async () => {
    const person = await someone();
    const { body } = await person.browser.signIn(person);
    expect((await end(body.access!, await idOf(person.token))).status).toBe(200);
    expect(await notifiedBy(person.browser, person)).toBe(0);
  });

  it('but not through another account’s session', async () => {
    const { person, token } = await withThief();
    const stranger = await someone();
    expectRefusal(await end(stranger.token, await idOf(token)), 'not_found');
    expect(await notifiedBy(person.browser, person)).toBe(0);
  });

  it('after the password was changed, except the device used to do so', async () => {
    const { person, thief } = await withThief();
    expect((await changePassword(person.token, person.password)).status).toBe(200);
    const now = { ...person, password: next };
    expect(await notifiedBy(person.browser, now)).toBe(0);
    expect(await notifiedBy(thief, now)).toBe(1);
  });

  it('after a forgotten password was reset', async () => {
    const { person, thief } = await withThief();
    await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
    const letter = await findEmail(portal, person.email, '/reset-password#token=');
    expect((await setNew(/reset-password#token=([\w-]+)/.exec(letter)![1]!)).status).toBe(200);
    expect(await notifiedBy(thief, { ...person, password: next })).toBe(1);
  });

  it('after an owner set a temporary password', async () => {
    const { person, thief } = await withThief();
    const { status } = await portal.call('POST', '/account/update-password/', {
      token: portal.admin.token,
      body: { user: person.id, new_password: next, confirm_password: next },
    });
    expect(status).toBe(200);
    expect(await notifiedBy(thief, { ...person, password: next })).toBe(1);
  });
});

describe('an account owner who disowns a login', () => {
  const turnOn = async (token: string, password: string) => {
    const call = (path: string, body: object) =>
      portal.call('POST', `/account/second-factor/${path}`, { token, body });
    const { body } = await call('', { password });
    const totp = new TOTP({ secret: body.secret });
    expect((await call('confirm/', { code: totp.generate() })).status).toBe(200);
  };
  async function breakIn() {
    const person = await someone();
    const { body } = await new Browser('Firefox/150').signIn(person);
    return { person, thief: body.access as string, link: await linkOf(person.email) };
  }
  const kinds = async ({ id }: Someone) =>
    (
      await asOwner<{ kind: string }>(
        portal.ownerUrl,
        `select kind from trail where subject_id = $1 and kind ~ '^second_factor' order by id`,
        [id],
      )
    ).map(({ kind }) => kind);

  it('is not locked out by a second factor that the intruder turned on', async () => {
    const { person, thief, link } = await breakIn();
    await turnOn(thief, person.password);
    expect((await disown(link)).status).toBe(200);
    expect((await setNew(link)).status).toBe(200);
    expect((await person.browser.signIn({ ...person, password: next })).status).toBe(200);
    expect(await kinds(person)).toEqual(['second_factor.on', 'second_factor.off']);
  });

  it('is not locked out if the intruder changed the password first; the second-factor email also allows disowning', async () => {
    const { person, thief, link: first } = await breakIn();
    const { body } = await changePassword(thief, person.password, 'chorer-kotha-77');
    await turnOn(body.access!, 'chorer-kotha-77');
    const link = await linkOf(person.email, 'Two-factor authentication was turned on.');
    expect((await disown(link)).status).toBe(200);
    expectRefusal(await portal.signIn(person.email, 'chorer-kotha-77'), 'invalid_credentials');
    expect((await setNew(link)).status).toBe(200);
    expect((await person.browser.signIn({ ...person, password: next })).status).toBe(200);
    // The earlier link ended with it.
    expectRefusal(await disown(first), 'reset_link_dead');
  });

  it('is not locked out after resetting the password before disowning', async () => {
    const { person, thief, link } = await breakIn();
    await turnOn(thief, person.password);
    await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
    const letter = await findEmail(portal, person.email, '/reset-password#token=');
    const forgotten = /reset-password#token=([\w-]+)/.exec(letter)![1]!;
    expect((await setNew(forgotten)).status).toBe(200);
    const now = { ...person, password: next };
    expectRefusal(await person.browser.signIn(now), 'second_factor_required');
    expect((await disown(link)).status).toBe(200);
    expect((await setNew(link, 'aro-notun-katha-5')).status).toBe(200);
    expect((await person.browser.signIn({ ...person, password: 'aro-notun-katha-5' })).status).toBe(200);
  });

  it('cannot bypass a second factor turned on from an already known device, which also cancels the link', async () => {
    const { person, link } = await breakIn();
    const before = await person.browser.signIn(person);
    await turnOn(before.body.access!, person.password);
    expectRefusal(await disown(link), 'reset_link_dead');
    await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
    const letter = await findEmail(portal, person.email, '/reset-password#token=');
    const forgotten = /reset-password#token=([\w-]+)/.exec(letter)![1]!;
    expect((await disown(forgotten)).status).toBe(200);
    expect((await setNew(forgotten)).status).toBe(200);
    expectRefusal(await person.browser.signIn({ ...person, password: next }), 'second_factor_required');
  });

  it('cannot bypass a second factor that existed before that login', async () => {
    const person = await someone();
    await turnOn(person.token, person.password);
    const codes = `update users set recovery_hashes = array[sha256('ABCDEFGHIJ')] where id = $1`;
    await asOwner(portal.ownerUrl, codes, [person.id]);
    expect(await notifiedBy(new Browser('Firefox/150'), person, 'ABCDE-FGHIJ')).toBe(1);
    const link = await linkOf(person.email);
    expect((await disown(link)).status).toBe(200);
    expect((await setNew(link)).status).toBe(200);
    expectRefusal(await person.browser.signIn({ ...person, password: next }), 'second_factor_required');
  });
});
