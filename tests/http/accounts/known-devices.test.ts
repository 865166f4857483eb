// By what a device is known, what its owner is told of a login from another one, and what whoever did not log in can undo.
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

/** One browser: it keeps the cookie by which it is known, and may be updated. */
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

/** How often the owner was told: each email about a login has a link of its own. */
const told = async (email: string) =>
  (
    await asOwner(
      portal.ownerUrl,
      'select from password_resets join users on users.id = user_id where username = $1 and created_at = disowns_since',
      [email],
    )
  ).length;

/** Somebody new, in a browser of theirs. */
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

/** What an owner is told of when they log in, some minutes after the login before. */
async function toldOf(browser: Browser, person: Known, code?: string): Promise<number> {
  await minutesPass();
  const before = await told(person.email);
  expect((await browser.signIn(person, code)).status).toBe(200);
  return (await told(person.email)) - before;
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
  it('is known by its cookie, whatever browser it says it is; without it, the same browser is new', async () => {
    const person = await someone();
    expect(await told(person.email)).toBe(0);
    person.browser.agent = 'Chrome/141';
    expect(await toldOf(person.browser, person)).toBe(0);
    expect(await toldOf(new Browser('Chrome/141'), person)).toBe(1);
    // However late the email goes, it says when that was, and until when its link works.
    const letter = await findEmail(portal, person.email, 'logged in to your account from a new device');
    const [now, end] = [new Date(), new Date(Date.now() + 3 * 86_400_000)];
    for (const language of ['bn', 'en'] as const)
      for (const moment of [now, end]) expect(letter).toContain(formatDate(moment, language));
  });

  it('is told of to staff too', async () => {
    const operator = await makeStaff(portal, 'operator');
    const browser = new Browser();
    await browser.signIn(operator);
    expect(await toldOf(browser, operator)).toBe(0);
    expect(await toldOf(new Browser(), operator)).toBe(1);
  });

  it('keeps a cookie that no script and no other call gets, for a year', async () => {
    const person = await someone();
    const set = setBy(await person.browser.signIn(person))!;
    expect(set.split('; ').slice(1).toSorted()).toEqual(
      ['HttpOnly', 'Max-Age=31536000', 'Path=/token/', 'SameSite=Strict'].toSorted(),
    );
    expect(set).toMatch(/^nothipotro_device=[\w-]{22};/);
  });

  it('is one of many accounts, which nothing in the database links', async () => {
    const one = await someone();
    const other = await someone();
    const shared = one.browser;
    expect(await toldOf(shared, other)).toBe(1);
    expect(await toldOf(shared, one)).toBe(0);
    expect(await toldOf(shared, other)).toBe(0);
    const rows = await asOwner<{ device_hash: Buffer }>(
      portal.ownerUrl,
      'select device_hash from known_devices where user_id in ($1, $2)',
      [one.id, other.id],
    );
    expect(new Set(rows.map(({ device_hash }) => device_hash.toString('hex'))).size).toBe(rows.length);
    for (const value of shared.cookie!.split('.'))
      expect(JSON.stringify(rows)).not.toContain(JSON.stringify(Buffer.from(value)).slice(1, -1));
  });

  it('of a shop that many share remembers the last ten accounts', async () => {
    const person = await someone();
    const shared = new Browser();
    shared.cookie = Array.from({ length: 10 }, (_, at) => `${at}`.repeat(22)).join('.');
    expect(await toldOf(shared, person)).toBe(1);
    expect(shared.cookie.split('.')).toHaveLength(10);
    expect(await toldOf(shared, person)).toBe(0);
  });

  it('whose cookie was planted makes nobody else known', async () => {
    const victim = await someone();
    const thief = await someone();
    const planted = thief.browser.cookie!;
    victim.browser.cookie = planted;
    expect(await toldOf(victim.browser, victim)).toBe(1);
    thief.browser.cookie = planted;
    expect(await toldOf(thief.browser, victim)).toBe(1);
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
  ])('with a cookie that no login made is new (%#)', async (cookie) => {
    const person = await someone();
    const odd = new Browser();
    odd.cookie = encodeURIComponent(cookie);
    expect(await toldOf(odd, person)).toBe(1);
    expect(odd.cookie).toMatch(/^[\w-]{22}$/);
    expect(await toldOf(odd, person)).toBe(0);
  });

  it('is not known by a login that ended at the password or the second factor', async () => {
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
    expect(await told(person.email)).toBe(0);
    expect(await toldOf(stranger, person, codes[0])).toBe(1);
  });

  it('is told of a few times a day for each network, however often it comes as a new one', async () => {
    const person = await someone();
    const counts: number[] = [];
    for (let time = 0; time < 6; time += 1) counts.push(await toldOf(new Browser(), person));
    expect(counts).toEqual([1, 1, 1, 1, 1, 0]);
  });

  it('is told of once where one like it comes again at once, and its link ends both', async () => {
    const person = await someone();
    const before = await told(person.email);
    const both = [new Browser(), new Browser()];
    for (const each of both) await each.signIn(person);
    expect((await told(person.email)) - before).toBe(1);
    await new Browser('Firefox/150').signIn(person);
    expect((await told(person.email)) - before).toBe(2);
    const link = await linkOf(person.email);
    await disown(link);
    const open = await asOwner(
      portal.ownerUrl,
      'select from sessions where user_id = $1 and ended_at is null',
      [person.id],
    );
    expect(open).toEqual([]);
    // With the new password it is another matter, as its page says.
    expect((await setNew(link)).status).toBe(200);
    const disowned = await told(person.email);
    await new Browser().signIn({ ...person, password: next });
    expect((await told(person.email)) - disowned).toBe(1);
  });

  it('is new after a year, and then told of', async () => {
    const person = await someone();
    for (const table of ['known_devices', 'sessions'])
      await asOwner(portal.ownerUrl, `delete from ${table} where user_id = $1`, [person.id]);
    expect(await toldOf(person.browser, person)).toBe(1);
  });
});

describe('sessions from a release that knew no devices', () => {
  /** As the release before leaves an account: it neither reads nor writes devices. */
  async function old(other?: Browser) {
    const person = await someone();
    const another = other && (await other.signIn(person)).body.access;
    await asOwner(portal.ownerUrl, 'delete from known_devices where user_id = $1', [person.id]);
    await asOwner(portal.ownerUrl, 'update sessions set device_hash = null where user_id = $1', [person.id]);
    return { ...person, another };
  }

  it('make a browser of that name known until the account knows a device', async () => {
    const person = await old();
    expect(await toldOf(new Browser(), person)).toBe(0);
    expect(await toldOf(new Browser(), person)).toBe(1);
  });

  it('make no other browser known', async () => {
    const person = await old();
    expect(await toldOf(new Browser('Firefox/150'), person)).toBe(1);
  });

  it('make none known once the password has ended them', async () => {
    const person = await old();
    const { body } = await changePassword(person.token, person.password);
    expect(body.access).toBeDefined();
    await asOwner(portal.ownerUrl, `delete from sessions where user_id = $1 and ended_at is null`, [
      person.id,
    ]);
    expect(await toldOf(new Browser(), { ...person, password: next })).toBe(1);
  });

  it('make none known that was logged out, or for which a password was ended later', async () => {
    const thief = () => new Browser('Firefox/150');
    const ended = await old(thief());
    const { body } = await portal.call('GET', '/account/sessions/', { token: ended.another });
    const { id } = body.find(({ is_current }) => is_current)!;
    await portal.call('DELETE', `/account/sessions/${id}/`, { token: ended.token });
    expect(await toldOf(thief(), ended)).toBe(1);

    const others = await old(thief());
    await portal.call('DELETE', '/account/sessions/others/', { token: others.token });
    expect(await toldOf(thief(), others)).toBe(1);

    const left = await old(thief());
    await portal.call('POST', '/token/logout/', { token: left.another });
    await portal.call('POST', '/account/password-reset/', { body: { email: left.email } });
    const letter = await findEmail(portal, left.email, '/reset-password#token=');
    expect((await setNew(/reset-password#token=([\w-]+)/.exec(letter)![1]!)).status).toBe(200);
    expect(await toldOf(thief(), { ...left, password: next })).toBe(1);
  });
});

describe('a device that was known is new again', () => {
  /** A second device, known to the account. */
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

  it('after its login was disowned, like every other', async () => {
    const { person, thief } = await withThief();
    const link = await linkOf(person.email);
    expect((await disown(link)).status).toBe(200);
    expect((await setNew(link)).status).toBe(200);
    const now = { ...person, password: next };
    expect(await toldOf(thief, now)).toBe(1);
    expect(await toldOf(person.browser, now)).toBe(1);
    expect(await toldOf(person.browser, now)).toBe(0);
  });

  it('after it was logged out from another one, which stays known', async () => {
    const { person, thief, token } = await withThief();
    expect((await end(person.token, await idOf(token))).status).toBe(200);
    expect(await toldOf(person.browser, person)).toBe(0);
    expect(await toldOf(thief, person)).toBe(1);
  });

  it('after all others were logged out, not the one where that was done', async () => {
    const { person, thief } = await withThief();
    expect((await end(person.token, 'others')).status).toBe(200);
    expect(await toldOf(person.browser, person)).toBe(0);
    expect(await toldOf(thief, person)).toBe(1);
  });

  it('not after an earlier login on the same device was logged out', async () => {
    const person = await someone();
    const { body } = await person.browser.signIn(person);
    expect((await end(body.access!, await idOf(person.token))).status).toBe(200);
    expect(await toldOf(person.browser, person)).toBe(0);
  });

  it('nor by another account’s session', async () => {
    const { person, token } = await withThief();
    const stranger = await someone();
    expectRefusal(await end(stranger.token, await idOf(token)), 'not_found');
    expect(await toldOf(person.browser, person)).toBe(0);
  });

  it('after the password was changed, not the one where that was done', async () => {
    const { person, thief } = await withThief();
    expect((await changePassword(person.token, person.password)).status).toBe(200);
    const now = { ...person, password: next };
    expect(await toldOf(person.browser, now)).toBe(0);
    expect(await toldOf(thief, now)).toBe(1);
  });

  it('after a forgotten password was replaced', async () => {
    const { person, thief } = await withThief();
    await portal.call('POST', '/account/password-reset/', { body: { email: person.email } });
    const letter = await findEmail(portal, person.email, '/reset-password#token=');
    expect((await setNew(/reset-password#token=([\w-]+)/.exec(letter)![1]!)).status).toBe(200);
    expect(await toldOf(thief, { ...person, password: next })).toBe(1);
  });

  it('after an owner set a temporary password', async () => {
    const { person, thief } = await withThief();
    const { status } = await portal.call('POST', '/account/update-password/', {
      token: portal.admin.token,
      body: { user: person.id, new_password: next, confirm_password: next },
    });
    expect(status).toBe(200);
    expect(await toldOf(thief, { ...person, password: next })).toBe(1);
  });
});

describe('whoever did not log in', () => {
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

  it('is not locked out by the second factor of whoever did', async () => {
    const { person, thief, link } = await breakIn();
    await turnOn(thief, person.password);
    expect((await disown(link)).status).toBe(200);
    expect((await setNew(link)).status).toBe(200);
    expect((await person.browser.signIn({ ...person, password: next })).status).toBe(200);
    expect(await kinds(person)).toEqual(['second_factor.on', 'second_factor.off']);
  });

  it('nor by that of a password that they changed first, of which the email leads to the same page', async () => {
    const { person, thief, link: first } = await breakIn();
    const { body } = await changePassword(thief, person.password, 'chorer-kotha-77');
    await turnOn(body.access!, 'chorer-kotha-77');
    const link = await linkOf(person.email, 'Two-factor authentication was turned on.');
    expect((await disown(link)).status).toBe(200);
    expectRefusal(await portal.signIn(person.email, 'chorer-kotha-77'), 'invalid_credentials');
    expect((await setNew(link)).status).toBe(200);
    expect((await person.browser.signIn({ ...person, password: next })).status).toBe(200);
    // What was left of the others ended with it.
    expectRefusal(await disown(first), 'reset_link_dead');
  });

  it('nor by having replaced a forgotten password first', async () => {
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

  it('gets around no second factor of a device that was known before, nor keeps the link when it is turned on there', async () => {
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

  it('nor one that was there before that login', async () => {
    const person = await someone();
    await turnOn(person.token, person.password);
    const codes = `update users set recovery_hashes = array[sha256('ABCDEFGHIJ')] where id = $1`;
    await asOwner(portal.ownerUrl, codes, [person.id]);
    expect(await toldOf(new Browser('Firefox/150'), person, 'ABCDE-FGHIJ')).toBe(1);
    const link = await linkOf(person.email);
    expect((await disown(link)).status).toBe(200);
    expect((await setNew(link)).status).toBe(200);
    expectRefusal(await person.browser.signIn({ ...person, password: next }), 'second_factor_required');
  });
});
