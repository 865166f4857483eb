// kill -9 of the server at random moments while orders, documents, callbacks, provider notifications, the background sweep and staff's cash
// movements are in progress.
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useBkash } from '../support/bkash.ts';
import { asOwner, useDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import {
  expectNothingWrong,
  insist,
  newKey,
  nidBody,
  print,
  rounds,
  tally,
  testTimeout,
  wait,
} from './money.ts';
import { makeCustomer, makeDataDir, type PortalProcess, signIn, startPortal } from './process.ts';

const bkash = useBkash();
const database = useDatabase();

it(
  'loses and doubles nothing when the server is killed at random moments',
  async () => {
    const repetitions = rounds(4);
    const dataDir = makeDataDir();
    const settings = {
      ...bkash.settings,
      BKASH_TIMEOUT_SECONDS: '1',
      DATABASE_URL: database.ownerUrl,
      APPROVAL_SUM: '10000000',
      PAYMENT_SWEEP_SECONDS: '0.1',
      // Written only at a clean stop, and read at each start.
      NODE_COMPILE_CACHE: join(dataDir, 'compiled'),
    };
    const port = String(await freePort());
    const start = (): Promise<PortalProcess> => startPortal(dataDir, { ...settings, PORT: port });
    await (await start()).stop();
    let portal = await start();
    const customer = await makeCustomer(portal, '9000000');
    let { access: token } = customer;
    let staff = customer.admin.access;
    let signedInAt = Date.now();
    const done = { order: 0, charge: 0, callback: 0, notice: 0, sweep: 0, cash_in: 0, cash_out: 0 };
    const interrupted = { order: 0, document: 0, callback: 0, notice: 0, 'cash in': 0, 'cash out': 0 };

    const paid = async (): Promise<string> => {
      const headers = newKey();
      const { answer } = await insist(() =>
        portal.call('POST', '/payment/bkash/create/', { token, headers, body: { amount: '100' } }),
      );
      await bkash.press(answer.body.payment_id, 'pay');
      return answer.body.payment_id;
    };
    const settled = async (id: string) => {
      for (const until = Date.now() + 60_000; Date.now() < until; await wait(200)) {
        const { answer } = await insist(() =>
          portal.call('GET', `/payment/bkash/callback/?paymentID=${id}`, { token }),
        );
        if (answer.body.status === 'success') return;
      }
      throw new Error(`${id} was not settled`);
    };
    /** Makes the payment due for the next sweep. @returns whether it was already settled */
    const makeDue = async (id: string): Promise<boolean> => {
      const [row] = await asOwner<{ state: string }>(
        database.ownerUrl,
        `update payments set next_check_at = case when state = 'redirected' then now() else next_check_at end
          where provider_payment_id = $1 returning state`,
        [id],
      );
      return row?.state === 'completed';
    };
    /** Only the sweep ever queries this one. */
    const swept = async (id: string) => {
      for (const until = Date.now() + 60_000; Date.now() < until; await wait(200))
        if (await makeDue(id)) return;
      throw new Error(`${id} was not swept`);
    };
    // A payment killed during execute waits until its lease expires: meanwhile the next rounds continue, and kill it again.
    const settling: Promise<unknown>[] = [];
    const count = (name: keyof typeof done) => {
      done[name] += 1;
    };

    for (let round = 0; round < repetitions; round += 1) {
      if (Date.now() - signedInAt > 300_000) {
        token = (await signIn(portal, customer.email, customer.password)).access;
        staff = (await signIn(portal)).access;
        signedInAt = Date.now();
      }
      const [returned, noticed, vanished] = await Promise.all([paid(), paid(), paid()]);
      // Each request goes to the portal that is running at that moment: a retry reaches the next one.
      const [order, document, paidIn, paidOut] = [newKey(), newKey(), newKey(), newKey()];
      const cash = (path: string, headers: Record<string, string>, amount: string) =>
        insist(() =>
          portal.call('POST', `/account/transactions/${path}/`, {
            token: staff,
            headers,
            body: { user: customer.id, amount },
          }),
        );
      await makeDue(vanished);
      const work: Promise<{ answer: { status: number }; tries: number }>[] = [
        insist(() =>
          portal.call('POST', '/account/orders/', { token, headers: order, body: customer.order }),
        ),
        insist(() =>
          portal.call('POST', '/account/nid-details/', { token, headers: document, body: nidBody }),
        ),
        insist(() => portal.call('GET', `/payment/bkash/callback/?paymentID=${returned}`, { token })),
        insist(async () => ({
          status: (await bkash.notify(`${portal.origin}/payment/bkash/notice/`, noticed)) || 503,
          body: {},
        })),
        cash('create', paidIn, '20'),
        cash('withdrawl', paidOut, '10'),
      ];
      // Most kills come at once: an order takes a few milliseconds, a document a quarter of a second.
      await wait(Math.random() ** 3 * 350);
      await portal.stop('SIGKILL');
      portal = await start();
      const answers = await Promise.all(work);
      expect(answers.map(({ answer }) => answer.status)).toEqual([201, 201, 200, 200, 201, 200]);
      for (const [index, name] of (Object.keys(interrupted) as (keyof typeof interrupted)[]).entries())
        interrupted[name] += Number(answers[index]!.tries > 1);
      for (const name of ['order', 'charge', 'cash_in', 'cash_out'] as const) count(name);
      settling.push(
        settled(returned).then(() => count('callback')),
        settled(noticed).then(() => count('notice')),
        swept(vanished).then(() => count('sweep')),
      );
    }
    await Promise.all(settling);
    await portal.stop();

    const [stored] = await asOwner(
      database.ownerUrl,
      `select (select count(*)::int from orders where customer_id = $1) as orders,
              (select count(*)::int from document_records where owner_id = $1) as documents,
              (select count(*)::int from ledger_transfers where user_id = $1 and kind = 'charge') as charges,
              (select count(*)::int from ledger_transfers where user_id = $1 and kind = 'hold') as holds,
              (select count(*)::int from ledger_transfers where user_id = $1 and kind = 'withdrawal') as paid_out,
              (select count(*)::int from ledger_transfers where user_id = $1 and debit_account = 'admin_cash'
                 and amount_paisa = 2000) as paid_in,
              (select posted_paisa::text from wallets where user_id = $1) as posted`,
      [customer.id],
    );
    expect(stored).toEqual({
      orders: repetitions,
      documents: repetitions,
      charges: repetitions,
      holds: repetitions,
      paid_out: repetitions,
      paid_in: repetitions,
      // The customer's opening balance; a round adds 3 × 100 and 20, takes 10 and the 15 of a document. The orders are only held.
      posted: String(100 * (9_000_000 + repetitions * (300 + 20 - 10 - 15))),
    });
    const counts = await tally(bkash, database.ownerUrl);
    const cut = Object.entries(interrupted).map(([name, times]) => [`interrupted ${name}`, times] as const);
    print('kill -9', { ...done, ...Object.fromEntries(cut), ...counts });
    // If no fault hit anything, the test proves nothing.
    if (repetitions >= 20) expect(cut.filter(([, times]) => times === 0)).toEqual([]);
    expect(counts).toEqual({ lost: 0, doubled: 0, taken: 3 * repetitions, credited: 3 * repetitions });
    await expectNothingWrong(database.db);
  },
  testTimeout,
);
