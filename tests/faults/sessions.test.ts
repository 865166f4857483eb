// Three tabs of one person and a thief with a copied session act in random order, with lost responses, and are compared with a simple model: the person is
// never signed out within the grace period, and reuse of a token after it ends the session for everyone.
import { beforeAll, expect, it } from 'vitest';
import { asOwner } from '../support/database.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { proofSeed, recordCounts, seededRandom } from '../support/proof-counts.ts';

const schedules = Number(process.env.SESSION_SCHEDULES ?? 20);
const portal = usePortal();
const people: Person[] = [];
const refresh = (token: string) => portal.call('POST', '/token/refresh/', { body: { refresh: token } });
const isOpen = async (token: string) =>
  (await portal.call('GET', '/account/transaction-summary/', { token })).status === 200;

beforeAll(async () => {
  for (let number = 0; number < 4; number += 1) people.push(await portal.customer());
});

/** Runs one session: tracks the token generations, and whether the newest one's predecessor is still within the grace period. */
async function runSchedule(random: () => number, person: Person, counts: Record<string, number>) {
  const { body: start } = await portal.signIn(person.email, person.password);
  const [sid] = start.refresh.split('.');
  // The browser shares the newest token between the tabs; a tab whose response was lost retries with the old one.
  const tokens: string[] = [start.refresh];
  let access: string = start.access;
  let isInGrace = true;
  const stolen = random() < 0.5 ? { generation: 0 } : undefined;
  const newest = () => tokens.length - 1;
  const age = async () => {
    await asOwner(
      portal.ownerUrl,
      `update sessions set rotated_at = rotated_at - interval '11 seconds' where id = $1`,
      [sid],
    );
    isInGrace = false;
  };
  /** Refreshes and compares the response with the model. @returns whether the session has ended */
  const use = async (generation: number, who: 'tab' | 'thief', isLost: boolean): Promise<boolean> => {
    const { status, body } = await refresh(tokens[generation]!);
    const isSuccessor = generation === newest();
    const isAllowed = isSuccessor || (generation === newest() - 1 && isInGrace);
    expect(status, `${who} with generation ${generation} of ${newest()}, grace ${isInGrace}`).toBe(
      isAllowed ? 200 : 401,
    );
    if (!isAllowed) {
      counts.caught = (counts.caught ?? 0) + 1;
      expect(await isOpen(access), 'the session after a reuse').toBe(false);
      return true;
    }
    if (isSuccessor) {
      tokens.push(body.refresh);
      isInGrace = true;
    } else expect(body.refresh).toBe(tokens.at(-1));
    access = body.access;
    if (isLost) counts.lostAnswers = (counts.lostAnswers ?? 0) + 1;
    return false;
  };
  for (let turn = 0; turn < 8; turn += 1) {
    const chance = random();
    if (chance < 0.2) await age();
    else if (chance < 0.35 && stolen) {
      counts.thefts = (counts.thefts ?? 0) + 1;
      if (await use(stolen.generation, 'thief', false)) return;
    } else if (chance < 0.55 && newest() > 0 && isInGrace) {
      // Several tabs whose responses were lost retry concurrently with their old token.
      const answers = await Promise.all([0, 1, 2].map(() => refresh(tokens[newest() - 1]!)));
      counts.lostAnswers = (counts.lostAnswers ?? 0) + 3;
      for (const { status, body } of answers) {
        if (status !== 200) counts.signedOut = (counts.signedOut ?? 0) + 1;
        expect(body.refresh).toBe(tokens.at(-1));
      }
    } else if (await use(newest(), 'tab', random() < 0.3)) return;
    if (!(await isOpen(access))) counts.signedOut = (counts.signedOut ?? 0) + 1;
  }
}

it(
  'matches the model in random schedules of three tabs and a thief',
  async () => {
    const random = seededRandom(proofSeed);
    const counts = { schedules: 0, thefts: 0, caught: 0, lostAnswers: 0, signedOut: 0 };
    for (; counts.schedules < schedules; counts.schedules += 4) {
      await asOwner(portal.ownerUrl, 'delete from rate_limits');
      for (const person of people) await runSchedule(random, person, counts);
      await asOwner(portal.ownerUrl, 'delete from sessions where user_id = any($1)', [
        people.map(({ id }) => id),
      ]);
    }
    recordCounts('three tabs and a thief', counts);
    expect(counts.signedOut).toBe(0);
    expect(counts.thefts).toBeGreaterThan(0);
    expect(counts.caught).toBeGreaterThan(0);
    expect(counts.lostAnswers).toBeGreaterThan(0);
  },
  60_000 + schedules * 3_000,
);
