import { paymentsEndpoints } from '#contract/payments.ts';
import { type Binder, bind } from '../platform/http/bind.ts';
import type { Payments } from './payments.service.ts';

export function paymentsRoutes(binder: Binder, payments: Payments): void {
  bind(binder, paymentsEndpoints.providers, async ({ language }) => payments.listProviders(language));
  bind(binder, paymentsEndpoints.createPayment, ({ caller, params, body, idempotency }) =>
    payments.create(caller, params.provider, body, idempotency),
  );
  bind(binder, paymentsEndpoints.paymentCallback, ({ caller, params, query, language }) =>
    payments.answerCallback(caller, params.provider, query.paymentID, language),
  );
  bind(binder, paymentsEndpoints.paymentCallbackPost, ({ caller, params, body, language }) =>
    payments.answerCallback(caller, params.provider, body.paymentID, language),
  );
}
