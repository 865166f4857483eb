// Forged returns from the provider's page: FORGED_RETURNS of them, with everything that a forger can change.
import { describe, expect, it } from 'vitest';
import { type Person, usePortal } from '../../support/portal.ts';
import { proofSeed, recordCounts, seededRandom } from '../../support/proof-counts.ts';
import { balanceOf, expectBooksRight } from '../steps.ts';

const portal = usePortal();
const rounds = Number(process.env.FORGED_RETURNS ?? 60);
const random = seededRandom(proofSeed);
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;

/** Forged claims about the payment, in the address or in the body. */
const claims = [
  { status: 'success' },
  { status: 'completed', amount: '99999' },
  { status: 'success', trxID: 'ABC1234567' },
  { transactionStatus: 'Completed', statusCode: '0000' },
  { status: 'SUCCESS', paymentExecuteTime: '2026-11-23T00:00:00:000 GMT+0600' },
  { status: 'success', signature: 'a'.repeat(64) },
  { status: 'success', user: '1' },
  {},
] as const;

function returnWith(token: string | undefined, paymentID: string) {
  const said: Record<string, string> = { paymentID, ...oneOf(claims) };
  const path = '/payment/sandbox/callback/';
  return random() < 0.5
    ? portal.call('GET', `${path}?${new URLSearchParams(said)}`, { ...(token ? { token } : {}) })
    : portal.call('POST', path, { ...(token ? { token } : {}), body: said });
}

async function start({ token }: Person): Promise<string> {
  const body = { amount: '500', payment_type: 'custom' };
  return (await portal.call('POST', '/payment/sandbox/create/', { token, body })).body.payment_id;
}

const pay = (id: string, action: string) =>
  portal.call('POST', `/sandbox/pay/${id}/`, {
    body: `action=${action}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });

interface Scene {
  readonly forger: Person;
  readonly victim: Person;
}

const forgeries = {
  'not paid': async ({ forger }: Scene) => returnWith(forger.token, await start(forger)),
  cancelled: async ({ forger }: Scene) => {
    const id = await start(forger);
    await pay(id, 'cancel');
    return returnWith(forger.token, id);
  },
  "somebody else's, paid": async ({ forger, victim }: Scene) => {
    const id = await start(victim);
    await pay(id, 'pay');
    return returnWith(forger.token, id);
  },
  "somebody else's, not paid": async ({ forger, victim }: Scene) =>
    returnWith(forger.token, await start(victim)),
  'without a session': async ({ victim }: Scene) => {
    const id = await start(victim);
    await pay(id, 'pay');
    return returnWith(undefined, id);
  },
  'made up': ({ forger }: Scene) => returnWith(forger.token, `SB${Math.floor(random() * 1e12)}`),
};

/** The status of the response, and that of the payment if the response has one. */
const allowed: Readonly<Record<keyof typeof forgeries, readonly string[]>> = {
  'not paid': ['200 pending'],
  cancelled: ['200 cancelled'],
  "somebody else's, paid": ['404'],
  "somebody else's, not paid": ['404'],
  'without a session': ['401'],
  'made up': ['404'],
};

describe('a forged return', () => {
  it(`credits nothing, ${rounds} times`, async () => {
    const kinds = Object.keys(forgeries) as (keyof typeof forgeries)[];
    const counts: Record<string, number> = {};
    const scenes: Scene[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // Few payments per person, so that no rate limit hides the rule.
      if (round % 12 === 0) scenes.push({ forger: await portal.customer(), victim: await portal.customer() });
      const kind = kinds[round % kinds.length]!;
      const { status, body } = await forgeries[kind](scenes.at(-1)!);
      const said = status === 200 ? `${status} ${body.status}` : String(status);
      expect(allowed[kind], `${kind}, seed ${proofSeed}, round ${round}`).toContain(said);
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    let credited = 0;
    // A victim who has paid may rightly be credited meanwhile.
    for (const { forger } of scenes) credited += (await balanceOf(portal, forger)).current_balance;
    expect(credited).toBe(0);
    await expectBooksRight(portal);
    recordCounts('forged returns', { ...counts, credited });
  }, 600_000);

  it('of a credited payment does not credit it again', async () => {
    const person = await portal.customer();
    const id = await start(person);
    await pay(id, 'pay');
    await portal.call('GET', `/payment/sandbox/callback/?paymentID=${id}`, { token: person.token });
    const before = await balanceOf(portal, person);
    expect(before.current_balance).toBe(500);
    for (let round = 0; round < Math.min(rounds, 60); round += 1)
      expect((await returnWith(person.token, id)).body.status).toBe('success');
    expect(await balanceOf(portal, person)).toEqual(before);
  });
});
