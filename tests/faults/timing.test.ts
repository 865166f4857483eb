// Whether the response time of a refused sign-in or a password reset reveals if an account exists, measured as the AUC of a guesser who sorts by time. 0.5 is
// pure chance.
import { expect, it } from 'vitest';
import { asOwner } from '../support/database.ts';
import { usePortal } from '../support/portal.ts';
import { proofSeed, recordCounts, seededRandom } from '../support/proof-counts.ts';

const samples = Number(process.env.TIMING_SAMPLES ?? 0);
const portal = usePortal();

/** How often the response for a known name took longer than for an unknown one. */
function areaUnderCurve(known: readonly number[], unknown: readonly number[]): number {
  const sorted = [...unknown].sort((one, other) => one - other);
  let below = 0;
  for (const time of known) {
    let [from, to] = [0, sorted.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (sorted[middle]! < time) from = middle + 1;
      else to = middle;
    }
    below += from;
  }
  return below / (known.length * unknown.length);
}

it('computes the area under the curve correctly', () => {
  expect(areaUnderCurve([2, 3], [0, 1])).toBe(1);
  expect(areaUnderCurve([0, 1], [2, 3])).toBe(0);
  expect(areaUnderCurve([1, 3], [0, 2])).toBe(0.75);
});

const questions = {
  'sign-in': (email: string) => portal.signIn(email, 'bhul-kotha-12345'),
  'forgotten password': (email: string) =>
    portal.call('POST', '/account/password-reset/', { body: { email } }),
} as const;

it.skipIf(samples === 0).each([
  ['sign-in', 401],
  ['forgotten password', 202],
] as const)(
  'the time of an answer to a %s does not tell whether the account exists',
  async (question, expected) => {
    const random = seededRandom(proofSeed);
    const person = await portal.customer();
    const times = { known: [] as number[], unknown: [] as number[] };
    const attempt = async (name: 'known' | 'unknown', isCounted: boolean) => {
      await asOwner(portal.ownerUrl, 'delete from rate_limits');
      // Both names are of the same length.
      const email = name === 'known' ? person.email : person.email.replace('customer', 'kustomer');
      const began = performance.now();
      const { status } = await questions[question](email);
      if (isCounted) times[name].push(performance.now() - began);
      expect(status).toBe(expected);
    };
    for (let warm = 0; warm < 20; warm += 1) await attempt(warm % 2 === 0 ? 'known' : 'unknown', false);
    while (times.known.length + times.unknown.length < samples)
      await attempt(random() < 0.5 ? 'known' : 'unknown', true);
    const area = areaUnderCurve(times.known, times.unknown);
    recordCounts(`${question} timing`, { samples, areaInThousandths: Math.round(area * 1000) });
    expect(Math.abs(area - 0.5)).toBeLessThanOrEqual(0.05);
  },
  60_000 + samples * 1_000,
);
