// The interface of a payment provider. Money moves by the provider's answer, never by the browser's.
import type { Language } from '#contract/language.ts';

export interface PaymentFacts {
  readonly providerPaymentId: string;
  /** Our id of the payment, as known to the provider. */
  readonly invoice: string;
  readonly amountPaisa: bigint;
  readonly currency: string;
  /** The provider's unique id of the money movement. */
  readonly transactionId: string;
  /** The payer's mobile number, or ''. */
  readonly payerNumber: string;
}

/** `open`: not paid yet; `unknown`: the provider gave no clear answer and must be queried again. */
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
   * Verifies and parses a notification; undefined for one that only sets up the subscription.
   * @throws Fault `not_found` if notifications aren't set up, `not_allowed` if the signature isn't the provider's
   */
  readNotification?(message: unknown): Promise<ProviderNotification | undefined>;
  /** Returns the customer's message for the code of a failed payment. */
  explain?(code: string, language: Language): string | undefined;
}
