// Concurrent attempts get no more checks than sequential ones: passwords, codes, PINs, links, addresses.
import { setTimeout } from 'node:timers/promises';
import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { createRateLimiter } from '#server/platform/rate-limit/rate-limit.ts';
import { createVault } from '#server/platform/vault.ts';
import { emailsTo, findEmail } from '../../journeys/steps.ts';
import { useAddresses } from '../../support/addresses.ts';
import { asOwner } from '../../support/database.ts';
import { type Answer, type Person, usePortal } from '../../support/portal.ts';
import { makeCopy } from '../documents/copy-maker.ts';
import { expectRefusal, makeStaff } from '../steps.ts';

/** 300 in the long run. */
const attempts = Number(process.env.ATTEMPTS ?? 60);
const testTimeout = 60_000 + attempts * 500;
const portal = usePortal();
const callFrom = useAddresses(portal);

type Outcome = Pick<Answer, 'status' | 'body'>;

/** Retries a request that a portal under load refused as busy, as a client does: it has not been checked yet. */
async function untilJudged(call: () => Promise<Outcome>): Promise<Outcome> {
  for (;;) {
    const answer = await call();
    if (answer.body?.code !== 'busy') return answer;
    await setTimeout(500);
  }
}

/** Makes `attempts` requests, at most `abreast` at a time. @returns how often each outcome occurred, by code or status */
async function atOnce(call: (turn: number) => Promise<Outcome>, abreast = attempts) {
  const answers: Outcome[] = [];
  for (let first = 0; first < attempts; first += abreast)
    answers.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(abreast, attempts - first) }, (_, turn) =>
          untilJudged(() => call(first + turn)),
        ),
      )),
    );
  const counted: Record<string, number> = {};
  for (const { status, body } of answers) {
    const outcome = String(body?.code ?? status);
    counted[outcome] = (counted[outcome] ?? 0) + 1;
  }
  return counted;
}

const place = (turn: number) => `127.1.${Math.floor(turn / 200)}.${(turn % 200) + 1}`;
const signInFrom = (address: string, person: Pick<Person, 'email'>, password: string, code?: string) =>
  callFrom(address, 'POST', '/token/', { body: { username: person.email, password, code } });

async function withSecondFactor(person: Person): Promise<{ totp: TOTP; recovery: string[] }> {
  const call = (path: string, body: object) =>
    portal.call('POST', `/account/second-factor/${path}`, { token: person.token, body });
  const { body: started } = await call('', { password: person.password });
  const totp = new TOTP({ secret: started.secret });
  const { body } = await call('confirm/', { code: totp.generate() });
  return { totp, recovery: body.recovery_codes };
}

describe('passwords at the sign-in', () => {
  it('are counted in as many rows for an account seen from this network as for one that does not exist', async () => {
    const person = await portal.customer();
    const rowsAfter = async (email: string) => {
      await asOwner(portal.ownerUrl, 'delete from rate_limits');
      expect((await portal.signIn(email, 'bhul-kotha-12345')).status).toBe(401);
      return (await asOwner(portal.ownerUrl, 'select from rate_limits')).length;
    };
    // Each row takes one statement: fewer would show in the response time.
    expect(await rowsAfter(person.email)).toBe(await rowsAfter(`no-${person.email}`));
  });

  it('leave no rows for names tried from a network that has used up its attempts', async () => {
    await asOwner(portal.ownerUrl, 'delete from rate_limits');
    const from = (email: string) => signInFrom('127.0.6.1', { email }, 'bhul-kotha-12345');
    expect((await from('first@mail.test')).status).toBe(401);
    await asOwner(
      portal.ownerUrl,
      'update rate_limits set tries = array_fill(clock_timestamp(), array[300])',
    );
    const listRows = () =>
      asOwner(portal.ownerUrl, 'select key_hash, cardinality(tries) from rate_limits order by 1');
    const before = await listRows();
    for (let turn = 0; turn < 5; turn += 1)
      expectRefusal(await from(`next${turn}@mail.test`), 'too_many_requests');
    expect(await listRows()).toEqual(before);
  });

  it(
    'are checked five times when sent concurrently from one address',
    async () => {
      const person = await portal.customer();
      const outcomes = await atOnce((turn) => signInFrom('127.0.2.1', person, `bhul-kotha-${turn}`));
      expect(outcomes).toEqual({ invalid_credentials: 5, too_many_requests: attempts - 5 });
    },
    testTimeout,
  );

  it(
    'are checked twenty times when strangers send them from everywhere, and the owner’s own device can still sign in',
    async () => {
      const person = await portal.customer();
      const outcomes = await atOnce((turn) => signInFrom(place(turn), person, `bhul-kotha-${turn}`));
      expect(outcomes).toEqual({ invalid_credentials: 20, too_many_requests: attempts - 20 });
      expect((await portal.signIn(person.email, person.password)).status).toBe(200);
      expect((await signInFrom('127.1.9.9', person, person.password)).status).toBe(429);
      // Counted by a clock that was ahead and has been corrected.
      await asOwner(
        portal.ownerUrl,
        `update rate_limits set tries = array(select t + interval '1 year' from unnest(tries) t)`,
      );
      expect((await signInFrom('127.1.9.9', person, person.password)).status).toBe(200);
    },
    testTimeout,
  );

  it(
    'are checked at most a hundred times a day, even from patient strangers',
    async () => {
      const person = await portal.customer();
      const later = () =>
        asOwner(
          portal.ownerUrl,
          `update rate_limits set tries = array(select t - interval '16 minutes' from unnest(tries) t)`,
        );
      let judged = 0;
      for (let round = 0; round < 8; round += 1) {
        const answers = await Promise.all(
          Array.from({ length: 30 }, (_, turn) =>
            signInFrom(place(200 * round + turn), person, `bhul-${round}-${turn}`),
          ),
        );
        judged += answers.filter(({ status }) => status === 401).length;
        await later();
      }
      expect(judged).toBe(100);
      expect((await portal.signIn(person.email, person.password)).status).toBe(200);
    },
    testTimeout,
  );

  it('leave the same rows behind for a known and an unknown name', async () => {
    const person = await portal.customer();
    const written = async (email: string) => {
      const count = async () =>
        (await asOwner<{ n: number }>(portal.ownerUrl, 'select count(*)::int as n from trail'))[0]!.n;
      const before = await count();
      await signInFrom('127.0.2.2', { email }, 'kono-ekta-kotha-9');
      return (await count()) - before;
    };
    expect(await written('nobody-at-all@mail.test')).toBe(await written(person.email));
  });
});

describe('codes of the second factor', () => {
  it('and passwords get a new allowance at their address after each right one', async () => {
    const person = await portal.customer();
    const { recovery } = await withSecondFactor(person);
    const enter = (password: string, code?: string) => signInFrom('127.0.2.4', person, password, code);
    for (const code of recovery.slice(0, 2)) {
      for (let wrong = 0; wrong < 4; wrong += 1) {
        expectRefusal(await enter('bhul-kotha-12345'), 'invalid_credentials');
        expectRefusal(await enter(person.password, '000000'), 'wrong_code');
      }
      expect((await enter(person.password, code)).status).toBe(200);
    }
  });

  it(
    'are checked five times at concurrent sign-ins from one address, and at most ten times from many',
    async () => {
      const person = await portal.customer();
      const { recovery } = await withSecondFactor(person);
      const outcomes = await atOnce(() => signInFrom('127.0.2.3', person, person.password, '000000'));
      expect(outcomes.wrong_code).toBe(5);
      const spread = await atOnce((turn) => signInFrom(place(turn), person, person.password, '000000'));
      expect(spread.wrong_code ?? 0).toBeLessThanOrEqual(10);
      expect(Object.keys(spread).sort()).toEqual(['too_many_requests', 'wrong_code']);
      // The address from which the owner has signed in before.
      const own = await portal.call('POST', '/token/', {
        body: { username: person.email, password: person.password, code: recovery[0] },
      });
      expect(own.status).toBe(200);
    },
    testTimeout,
  );

  it(
    'are checked five times when a stolen session tries to confirm or remove a second factor',
    async () => {
      const starting = await portal.customer();
      await portal.call('POST', '/account/second-factor/', {
        token: starting.token,
        body: { password: starting.password },
      });
      const confirmed = await atOnce(() =>
        portal.call('POST', '/account/second-factor/confirm/', {
          token: starting.token,
          body: { code: '000000' },
        }),
      );
      expect(confirmed).toEqual({ wrong_code: 5, too_many_requests: attempts - 5 });
      const person = await portal.customer();
      await withSecondFactor(person);
      const { body } = await portal.call('GET', '/account/second-factor/', { token: person.token });
      expect(body.enabled).toBe(true);
      const ended = await atOnce(() =>
        portal.call('DELETE', '/account/second-factor/', {
          token: person.token,
          body: { password: person.password, code: '000000' },
        }),
      );
      expect(ended.wrong_code).toBe(5);
      expect(Object.keys(ended).sort()).toEqual(['too_many_requests', 'wrong_code']);
    },
    testTimeout,
  );
});

describe('a password that is required again', () => {
  it.each([
    ['a change of it', 'POST', '/account/update-password/'],
    ['the start of a second factor', 'POST', '/account/second-factor/'],
    ['the own erasure', 'POST', '/account/erasure/'],
  ])(
    'is judged five times at %s',
    async (_what, method, path) => {
      const person = await portal.customer();
      const next = 'notun-gopon-kotha-8';
      const outcomes = await atOnce((turn) =>
        portal.call(method, path, {
          token: person.token,
          body: {
            password: `bhul-kotha-${turn}`,
            current_password: `bhul-kotha-${turn}`,
            new_password: next,
            confirm_password: next,
          },
        }),
      );
      expect(outcomes).toEqual({ wrong_current_password: 5, too_many_requests: attempts - 5 });
    },
    testTimeout,
  );

  it('is checked five times in a session, and fifty times a day across all sessions', async () => {
    const person = await portal.customer();
    const tokens: string[] = [];
    for (let turn = 0; turn < 11; turn += 1)
      tokens.push((await portal.signIn(person.email, person.password)).body.access);
    const start = (token: string, password: string) =>
      portal.call('POST', '/account/second-factor/', { token, body: { password } });
    for (const token of tokens.slice(0, 10)) {
      expect((await start(token, person.password)).status).toBe(200);
      for (let wrong = 0; wrong < 5; wrong += 1)
        expectRefusal(await start(token, 'bhul-kotha-12345'), 'wrong_current_password');
    }
    for (const token of [tokens[0]!, tokens[10]!])
      expectRefusal(await start(token, person.password), 'too_many_requests');
  });

  it('shares its limit across endpoints', async () => {
    const person = await portal.customer();
    const guess = () =>
      portal.call('POST', '/account/second-factor/', { token: person.token, body: { password: 'x' } });
    for (let turn = 0; turn < 5; turn += 1) expectRefusal(await guess(), 'wrong_current_password');
    const next = 'notun-gopon-kotha-8';
    expectRefusal(
      await portal.call('POST', '/account/update-password/', {
        token: person.token,
        body: { current_password: person.password, new_password: next, confirm_password: next },
      }),
      'too_many_requests',
    );
  });
});

describe('a shared link with a PIN', () => {
  it(
    'is revoked after ten wrong ones, even concurrent ones, and then does not open with the right one',
    async () => {
      const copy = await makeCopy(portal);
      const made = await portal.call('POST', `/account/myfile/${copy.id}/shares/`, {
        token: copy.owner.token,
        body: { pin: '482193' },
      });
      const path = new URL(made.body.url).pathname;
      const open = (address: string, pin: string) =>
        callFrom(address, 'POST', `${path}/viewings/`, { body: { pin } });
      const outcomes = await atOnce((turn) => open(place(turn), String(100_000 + turn)));
      expect(outcomes.wrong_pin).toBe(10);
      for (const outcome of Object.keys(outcomes))
        expect(['wrong_pin', 'too_many_requests', 'not_found']).toContain(outcome);
      expectRefusal(await open('127.0.2.9', '482193'), 'not_found');
      const listed = await portal.call('GET', `/account/myfile/${copy.id}/shares/`, {
        token: copy.owner.token,
      });
      expect(listed.body.results[0]).toMatchObject({ state: 'revoked', wrong_pins: 10 });
    },
    testTimeout,
  );

  it('requires six digits and still opens after nine mistakes', async () => {
    const copy = await makeCopy(portal);
    const make = (pin: string) =>
      portal.call('POST', `/account/myfile/${copy.id}/shares/`, { token: copy.owner.token, body: { pin } });
    for (const pin of ['4821', '48219', '4821934', 'abcdef'])
      expect((await make(pin)).body).toHaveProperty('pin');
    const made = await make('৪৮২১৯৩');
    expect(made.status).toBe(201);
    // Nine mistakes are tolerated, and the right PIN works any number of times.
    const path = `${new URL(made.body.url).pathname}/viewings/`;
    const open = (pin: string) => portal.call('POST', path, { body: { pin } });
    for (let turn = 0; turn < 9; turn += 1) expectRefusal(await open('4821'), 'wrong_pin');
    for (let turn = 0; turn < 12; turn += 1) expect((await open('482193')).status).toBe(200);
  });
});

describe('addresses at the sign-up', () => {
  it(
    'are reported as taken twenty times an hour to one client, and the holder is notified once',
    async () => {
      const person = await portal.customer();
      const account = {
        first_name: 'রহিমা',
        last_name: 'খাতুন',
        phone: '01712345678',
        password: 'nodir-dhare-bari-42',
        email: person.email,
        terms: true,
      };
      // Sent four at a time: more than five in flight for one mailbox would be refused for that alone.
      const outcomes = await atOnce(
        () => callFrom('127.0.3.1', 'POST', '/account/sign-up/', { body: account }),
        4,
      );
      expect(outcomes).toEqual({ 400: 20, too_many_requests: attempts - 20 });
      const free = await callFrom('127.0.3.1', 'POST', '/account/sign-up/', {
        body: { ...account, email: 'free-and-new@mail.test' },
      });
      expectRefusal(free, 'too_many_requests');
      const elsewhere = { ...account, email: 'elsewhere@mail.test' };
      expect((await portal.call('POST', '/account/sign-up/', { body: elsewhere })).status).toBe(201);
      expect(await findEmail(portal, person.email, '/forgot-password')).toContain('already has one');
      await expect
        .poll(() => asOwner(portal.ownerUrl, 'select 1 from mails'), { timeout: 20_000 })
        .toEqual([]);
      const sent = await emailsTo(portal, person.email);
      expect(sent.filter((letter) => letter.includes('/forgot-password'))).toHaveLength(1);
    },
    testTimeout,
  );
});

describe('a link to set a new password', () => {
  it(
    'is checked before anything costly, and guesses are limited',
    async () => {
      const outcomes = await atOnce((turn) =>
        callFrom('127.0.3.2', 'POST', '/account/password-reset/confirm/', {
          body: {
            token: `guess-${turn}`,
            new_password: 'notun-gopon-kotha-8',
            confirm_password: 'notun-gopon-kotha-8',
          },
        }),
      );
      expect(outcomes).toEqual({ reset_link_dead: 20, too_many_requests: attempts - 20 });
    },
    testTimeout,
  );

  it('leaves the same rows behind for a known and an unknown address', async () => {
    const owner = await makeStaff(portal, 'auditor');
    const rows = async () =>
      (
        await asOwner<{ n: number }>(
          portal.ownerUrl,
          'select (select count(*) from password_resets) + (select count(*) from trail) as n',
        )
      )[0]!.n;
    const asked = async (email: string) => {
      const before = await rows();
      const { status } = await callFrom('127.0.3.3', 'POST', '/account/password-reset/', { body: { email } });
      expect(status).toBe(202);
      return BigInt(await rows()) - BigInt(before);
    };
    expect([await asked(owner.email), await asked('nobody-at-all@mail.test')]).toEqual([0n, 0n]);
  });

  it('counts one address under one key, regardless of case', async () => {
    const [before] = await asOwner<{ n: number }>(
      portal.ownerUrl,
      'select count(*)::int as n from rate_limits',
    );
    for (const email of ['Some.Body@mail.test', 'SOME.BODY@MAIL.TEST', 'some.body@mail.test'])
      await callFrom('127.0.3.9', 'POST', '/account/password-reset/', { body: { email } });
    const [after] = await asOwner<{ n: number }>(
      portal.ownerUrl,
      'select count(*)::int as n from rate_limits',
    );
    expect(after!.n - before!.n, 'the address and its network').toBe(2);
  });
});

it('counts attempts at an account under one key, regardless of the case of its name', async () => {
  const { email } = await portal.customer();
  const countKeys = async () =>
    (await asOwner<{ n: number }>(portal.ownerUrl, 'select count(*)::int as n from rate_limits'))[0]!.n;
  const guess = (username: string) =>
    callFrom('127.0.3.10', 'POST', '/token/', { body: { username, password: 'wrong-guess-1' } });
  await guess(email);
  const before = await countKeys();
  await guess(email.toUpperCase());
  expect(await countKeys()).toBe(before);
});

describe('emails to a stranger', () => {
  it('come from at most five sign-ups an hour, for all spellings of one mailbox', async () => {
    const signUp = (email: string) =>
      portal.call('POST', '/account/sign-up/', {
        body: {
          first_name: 'রহিম',
          last_name: 'উদ্দিন',
          email,
          phone: '01712345678',
          password: 'onek-boro-katha-5',
        },
      });
    const written = ['a.stranger', 'astranger', 'A.Stranger+1', 'as.tranger+shop', 'astranger+2'];
    for (const name of written) expect((await signUp(`${name}@gmail.com`)).status).toBe(201);
    expectRefusal(await signUp('a.s.t.ranger+9@gmail.com'), 'too_many_requests');
    for (const name of ['other.stranger', 'otherstranger'])
      expect((await signUp(`${name}@mail.test`)).status).toBe(201);
  });
});

it('keeps an attempt while it counts, even if another with the same key was given back', async () => {
  const vault = createVault(new Map([[1, Buffer.alloc(32)]]), Buffer.alloc(32));
  const limiter = createRateLimiter(portal.db, vault);
  const claim = { purpose: 'guess', key: 'somebody', limit: [{ tries: 3, seconds: 3_600 }] };
  for (let wrong = 0; wrong < 2; wrong += 1) await limiter.take(claim);
  const right = await limiter.take(claim);
  await expect(limiter.take(claim)).rejects.toMatchObject({ code: 'too_many_requests' });
  await right.giveBack();
  await limiter.removeOld();
  expect((await limiter.take(claim)).count).toBe(3);
});
