// What staff read about a payment: its state, and how the provider's report differs.
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

/** `does not fit: amount, invoice` → the words for each; a reason of a newer server stays as it is. */
export function attentionWords(attention: string, text: PaymentsStaffText): string[] {
  const words: Readonly<Record<string, string>> = text.payments.attention;
  if (attention === '') return [];
  return attention
    .replace(/^does not fit: /, '')
    .split(', ')
    .map((reason) => (Object.hasOwn(words, reason) ? words[reason]! : text.payments.attention.unknown));
}
