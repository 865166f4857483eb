import { paymentDeskEndpoints } from '#contract/payments/operation-calls.ts';
import { bind } from '../platform/http/bind.ts';
import type { Binder } from '../platform/http/door.ts';
import type { PaymentDesk } from './operations.service.ts';
import type { Reconciliation } from './reconciliation.service.ts';

export function paymentDeskRoutes(binder: Binder, desk: PaymentDesk, reconciliation: Reconciliation): void {
  bind(binder, paymentDeskEndpoints.deskPayments, ({ query }) =>
    desk.list({
      state: query.state,
      provider: query.provider,
      search: query.search,
      page: query.page,
      pageSize: query.page_size,
    }),
  );
  bind(binder, paymentDeskEndpoints.deskPayment, ({ params }) => desk.get(params.id));
  bind(binder, paymentDeskEndpoints.checkPayment, ({ caller, params }) => desk.check(caller, params.id));
  bind(binder, paymentDeskEndpoints.resolvePayment, async ({ caller, params, body, idempotency, reply }) => {
    const kept = await desk.resolve(caller, params.id, body, idempotency);
    reply.status(kept.status);
    return kept.body;
  });
  bind(binder, paymentDeskEndpoints.approvePayment, async ({ caller, params, idempotency }) => {
    const { body } = await desk.approve(caller, params.id, idempotency);
    return body;
  });
  bind(binder, paymentDeskEndpoints.rejectPayment, async ({ caller, params, idempotency }) => {
    const { body } = await desk.reject(caller, params.id, idempotency);
    return body;
  });
  bind(binder, paymentDeskEndpoints.settlementFiles, ({ query }) =>
    reconciliation.list({ provider: query.provider, page: query.page, pageSize: query.page_size }),
  );
  bind(binder, paymentDeskEndpoints.uploadSettlement, ({ caller, body, file, idempotency }) =>
    reconciliation.upload(caller, body.provider, file, idempotency),
  );
  bind(binder, paymentDeskEndpoints.settlementItems, ({ params, query }) =>
    reconciliation.items(params.id, {
      match: query.match,
      isOpen: query.open === '1',
      page: query.page,
      pageSize: query.page_size,
    }),
  );
  bind(binder, paymentDeskEndpoints.resolveSettlement, ({ caller, params, body }) =>
    reconciliation.resolve(caller, params.id, params.position, body),
  );
}
