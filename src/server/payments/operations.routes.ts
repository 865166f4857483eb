import { paymentOperationEndpoints } from '#contract/payments/operation-calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import { sendTable } from '../platform/http/send-table.ts';
import type { PaymentOperations } from './operations.service.ts';
import type { Reconciliation } from './reconciliation.service.ts';

export function paymentOperationRoutes(
  binder: Binder,
  operations: PaymentOperations,
  reconciliation: Reconciliation,
): void {
  bind(binder, paymentOperationEndpoints.deskPayments, ({ query }) =>
    operations.list({
      state: query.state,
      provider: query.provider,
      search: query.search,
      page: query.page,
      pageSize: query.page_size,
    }),
  );
  bind(binder, paymentOperationEndpoints.exportPayments, async ({ caller, query, reply, ...origin }) =>
    sendTable(
      reply,
      'payments.csv',
      await operations.exportTable(caller, { ...query, provider: query.provider }, origin),
    ),
  );
  bind(binder, paymentOperationEndpoints.deskPayment, ({ params }) => operations.get(params.id));
  bind(binder, paymentOperationEndpoints.checkPayment, ({ caller, params }) =>
    operations.check(caller, params.id),
  );
  bind(binder, paymentOperationEndpoints.resolvePayment, ({ caller, params, body, idempotency }) =>
    operations.resolve(caller, params.id, body, idempotency),
  );
  bind(binder, paymentOperationEndpoints.approvePayment, ({ caller, params, body, idempotency }) =>
    operations.approve(caller, params.id, body.action, idempotency),
  );
  bind(binder, paymentOperationEndpoints.rejectPayment, ({ caller, params, idempotency }) =>
    operations.reject(caller, params.id, idempotency),
  );
  bind(binder, paymentOperationEndpoints.settlementFiles, ({ query }) =>
    reconciliation.list({ provider: query.provider, page: query.page, pageSize: query.page_size }),
  );
  bind(binder, paymentOperationEndpoints.uploadSettlement, ({ caller, body, file, idempotency }) =>
    reconciliation.upload(caller, body.provider, file, idempotency),
  );
  bind(binder, paymentOperationEndpoints.settlementItems, ({ params, query }) =>
    reconciliation.items(params.id, {
      match: query.match,
      isOpen: query.open === '1',
      page: query.page,
      pageSize: query.page_size,
    }),
  );
  bind(
    binder,
    paymentOperationEndpoints.exportSettlement,
    async ({ caller, params, query, reply, ...origin }) => {
      const filter = { match: query.match, isOpen: query.open === '1' };
      return sendTable(
        reply,
        'settlement.csv',
        await reconciliation.exportTable(caller, params.id, filter, origin),
      );
    },
  );
  bind(binder, paymentOperationEndpoints.resolveSettlement, ({ caller, params, body }) =>
    reconciliation.resolve(caller, params.id, params.position, body),
  );
}
