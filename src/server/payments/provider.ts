// The interface of a payment provider. Its answer, not the browser's, decides about money.
import type { Language } from '#contract/language.ts';

export interface PaymentFacts {
  readonly providerPaymentId: string;
  /** Our payment's id, as known to the provider. */
  readonly invoice: string;
  readonly amountPaisa: bigint;
  readonly currency: string;
  /** The provider's id for the money movement; unique. */
  readonly transactionId: string;
  /** The payer's mobile number, or ''. */
  readonly payerNumber: string;
}

/** `open`: not paid yet; `unknown`: the provider gave no clear answer, query again later. */
export type ProviderAnswer =
  | { readonly state: 'paid'; readonly facts: PaymentFacts }
  | { readonly state: 'failed'; readonly code?: string }
  | { readonly state: 'open' | 'cancelled' | 'unknown' };

/** An unsolicited notification from a provider. It only triggers a query. */
export interface ProviderNotification {
  readonly messageId: string;
  readonly invoice: string;
  readonly transactionId: string;
  readonly amountPaisa: bigint | undefined;
  readonly currency: string;
  readonly status: string;
}

export type RefundAnswer =
  | { readonly state: 'refunded'; readonly refundId: string }
  | { readonly state: 'refused' | 'unknown' };

export interface PaymentProvider {
  readonly id: string;
  readonly name: { readonly bn: string; readonly en: string };
  /** Path or data URL of an image. */
  readonly logo: string;
  /** Seconds between background queries about one payment; the last value repeats. */
  readonly pauses: readonly number[];
  /**
   * Starts a payment. Idempotent by invoice: a repeated call returns the same payment.
   * @throws Fault `provider_unavailable`
   */
  create(order: {
    invoice: string;
    amountPaisa: bigint;
    returnUrl: string;
  }): Promise<{ providerPaymentId: string; redirectUrl: string }>;
  /** Completes the payment if the customer has paid, and returns its state. Safe to call at any time, any number of times. */
  settle(providerPaymentId: string): Promise<ProviderAnswer>;
  /** Refunds a payment in full. Idempotent: a repeated call returns the same refund. */
  refund(payment: {
    providerPaymentId: string;
    transactionId: string;
    amountPaisa: bigint;
    reason: string;
  }): Promise<RefundAnswer>;
  /**
   * Reads a notification; undefined for one that only sets up the subscription.
   * @throws Fault `not_found` when the provider sends none, `not_allowed` when the signature is not the provider's
   */
  readNotification?(message: unknown): Promise<ProviderNotification | undefined>;
  /** The customer's message for a failed payment's code. */
  explain?(code: string, language: Language): string | undefined;
}
