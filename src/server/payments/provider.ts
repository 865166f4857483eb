// What every payment provider does for the portal. Its word, not the browser's, decides about money.
import type { Language } from '#contract/bengali.ts';

export interface PaymentFacts {
  readonly providerPaymentId: string;
  /** Our payment's id, as the provider has it. */
  readonly invoice: string;
  readonly amountPaisa: bigint;
  readonly currency: string;
  /** The provider's own id of the money movement; never used twice. */
  readonly transactionId: string;
  /** Mobile number that paid, or ''. */
  readonly payerNumber: string;
}

/** `open`: not paid yet; `unknown`: the provider did not answer clearly, ask again later. */
export type ProviderWord =
  | { readonly state: 'paid'; readonly facts: PaymentFacts }
  | { readonly state: 'failed'; readonly code?: string }
  | { readonly state: 'open' | 'cancelled' | 'unknown' };

/** What a provider told us without being asked. It is only a reason to ask. */
export interface Notice {
  readonly messageId: string;
  readonly invoice: string;
  readonly transactionId: string;
  readonly amountPaisa: bigint | undefined;
  readonly currency: string;
  readonly status: string;
}

export type RefundWord =
  | { readonly state: 'refunded'; readonly refundId: string }
  | { readonly state: 'refused' | 'unknown' };

export interface PaymentProvider {
  readonly id: string;
  readonly name: { readonly bn: string; readonly en: string };
  /** Path or data URL of a picture. */
  readonly logo: string;
  /** Seconds between the background's questions about one payment; the last repeats. */
  readonly pauses: readonly number[];
  /**
   * Starts a payment. Called again with the same invoice it answers the same payment.
   * @throws Fault `provider_unavailable`
   */
  create(order: {
    invoice: string;
    amountPaisa: bigint;
    returnUrl: string;
  }): Promise<{ providerPaymentId: string; redirectUrl: string }>;
  /** Completes the payment if the customer has paid, and says how it stands. Safe to call at any time, any number of times. */
  settle(providerPaymentId: string): Promise<ProviderWord>;
  /** Gives the whole of a payment back. Called again after it was given back it answers the same refund. */
  refund(payment: {
    providerPaymentId: string;
    transactionId: string;
    amountPaisa: bigint;
    reason: string;
  }): Promise<RefundWord>;
  /**
   * Reads a notice; undefined for one that only sets the channel up.
   * @throws Fault `not_found` when there are none, `not_allowed` when the signature is not the provider's
   */
  readNotice?(message: unknown): Promise<Notice | undefined>;
  /** What a code of a failed payment means for the customer. */
  explain?(code: string, language: Language): string | undefined;
}
