import { paymentsEndpoints } from '#contract/payments/calls.ts';
import type { Binder } from '../platform/http/admission.ts';
import { bind } from '../platform/http/bind.ts';
import { parseJsonBody } from '../platform/http/json-body.ts';
import type { Payments } from './payments.service.ts';
import type { Settlement } from './settlement.ts';

/** Providers send notifications as JSON labelled as plain text; such a body is accepted only here. */
function noticeRoutes(binder: Binder, settlement: Settlement): void {
  void binder.app.register(async (app) => {
    app.addContentTypeParser('text/plain', { parseAs: 'string' }, parseJsonBody(app));
    bind({ ...binder, app }, paymentsEndpoints.paymentNotice, async ({ params, body }) => {
      await settlement.handleNotification(params.provider, body);
      return {};
    });
  });
}

const callbackOf = (providerId: string, sent: { paymentID: string; status?: string | undefined }) => ({
  providerId,
  paymentId: sent.paymentID,
  claimsPaid: sent.status === 'success',
});

export function paymentsRoutes(binder: Binder, payments: Payments, settlement: Settlement): void {
  noticeRoutes(binder, settlement);
  bind(binder, paymentsEndpoints.providers, async ({ language }) => payments.listProviders(language));
  bind(binder, paymentsEndpoints.createPayment, ({ caller, params, body, idempotency }) =>
    payments.create(caller, params.provider, body, idempotency),
  );
  bind(binder, paymentsEndpoints.paymentCallback, ({ caller, params, query, language }) =>
    payments.answerCallback(caller, callbackOf(params.provider, query), language),
  );
  bind(binder, paymentsEndpoints.paymentCallbackPost, ({ caller, params, body, language }) =>
    payments.answerCallback(caller, callbackOf(params.provider, body), language),
  );
}
