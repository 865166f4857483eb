// Guessed passwords: one attempt at each of many accounts, and many attempts at one. GUESSED_ACCOUNTS sets how many.
import { expect, it } from 'vitest';
import { useAddresses } from '../../support/addresses.ts';
import { asOwner } from '../../support/database.ts';
import { usePortal } from '../../support/portal.ts';
import { recordCounts } from '../../support/proof-counts.ts';

const portal = usePortal();
const callFrom = useAddresses(portal);
const many = Number(process.env.GUESSED_ACCOUNTS ?? 8);
/** Allowed attempts: from one network in fifteen minutes, and from strangers at one account in that time and in a day. */
const [ofNetwork, ofAccount, ofAccountInADay] = [300, 20, 100];
const atOnce = 8;

/** @returns how often each status occurred, and how many quarters of an hour it can have touched */
async function tryAll(signIn: (turn: number) => Promise<{ status: number }>) {
  const began = Date.now();
  const counts: Record<number, number> = {};
  let turn = 0;
  const worker = async () => {
    while (turn < many) {
      turn += 1;
      const { status } = await signIn(turn);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const { 401: judged = 0, 429: refused = 0 } = counts;
  expect(judged + refused).toBe(many);
  return { judged, refused, quarters: 1 + Math.floor((Date.now() - began) / 900_000) };
}
const guess = (from: string, username: string, turn: number) =>
  callFrom(from, 'POST', '/token/', { body: { username, password: `bhul-kotha-${turn}` } });

it(
  `limits one attempt at each of ${many} accounts to the allowance of one network`,
  async () => {
    const owner = await portal.customer();
    await asOwner(
      portal.ownerUrl,
      `insert into users (username, email, first_name, last_name, password_hash, p_code)
       select name, name, 'রহিমা', 'খাতুন', u.password_hash, 'ABCDEF'
         from users u, (select 'crowd' || n || '@mail.test' as name from generate_series(1, $2::int) n) crowd where u.id = $1`,
      [owner.id, many],
    );
    const { judged, refused, quarters } = await tryAll((turn) =>
      guess('127.3.0.1', `crowd${turn}@mail.test`, turn),
    );
    recordCounts('one try at each account', { accounts: many, judged, refused });
    expect(judged).toBeLessThanOrEqual(ofNetwork * quarters);
    expect(judged).toBeGreaterThanOrEqual(Math.min(many, ofNetwork));
    // Meanwhile other people can sign in from elsewhere with their own password.
    const fromElsewhere = { body: { username: 'crowd1@mail.test', password: owner.password } };
    expect((await callFrom('127.3.0.2', 'POST', '/token/', fromElsewhere)).status).toBe(200);
  },
  60_000 + many * 100,
);

it(
  `checks few of ${many} attempts at one account from everywhere, and its owner can sign in`,
  async () => {
    const person = await portal.customer();
    // Uses only two hundred addresses, because each keeps a connection open, in the test process too.
    const { judged, refused, quarters } = await tryAll((turn) =>
      guess(`127.4.0.${(turn % 200) + 1}`, person.email, turn),
    );
    recordCounts('many tries at one account', { tries: many, judged, refused });
    expect(judged).toBeLessThanOrEqual(Math.min(ofAccount * quarters, ofAccountInADay));
    expect((await portal.signIn(person.email, person.password)).status).toBe(200);
  },
  60_000 + many * 100,
);
