// Money under faults of the provider, of the database connections, and of concurrency.
import { describe, expect, it } from 'vitest';
import type { FaultKind } from '../../scripts/bkash-simulator/server.ts';
import { makeStaff, servicesByCode, statuses } from '../http/steps.ts';
import { useBkash } from '../support/bkash.ts';
import { asOwner } from '../support/database.ts';
import { type Person, usePortal } from '../support/portal.ts';
import { expectNothingWrong, insist, newKey, print, rounds, tally, testTimeout, wait } from './money.ts';

const bkash = useBkash();
const portal = usePortal(() => ({
  ...bkash.settings,
  BKASH_TIMEOUT_SECONDS: '0.3',
  DATABASE_POOL: '24',
  APPROVAL_SUM: '10000000',
}));

const callback = (person: Person, id: string) =>
  portal.call('GET', `/payment/bkash/callback/?paymentID=${id}&status=success`, { token: person.token });
const notify = (id: string) => bkash.notify(`${portal.origin}/payment/bkash/notice/`, id);
async function paid(person: Person): Promise<string> {
  const headers = newKey();
  const { answer } = await insist(() =>
    portal.call('POST', '/payment/bkash/create/', { token: person.token, body: { amount: '100' }, headers }),
  );
  await bkash.press(answer.body.payment_id, 'pay');
  return answer.body.payment_id;
}
async function settle(person: Person, id: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const { answer } = await insist(() => callback(person, id));
    if (answer.body.status === 'success') return;
    await wait(40);
  }
  throw new Error(`${id} was not settled`);
}
async function sweep(): Promise<void> {
  // Several sweeps run at once: each locks the payments in the same order.
  await asOwner(
    portal.ownerUrl,
    `update payments set next_check_at = now()
      where id in (select id from payments where state = 'redirected' order by id for update)`,
  );
  await portal.portal.settlement.sweep();
}
async function expectNoneLost(fault: string, repetitions: number, more: Record<string, number> = {}) {
  const counts = await tally(bkash, portal.ownerUrl);
  print(fault, { repetitions, ...more, ...counts });
  expect(counts).toMatchObject({ lost: 0, doubled: 0, credited: counts.taken });
  await expectNothingWrong(portal.db);
}

const kinds: FaultKind[] = [
  'slow',
  'drop_before',
  'drop_after',
  'error_503',
  'html',
  'truncated',
  'expired_token',
  'duplicate',
];

describe('a payment', () => {
  it(
    'is credited once when the provider responds twice, late, out of order, after our timeout or not at all',
    async () => {
      const repetitions = rounds(12);
      const person = await portal.customer();
      await bkash.chaos(0.6, kinds, ['execute', 'query']);
      for (let done = 0; done < repetitions; done += 4) {
        await Promise.all(
          Array.from({ length: 4 }, async () => {
            const id = await paid(person);
            // In random order: the notification before its payment, after it, twice; the callback; the sweep.
            const acts = [() => notify(id), () => notify(id), () => callback(person, id), sweep];
            await Promise.all(
              acts.map(async (act) => {
                await wait(Math.random() * 400);
                await act();
              }),
            );
            await settle(person, id);
            await notify(id);
          }),
        );
      }
      const { fired } = await bkash.chaos(0, [], []);
      expect(Object.keys(fired).length).toBeGreaterThan(3);
      await expectNoneLost('provider twice, late, out of order', repetitions, {
        faults: Object.values(fired).reduce((sum, count) => sum + count, 0),
      });
    },
    testTimeout,
  );

  it(
    'is credited once when fifty tabs send the callback concurrently',
    async () => {
      const repetitions = rounds(4);
      const person = await portal.customer();
      let executes = 0;
      for (let done = 0; done < repetitions; done += 1) {
        const id = await paid(person);
        const before = (await bkash.look()).counts.execute ?? 0;
        const answers = await Promise.all(Array.from({ length: 50 }, () => callback(person, id)));
        executes += (await bkash.look()).counts.execute! - before;
        expect(statuses(answers)).toEqual({ 200: 50 });
        await settle(person, id);
      }
      await expectNoneLost('fifty tabs', repetitions, { executes });
      // A second query happens only if the machine was too slow for the test's time limit.
      expect(executes).toBeLessThanOrEqual(repetitions * 2);
    },
    testTimeout,
  );

  it(
    'is credited once when the sweep and the callback race',
    async () => {
      const repetitions = rounds(12);
      const person = await portal.customer();
      for (let done = 0; done < repetitions; done += 1) {
        const id = await paid(person);
        const late = Math.random() * 30;
        await Promise.all([
          sweep(),
          wait(late).then(() => callback(person, id)),
          wait(Math.random() * 30).then(sweep),
        ]);
        await settle(person, id);
      }
      await expectNoneLost('sweep and callback', repetitions);
    },
    testTimeout,
  );
});

describe('a cut connection to the database', () => {
  it(
    'loses and doubles nothing when orders and payments are retried until there is a response',
    async () => {
      const repetitions = rounds(12);
      const person = await portal.customer();
      await portal.topUp(person, '900000');
      const { AB } = await servicesByCode(portal);
      let cuts = 0;
      let repeats = 0;
      for (let done = 0; done < repetitions; done += 1) {
        const id = await paid(person);
        const cut = wait(Math.random() * 40).then(async () => {
          const connections = await asOwner(
            portal.ownerUrl,
            `select pg_terminate_backend(pid) from pg_stat_activity
              where datname = current_database() and pid <> pg_backend_pid() and (state <> 'idle' or random() < 0.5)`,
          );
          cuts += connections.length;
        });
        const orders = Array.from({ length: 4 }, () => {
          const headers = newKey();
          return insist(() =>
            portal.call('POST', '/account/orders/', {
              token: person.token,
              headers,
              body: {
                service: AB!.id,
                sub_type: AB!.sub_type[0]!.id,
                nid_or_form_num_or_for_biometric_or_location: '19901234567',
              },
            }),
          );
        });
        const answers = await Promise.all([...orders, insist(() => callback(person, id))]);
        await cut;
        repeats += answers.reduce((sum, { tries }) => sum + tries - 1, 0);
        for (const { answer } of answers.slice(0, 4)) expect(answer.status).toBe(201);
        await settle(person, id);
      }
      const [stored] = await asOwner<{ orders: number; price: string; held: string }>(
        portal.ownerUrl,
        `select count(*)::int as orders, sum(price_paisa)::text as price, (select held_paisa::text from wallets where user_id = $1) as held
           from orders where customer_id = $1`,
        [person.id],
      );
      expect(stored!.orders).toBe(4 * repetitions);
      expect(stored!.held).toBe(stored!.price);
      // Each broken connection was replaced by exactly one: the listener once opened two for each that it lost.
      const [open] = await asOwner<{ connections: number }>(
        portal.ownerUrl,
        'select count(*)::int as connections from pg_stat_activity where datname = current_database()',
      );
      expect(open!.connections).toBeLessThan(60);
      await expectNoneLost('database cut', repetitions, { cuts, repeats, orders: stored!.orders });
    },
    testTimeout,
  );
});

// Runs last, because its payments are taken by bKash and not credited.
describe('a payment that needs attention', () => {
  interface Parked {
    readonly id: string;
    readonly paymentId: string;
    readonly trx: string;
  }
  const state = async ({ id }: Parked) =>
    (await asOwner<{ state: string }>(portal.ownerUrl, 'select state from payments where id = $1', [id]))[0]!
      .state;
  const theirs = async ({ paymentId }: Parked) =>
    (await bkash.look()).payments.find(({ paymentID }) => paymentID === paymentId)!;
  const resolve = ({ id }: Parked, by: Person, action: string) =>
    portal.call('POST', `/account/payments/${id}/resolve/`, {
      token: by.token,
      headers: newKey(),
      body: { action, note: 'দেখা হয়েছে' },
    });

  async function park(person: Person): Promise<Parked> {
    const paymentId = await paid(person);
    await bkash.change({ paymentID: paymentId, amount: '90.00' });
    const isParked = `select id from payments where provider_payment_id = $1 and state = 'needs_attention'`;
    for (;;) {
      await insist(() => callback(person, paymentId));
      const [found] = await asOwner<{ id: string }>(portal.ownerUrl, isParked, [paymentId]);
      if (!found) continue;
      const { trxID } = (await bkash.look()).payments.find(({ paymentID }) => paymentID === paymentId)!;
      return { id: found.id, paymentId, trx: trxID };
    }
  }

  it(
    'is refunded or credited, never both, regardless of what bKash returns and who decides concurrently',
    async () => {
      const repetitions = rounds(12);
      const [person, staff] = [await portal.customer(), await makeStaff(portal, 'accountant')];
      const counts = { refunded: 0, credited: 0, typed: 0, cuts: 0 };
      for (let done = 0; done < repetitions; done += 1) {
        const one = await park(person);
        await bkash.chaos(0.5, kinds, ['refund']);
        const type = () =>
          portal.call('POST', '/account/transactions/create/', {
            token: staff.token,
            headers: newKey(),
            body: { user: person.id, amount: '90', way: 'bkash', reference: one.trx.toLowerCase() },
          });
        const cut = wait(Math.random() * 200).then(async () => {
          if (done % 2 === 1) return;
          counts.cuts += (
            await asOwner(
              portal.ownerUrl,
              `select pg_terminate_backend(pid) from pg_stat_activity
                where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`,
            )
          ).length;
        });
        const acts = [
          () => resolve(one, portal.admin, 'refund'),
          () => resolve(one, staff, done % 3 === 0 ? 'credit' : 'refund'),
          ...(done % 4 === 0 ? [type] : []),
        ];
        const late = acts.map(() => Math.random() * 60);
        const answers = await Promise.all(
          acts.map(async (act, index) => {
            await wait(late[index]!);
            return act().catch(() => undefined);
          }),
        );
        await cut;
        while ((await state(one)) === 'refunding') {
          // A portal that was interrupted leaves its lease to expire.
          await asOwner(
            portal.ownerUrl,
            `update payments set refund_lease_until = '-infinity' where id = $1`,
            [one.id],
          );
          // The response does not matter: the state shows when it is done.
          await insist(() => resolve(one, portal.admin, 'refund'));
        }
        await bkash.chaos(0, [], []);
        const [typed] = await asOwner<{ count: number }>(
          portal.ownerUrl,
          'select count(*)::int as count from recharge_ways where reference = $1',
          [one.trx],
        );
        const isBack = (await theirs(one)).refundTrxID !== '';
        const end = await state(one);
        expect(isBack, `${done}: ${end} ${JSON.stringify(answers.map((answer) => answer?.body))}`).toBe(
          end === 'refunded',
        );
        const uses = [isBack, end === 'completed', typed!.count > 0].filter(Boolean);
        expect(uses.length, `${done}: ${end}`).toBe(end === 'needs_attention' && typed!.count === 0 ? 0 : 1);
        counts.refunded += Number(isBack);
        counts.credited += Number(end === 'completed');
        counts.typed += typed!.count;
        if (end === 'needs_attention') await resolve(one, portal.admin, 'close');
      }
      print('given back or credited', { repetitions, ...counts });
      expect(counts.refunded).toBeGreaterThan(0);
      await expectNothingWrong(portal.db);
    },
    testTimeout,
  );
});
