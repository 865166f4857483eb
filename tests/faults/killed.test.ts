// kill -9 of the server at random moments while orders, documents, callbacks and notices are under way.
import { expect, it } from 'vitest';
import { useBkash } from '../support/bkash.ts';
import { asOwner, useDatabase } from '../support/database.ts';
import {
  expectNothingWrong,
  insist,
  newKey,
  nidBody,
  patience,
  print,
  rounds,
  tally,
  wait,
} from './money.ts';
import { freePort, makeCustomer, makeDataDir, type PortalProcess, signIn, startPortal } from './process.ts';

const bkash = useBkash();
const database = useDatabase();

it(
  'a server that is killed at any moment loses nothing and doubles nothing',
  async () => {
    const repetitions = rounds(4);
    const dataDir = makeDataDir();
    const settings = {
      ...bkash.settings,
      BKASH_TIMEOUT_SECONDS: '1',
      DATABASE_URL: database.ownerUrl,
      APPROVAL_SUM: '10000000',
    };
    const port = String(await freePort());
    const start = (): Promise<PortalProcess> => startPortal(dataDir, { ...settings, PORT: port });
    let portal = await start();
    const customer = await makeCustomer(portal, '9000000');
    let { access: token } = customer;
    let signedInAt = Date.now();
    const done = { order: 0, charge: 0, callback: 0, settlement: 0 };
    let interrupted = 0;

    const paid = async (): Promise<string> => {
      const headers = newKey();
      const { answer } = await insist(() =>
        portal.call('POST', '/payment/bkash/create/', { token, headers, body: { amount: '100' } }),
      );
      await bkash.press(answer.body.payment_id, 'pay');
      return answer.body.payment_id;
    };
    const settled = async (id: string) => {
      for (let tries = 0; tries < 300; tries += 1) {
        const { answer } = await insist(() =>
          portal.call('GET', `/payment/bkash/callback/?paymentID=${id}`, { token }),
        );
        if (answer.body.status === 'success') return;
        await wait(100);
      }
      throw new Error(`${id} was not settled`);
    };

    for (let round = 0; round < repetitions; round += 1) {
      if (Date.now() - signedInAt > 300_000) {
        token = (await signIn(portal, customer.email, customer.password)).access;
        signedInAt = Date.now();
      }
      const [returned, noticed] = [await paid(), await paid()];
      // Each call goes to whatever portal runs when it is made: a repeat reaches the next one.
      const order = newKey();
      const document = newKey();
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
      ];
      await wait(Math.random() * 350);
      await portal.stop('SIGKILL');
      portal = await start();
      const answers = await Promise.all(work);
      expect(answers.map(({ answer }) => answer.status)).toEqual([201, 201, 200, 200]);
      interrupted += answers.filter(({ tries }) => tries > 1).length;
      await Promise.all([settled(returned), settled(noticed)]);
      for (const name of Object.keys(done) as (keyof typeof done)[]) done[name] += 1;
    }
    await portal.stop();

    const [stored] = await asOwner<{ orders: number; documents: number; charges: number; holds: number }>(
      database.ownerUrl,
      `select (select count(*)::int from orders where customer_id = $1) as orders,
              (select count(*)::int from document_records where owner_id = $1) as documents,
              (select count(*)::int from ledger_transfers where user_id = $1 and kind = 'charge') as charges,
              (select count(*)::int from ledger_transfers where user_id = $1 and kind = 'hold') as holds`,
      [customer.id],
    );
    expect(stored).toEqual({
      orders: repetitions,
      documents: repetitions,
      charges: repetitions,
      holds: repetitions,
    });
    const counts = await tally(bkash, database.ownerUrl);
    print('kill -9', { ...done, interrupted, ...counts });
    expect(counts).toEqual({ lost: 0, doubled: 0, taken: 2 * repetitions, credited: 2 * repetitions });
    await expectNothingWrong(database.db);
  },
  patience,
);
