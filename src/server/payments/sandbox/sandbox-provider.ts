// The sandbox provider, which keeps its own books. Its page is in sandbox.routes.ts.
import { randomBytes } from 'node:crypto';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import type { PaymentProvider } from '../provider.ts';
import { findSandboxPayment, insertSandboxPayment, refundSandboxPayment } from './sandbox.queries.ts';

export function createSandboxProvider(db: Database, publicOrigin: string): PaymentProvider {
  return {
    id: 'sandbox',
    name: { bn: 'পরীক্ষামূলক পেমেন্ট', en: 'Sandbox payment' },
    logo: '/logos/sandbox.svg',
    pauses: [30],
    async create({ invoice, amountPaisa, returnUrl }) {
      const id = `SB${randomBytes(12).toString('hex').toUpperCase()}`;
      const paymentId = await inTransaction(db, (trx) =>
        insertSandboxPayment(trx, { id, invoice, amountPaisa, returnUrl }),
      );
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
      const id = `SBR${randomBytes(8).toString('hex').toUpperCase()}`;
      const refundId = await inTransaction(db, (trx) =>
        refundSandboxPayment(trx, { id, paymentId: providerPaymentId, transactionId }),
      );
      return refundId === undefined ? { state: 'refused' } : { state: 'refunded', refundId };
    },
  };
}
