// Provider responses in which one fact differs from the request: ALTERED_ANSWERS of them, to execute and to query.
import { expect, it } from 'vitest';
import type { FaultKind } from '../../../scripts/bkash-simulator/server.ts';
import { useBkash } from '../../support/bkash.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { proofSeed, recordCounts, seededRandom } from '../../support/proof-counts.ts';
import { balanceOf, expectBooksRight } from '../steps.ts';

const bkash = useBkash();
const portal = usePortal(() => ({ ...bkash.settings, BKASH_TIMEOUT_SECONDS: '2' }));
const rounds = Number(process.env.ALTERED_ANSWERS ?? 42);
const random = seededRandom(proofSeed);

const fixed = [
  'wrong_currency',
  'wrong_invoice',
  'wrong_payment',
  'no_transaction',
] as const satisfies readonly FaultKind[];
const facts = [...fixed, 'amount', 'fraction', 'used_transaction'] as const;

/** Any amount but 500. */
function otherAmount(): string {
  const whole = Math.floor(random() * 100_000);
  return whole === 500 ? '499.00' : `${whole}.00`;
}

async function alter(id: string, fact: (typeof facts)[number], used: string, call: 'execute' | 'query') {
  if (fact === 'amount') await bkash.change({ paymentID: id, amount: otherAmount() });
  else if (fact === 'fraction')
    await bkash.change({ paymentID: id, amount: `500.${10 + Math.floor(random() * 90)}` });
  else if (fact === 'used_transaction') await bkash.change({ paymentID: id, trxID: used });
  else await bkash.plan({ call, kind: fact });
}

async function payment(person: Person): Promise<string> {
  const { body } = await portal.call('POST', '/payment/bkash/create/', {
    token: person.token,
    body: { amount: '500' },
  });
  await bkash.press(body.payment_id, 'pay');
  return body.payment_id;
}

const callback = ({ token }: Person, id: string) =>
  portal.call('GET', `/payment/bkash/callback/?paymentID=${id}&status=success`, { token });

async function countAlarms(): Promise<number> {
  const { body } = await portal.call('GET', '/account/payments/?state=attention', {
    token: portal.admin.token,
  });
  return body.count;
}

it(`never credits an altered response and always lists it for staff, ${rounds} times`, async () => {
  const honest = await portal.customer();
  const { body } = await callback(honest, await payment(honest));
  expect(body.status).toBe('success');
  const people: Person[] = [];
  const counts: Record<string, number> = {};
  const alarmsBefore = await countAlarms();
  for (let round = 0; round < rounds; round += 1) {
    if (round % 8 === 0) people.push(await portal.customer());
    const person = people.at(-1)!;
    const fact = facts[round % facts.length]!;
    const call = random() < 0.5 ? 'execute' : 'query';
    const id = await payment(person);
    if (call === 'query') await bkash.plan({ call: 'execute', kind: 'drop_after' });
    await alter(id, fact, body.transaction_id, call);
    const answer = await callback(person, id);
    expect(answer.body.status, `${fact} to ${call}, seed ${proofSeed}, round ${round}`).toBe('pending');
    counts[`${fact} to ${call}`] = (counts[`${fact} to ${call}`] ?? 0) + 1;
  }
  const alarms = (await countAlarms()) - alarmsBefore;
  let credited = 0;
  for (const person of people) credited += (await balanceOf(portal, person)).current_balance;
  recordCounts('altered answers', { ...counts, alarms, credited });
  expect(credited).toBe(0);
  expect(alarms).toBe(rounds);
  await expectBooksRight(portal);
}, 600_000);
