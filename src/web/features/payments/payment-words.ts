// The texts about a payment for staff: its state, and how the provider's report differs.
import type { OperationPayment } from '#contract/payments/operation-calls.ts';
import type { Tone } from '../../ui/surface.tsx';
import type { PaymentsStaffText } from './staff-text-bn.ts';

export const paymentTones: Readonly<Record<OperationPayment['state'], Tone>> = {
  created: 'neutral',
  redirected: 'accent',
  completed: 'good',
  needs_attention: 'bad',
  refunding: 'warn',
  refunded: 'neutral',
  closed: 'neutral',
  failed: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
};

/** Translates each reason of `does not fit: amount, invoice`; a reason from a newer server gets a general text. */
export function attentionWords(attention: string, text: PaymentsStaffText): string[] {
  const words: Readonly<Record<string, string>> = text.payments.attention;
  if (attention === '') return [];
  return attention
    .replace(/^does not fit: /, '')
    .split(', ')
    .map((reason) => (Object.hasOwn(words, reason) ? words[reason]! : text.payments.attention.unknown));
}
