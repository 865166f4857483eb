import { refundsEndpoints } from '#contract/orders/refund-calls.ts';
import type { Binder } from '../../platform/http/admission.ts';
import { bind } from '../../platform/http/bind.ts';
import type { Refunds } from './refunds.service.ts';

const messages = {
  done: { bn: 'টাকা ফেরত দেওয়া হয়েছে', en: 'The money was returned' },
  waits: {
    bn: 'দ্বিতীয় একজন কর্মীর অনুমোদনের অপেক্ষায় রাখা হয়েছে',
    en: 'Waiting for a second member of staff to approve it',
  },
};

export function refundsRoutes(binder: Binder, refunds: Refunds): void {
  bind(binder, refundsEndpoints.refundOrder, ({ caller, params, body, idempotency, language }) =>
    refunds.give(caller, params.id, body, idempotency, {
      done: messages.done[language],
      waits: messages.waits[language],
    }),
  );
}
