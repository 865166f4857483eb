// A portal is killed at each provider request of a refund, and started again.
import { expect, it } from 'vitest';
import type { PlannedFault } from '../../scripts/bkash-simulator/server.ts';
import { useBkash } from '../support/bkash.ts';
import { asOwner, useDatabase } from '../support/database.ts';
import { makeCustomer, makeDataDir, type PortalProcess, signIn, startPortal } from './process.ts';

const bkash = useBkash();
const database = useDatabase();
const dataDir = makeDataDir();
const start = () =>
  startPortal(dataDir, { ...bkash.settings, DATABASE_URL: database.ownerUrl, LOG_LEVEL: 'silent' });
const countRequests = async () => (await bkash.look()).counts.refund ?? 0;
const at = (kind: PlannedFault['kind'], milliseconds = 1): PlannedFault => ({
  call: 'refund',
  kind,
  milliseconds,
});
const long = 3_000;

it.each([
  ['before anything was given back', [at('slow', long)]],
  ['while it is given back', [at('slow'), at('slow', long)]],
  ['after it was given back without an answer', [at('slow'), at('drop_after'), at('slow', long)]],
])(
  'a refund that is killed %s is made once, when staff ask again after its lease',
  async (_, faults) => {
    const first = await start();
    const person = await makeCustomer(first, '10');
    const { body: made } = await first.call('POST', '/payment/bkash/create/', {
      token: person.access,
      body: { amount: '500', payment_type: 'custom' },
    });
    await bkash.press(made.payment_id, 'pay');
    await bkash.change({ paymentID: made.payment_id, amount: '450.00' });
    await first.call('GET', `/payment/bkash/callback/?paymentID=${made.payment_id}`, {
      token: person.access,
    });
    const [payment] = await asOwner<{ id: string; state: string }>(
      database.ownerUrl,
      'select id, state from payments where provider_payment_id = $1',
      [made.payment_id],
    );
    expect(payment?.state).toBe('needs_attention');
    const refund = async (portal: PortalProcess) =>
      portal.call('POST', `/account/payments/${payment!.id}/resolve/`, {
        token: (await signIn(portal)).access,
        body: { action: 'refund', note: 'ফেরত চেয়েছেন' },
        headers: { 'Accept-Language': 'en' },
      });
    const before = await countRequests();
    await bkash.plan(...faults);
    const lost = refund(first).catch(() => undefined);
    await expect.poll(countRequests, { interval: 20 }).toBe(before + faults.length);
    await first.stop('SIGKILL');
    await lost;

    const second = await start();
    const early = await refund(second);
    expect(early.body).toMatchObject({ code: 'refund_running' });
    expect(early.body.error).toMatch(/in 1[45] minutes, try again/);
    await asOwner(
      database.ownerUrl,
      `update payments set refund_lease_until = now() - interval '1 second' where id = $1`,
      [payment!.id],
    );
    expect((await refund(second)).body).toEqual({ id: payment!.id, status: 'refunded' });
    const { refundTrxID } = (await bkash.look()).payments.find(
      ({ paymentID }) => paymentID === made.payment_id,
    )!;
    const { body } = await second.call('GET', `/account/payments/${payment!.id}/`, {
      token: (await signIn(second)).access,
    });
    expect(body).toMatchObject({ state: 'refunded', resolved: { refund_id: refundTrxID } });
    const { access } = await signIn(second, person.email, person.password);
    const balance = await second.call('GET', '/account/transaction-summary/', { token: access });
    expect(balance.body.current_balance).toBe(10);
    await second.stop('SIGTERM');
  },
  60_000,
);
