// Thousands of bad requests generated from the endpoint declarations: never a server error, always a reason in Bengali, and a refusal changes no row.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { errorKey } from '#contract/errors.ts';
import { expectBooksRight } from '../http/steps.ts';
import { calls, encode, expectOwnShape, fieldsOf, fillPath, odd, text } from '../support/odd-input.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { proofSeed, recordCounts, seededRandom } from '../support/proof-counts.ts';
import { type WatchedRows, watchRows } from '../support/watched-rows.ts';

const wanted = Number(process.env.BAD_CALLS ?? 800);
const portal = usePortal();

let rows: WatchedRows;
afterAll(() => rows.close());

const input = fc.record({
  path: fc.array(text, { minLength: 2, maxLength: 2 }),
  query: fc.array(text, { minLength: 3, maxLength: 3 }),
  values: fc.array(odd, { minLength: 8, maxLength: 8 }),
  whole: fc.option(odd, { freq: 8 }),
});

let customer: Person;
beforeAll(async () => {
  customer = await portal.customer();
  await portal.topUp(customer, '50000');
});

it(
  'refuses bad requests with a reason in Bengali and without changing any row',
  async () => {
    // A refused request may write to the audit log.
    rows = await watchRows(portal.ownerUrl, ['trail', 'trail_seals', 'trail_proofs']);
    const random = seededRandom(proofSeed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
    const counts = { calls: 0, refused: 0, accepted: 0, wrongSignIn: 0, serverErrors: 0, changedRows: 0 };
    let before = await rows.last();
    // Made in batches: fifty thousand at once would fill the memory.
    for (let portion = 0; counts.calls < wanted; portion += 1) {
      for (const { path, query, values, whole } of fc.sample(input, {
        seed: proofSeed + portion,
        numRuns: 500,
      })) {
        const { endpoint, method } = pick(calls);
        // Ending the session would end the test.
        const isEnd = endpoint === endpoints.signOut || endpoint === endpoints.updatePassword;
        const names = fieldsOf(endpoint, 'body').filter(() => random() < 0.6);
        const body = whole ?? Object.fromEntries(names.map((name, at) => [name, values[at % 8]]));
        const search = fieldsOf(endpoint, 'query')
          .filter(() => random() < 0.4)
          .map((name, at) => `${name}=${encode(query[at % 3]!)}`)
          .join('&');
        const caller = isEnd
          ? undefined
          : pick([customer.token, customer.token, portal.admin.token, undefined]);
        const response = await portal.call(method, `${fillPath(endpoint.path, path)}?${search}`, {
          token: caller,
          ...(method === 'GET' ? {} : { body: JSON.stringify(body) ?? 'null' }),
          headers: { 'Content-Type': 'application/json' },
        });
        counts.calls += 1;
        if (response.status >= 500) counts.serverErrors += 1;
        expectOwnShape(response, `${method} ${endpoint.path} ${JSON.stringify(body)?.slice(0, 300)}`);
        if (response.status < 400) {
          counts.accepted += 1;
          before = await rows.last();
        } else {
          counts.refused += 1;
          if (caller !== undefined && response.status === 401) counts.wrongSignIn += 1;
          const reason = response.body?.[errorKey(response.status)];
          if (typeof reason === 'string') expect(reason, endpoint.path).toMatch(/[\u0980-\u09ff]/);
          const after = await rows.last();
          counts.changedRows += after - before;
          if (after !== before)
            expect
              .soft(await rows.tablesSince(before), `${method} ${endpoint.path} ${response.status}`)
              .toEqual([]);
          before = after;
        }
      }
      const fresh = await Promise.all(
        [customer, portal.admin].map((person) => portal.signIn(person.email, person.password)),
      );
      customer.token = fresh[0]!.body.access ?? customer.token;
      portal.admin.token = fresh[1]!.body.access ?? portal.admin.token;
      before = await rows.last();
    }
    recordCounts('bad calls', counts);
    expect(counts).toMatchObject({ serverErrors: 0, changedRows: 0 });
    expect(counts.refused).toBeGreaterThan(counts.calls / 3);
    expect(counts.wrongSignIn).toBeLessThan(counts.calls / 20);
    await expectBooksRight(portal);
  },
  60_000 + wanted * 60,
);
