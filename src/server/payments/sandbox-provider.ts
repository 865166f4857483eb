// The play provider: a page of the portal stands in for the provider's, with books of its own.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { formatTaka } from '#contract/bengali.ts';
import { sandboxEndpoints } from '#contract/sandbox.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { bind } from '../platform/http/bind.ts';
import type { Binder } from '../platform/http/door.ts';
import type { PaymentProvider } from './provider.ts';

const lateSeconds = 20;

type SandboxRow = NonNullable<Awaited<ReturnType<typeof findSandboxPayment>>>;

function findSandboxPayment(db: Database, paymentId: string) {
  return db
    .selectFrom('sandbox_payments')
    .select([
      'payment_id',
      'invoice',
      'amount_paisa',
      'return_url',
      'outcome',
      'transaction_id',
      sql<boolean>`settles_at is null or settles_at <= now()`.as('is_settled'),
    ])
    .where('payment_id', '=', paymentId)
    .executeTakeFirst();
}

export function createSandboxProvider(db: Database, publicOrigin: string): PaymentProvider {
  return {
    id: 'sandbox',
    name: { bn: 'পরীক্ষামূলক পেমেন্ট', en: 'Sandbox payment' },
    logo: '/logos/sandbox.svg',
    pauses: [30],
    async create({ invoice, amountPaisa, returnUrl }) {
      const paymentId = await inTransaction(db, async (trx) => {
        // Callers with the same invoice come one after the other.
        await sql`select pg_advisory_xact_lock(hashtextextended(${invoice}, 0))`.execute(trx);
        const known = await trx
          .selectFrom('sandbox_payments')
          .select('payment_id')
          .where('invoice', '=', invoice)
          .executeTakeFirst();
        if (known) return known.payment_id;
        const made = `SB${randomBytes(12).toString('hex').toUpperCase()}`;
        await trx
          .insertInto('sandbox_payments')
          .values({ payment_id: made, invoice, amount_paisa: amountPaisa, return_url: returnUrl })
          .execute();
        return made;
      });
      return { providerPaymentId: paymentId, redirectUrl: `${publicOrigin}/sandbox/pay/${paymentId}` };
    },
    async settle(providerPaymentId) {
      const row = await findSandboxPayment(db, providerPaymentId);
      if (!row) return { state: 'unknown' };
      if (row.outcome === 'failed' || row.outcome === 'cancelled') return { state: row.outcome };
      if (row.outcome !== 'paid' || !row.is_settled || row.transaction_id === null) return { state: 'open' };
      return {
        state: 'paid',
        facts: {
          providerPaymentId: row.payment_id,
          invoice: row.invoice,
          amountPaisa: row.amount_paisa,
          currency: 'BDT',
          transactionId: row.transaction_id,
          payerNumber: '01700000000',
        },
      };
    },
    async refund({ providerPaymentId, transactionId }) {
      const refundId = await inTransaction(db, async (trx) => {
        const row = await trx
          .selectFrom('sandbox_payments')
          .select(['outcome', 'transaction_id', 'refund_id'])
          .where('payment_id', '=', providerPaymentId)
          .forUpdate()
          .executeTakeFirst();
        if (row?.outcome !== 'paid' || row.transaction_id !== transactionId) return undefined;
        if (row.refund_id !== null) return row.refund_id;
        const made = `SBR${randomBytes(8).toString('hex').toUpperCase()}`;
        await trx
          .updateTable('sandbox_payments')
          .set({ refund_id: made })
          .where('payment_id', '=', providerPaymentId)
          .execute();
        return made;
      });
      return refundId === undefined ? { state: 'refused' } : { state: 'refunded', refundId };
    },
  };
}

const actions = {
  pay: { outcome: 'paid', status: 'success', isLate: false, vanishes: false },
  'pay-late': { outcome: 'paid', status: 'success', isLate: true, vanishes: false },
  'pay-and-vanish': { outcome: 'paid', status: 'success', isLate: false, vanishes: true },
  fail: { outcome: 'failed', status: 'failure', isLate: false, vanishes: false },
  cancel: { outcome: 'cancelled', status: 'cancel', isLate: false, vanishes: false },
} as const;
type Action = keyof typeof actions;

const labels: Record<Action, string> = {
  pay: 'টাকা দিন',
  'pay-late': 'টাকা দিন, নিশ্চিত হবে ২০ সেকেন্ড পরে',
  'pay-and-vanish': 'টাকা দিন, কিন্তু ফিরে যাবেন না',
  fail: 'পেমেন্ট ব্যর্থ করুন',
  cancel: 'বাতিল করুন',
};

function page(row: SandboxRow): string {
  const buttons = (Object.keys(actions) as Action[])
    .map((action) => `<button name="action" value="${action}" class="${action}">${labels[action]}</button>`)
    .join('\n');
  return `<!doctype html>
<html lang="bn"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>পরীক্ষামূলক পেমেন্ট</title>
<style>
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f4f1ea; color: #1d2a26;
    font: 17px/1.7 "Noto Sans Bengali", "Hind Siliguri", sans-serif; }
  main { box-sizing: border-box; width: min(100% - 32px, 420px); margin: 16px; padding: 24px; background: #fff; border-radius: 16px;
    border: 1px solid #ddd6c8; }
  p.ribbon { margin: 0 0 16px; padding: 8px 12px; border-radius: 8px; background: #fff3d1; color: #5b4300; }
  h1 { margin: 0; font-size: 20px; } strong { display: block; margin: 8px 0 24px; font-size: 32px; line-height: 1.4; }
  form { display: grid; gap: 12px; }
  button { min-height: 48px; padding: 8px 16px; border-radius: 10px; border: 1px solid #b9b0a0; background: #fff; color: inherit; font: inherit; cursor: pointer; }
  button.pay { background: #0b6b57; border-color: #0b6b57; color: #fff; font-weight: 600; }
  button:focus-visible { outline: 3px solid #d08a00; outline-offset: 2px; }
</style></head>
<body><main>
<p class="ribbon">এটি পরীক্ষার পাতা, আসল কোনো টাকা কাটা হবে না।</p>
<h1>পরীক্ষামূলক পেমেন্ট</h1>
<strong>${formatTaka(row.amount_paisa)}</strong>
<form method="post">
${buttons}
</form>
</main></body></html>`;
}

/** The provider's side of the counter: its page, and what its buttons do. */
export function sandboxProviderRoutes(binder: Binder, db: Database): void {
  const html = 'text/html; charset=utf-8';
  const getPayment = async (paymentId: string) => {
    const row = await findSandboxPayment(db, paymentId);
    if (!row) throw new Fault('not_found');
    return row;
  };
  bind(binder, sandboxEndpoints.sandboxPayment, async ({ params, reply }) => {
    const row = await getPayment(params.paymentId);
    return reply.type(html).send(page(row));
  });
  bind(binder, sandboxEndpoints.settleSandboxPayment, async ({ params, body: { action: name }, reply }) => {
    const row = await getPayment(params.paymentId);
    if (!Object.hasOwn(actions, name)) return reply.status(400).type(html).send(page(row));
    const action = actions[name as Action];
    // The first click decides; later ones find the payment closed, as at a real provider.
    await db
      .updateTable('sandbox_payments')
      .set({
        outcome: action.outcome,
        transaction_id:
          action.outcome === 'paid' ? `SBT${randomBytes(8).toString('hex').toUpperCase()}` : null,
        settles_at: action.isLate ? sql<Date>`now() + ${lateSeconds} * interval '1 second'` : null,
      })
      .where('payment_id', '=', row.payment_id)
      .where('outcome', '=', 'open')
      .execute();
    if (action.vanishes) return reply.type(html).send('<!doctype html><title> </title>');
    const target = new URL(row.return_url);
    target.searchParams.set('paymentID', row.payment_id);
    target.searchParams.set('status', action.status);
    return reply.redirect(target.href, 303);
  });
}
