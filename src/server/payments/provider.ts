// What every payment provider does for the portal. Its word, not the browser's, decides about money.

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
  | { readonly state: 'open' | 'failed' | 'cancelled' | 'unknown' };

export interface PaymentProvider {
  readonly id: string;
  readonly name: { readonly bn: string; readonly en: string };
  /** Path or data URL of a picture. */
  readonly logo: string;
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
}
