// The provider's side: what a bKash with this contract stores, accepts and returns. In memory, with an adjustable clock.
import { randomBytes } from 'node:crypto';

export interface SimulatedPayment {
  paymentID: string;
  invoice: string;
  amount: string;
  callbackURL: string;
  state: 'Initiated' | 'Completed' | 'Cancelled' | 'Declined';
  isVerified: boolean;
  /** Code with which execute refuses a payment that the wallet refused. */
  refusal: string;
  trxID: string;
  refundTrxID: string;
  createdAt: number;
  completedAt: number;
  /** The shop received the answer to execute that says it is paid. */
  isOutcomeSent: boolean;
  /** Queries after that; each is one too many. */
  needlessQueries: number;
}

export interface Refusal {
  statusCode: string;
  statusMessage: string;
}

export const credentials = {
  username: 'sandboxTokenizedUser02',
  password: 'sandboxTokenizedUser02@12345',
  app_key: 'simulated-app-key',
  app_secret: 'simulated-app-secret',
};

const day = 86_400_000;
const hour = 3_600_000;
const payer = '01770618575';
const id = (bytes: number) => randomBytes(bytes).toString('hex').toUpperCase();
const refuse = (statusCode: string, statusMessage: string): Refusal => ({ statusCode, statusMessage });
const done = { statusCode: '0000', statusMessage: 'Successful' };

export function createBooks(origin: () => string) {
  const payments = new Map<string, SimulatedPayment>();
  const tokens = new Map<string, number>();
  let ahead = 0;
  let refreshes: number[] = [];
  let blockedUntil = 0;
  const now = () => Date.now() + ahead;
  // Not ISO, as the real one writes it.
  const timeOf = (at: number) => {
    const text = new Date(at + 6 * hour).toISOString();
    return `${text.slice(0, 19)}:${text.slice(20, 23)} GMT+0600`;
  };

  function giveToken() {
    const idToken = `eyJ.${id(20)}.sim`;
    tokens.set(idToken, now() + hour);
    return {
      ...done,
      id_token: idToken,
      token_type: 'Bearer',
      expires_in: 3600,
      refresh_token: `ref.${id(20)}`,
    };
  }

  function complete(payment: SimulatedPayment): void {
    payment.state = 'Completed';
    payment.trxID ||= id(5);
    payment.completedAt = now();
  }

  const isExpired = (payment: SimulatedPayment) =>
    payment.state === 'Initiated' && now() - payment.createdAt > day;

  return {
    payments,
    moveClock(seconds: number): void {
      ahead += seconds * 1000;
    },
    endTokens: () => tokens.clear(),
    isTokenGood: (token: string) => (tokens.get(token) ?? 0) > now(),
    refreshCount: () => refreshes.length,

    token(headers: Record<string, unknown>, body: Record<string, string>, isRefresh: boolean): object {
      const isMerchant =
        headers.username === credentials.username &&
        headers.password === credentials.password &&
        body.app_key === credentials.app_key &&
        body.app_secret === credentials.app_secret;
      if (!isMerchant) return refuse('2001', 'Invalid App Key');
      if (now() < blockedUntil) return { message: 'Too many requests: the merchant is blocked for an hour' };
      if (isRefresh) {
        refreshes = [...refreshes.filter((at) => at > now() - hour), now()];
        if (refreshes.length > 2) blockedUntil = now() + hour;
        if (!body.refresh_token?.startsWith('ref.')) return refuse('2042', 'Invalid refresh token');
      }
      return giveToken();
    },

    create(body: Record<string, string>): object {
      const { amount = '', callbackURL = '', merchantInvoiceNumber: invoice = '' } = body;
      if (!/^\d{1,9}(\.\d{1,2})?$/.test(amount) || Number(amount) <= 0)
        return refuse('2006', 'Invalid Amount');
      if (body.currency !== 'BDT') return refuse('2007', 'Invalid Currency');
      if (body.intent !== 'sale') return refuse('2008', 'Invalid Intent');
      if (body.mode !== '0011') return refuse('2064', 'Invalid mode');
      if (invoice === '' || invoice.length > 255 || /[<>&]/.test(invoice))
        return refuse('2031', 'Invalid Merchant Invoice Number');
      if (!body.payerReference) return refuse('2048', 'Invalid Payer Reference');
      if (!URL.canParse(callbackURL)) return refuse('2049', 'Invalid Merchant Callback URL');
      const paymentID = `TR0011${id(8)}`;
      payments.set(paymentID, {
        paymentID,
        invoice,
        amount,
        callbackURL,
        state: 'Initiated',
        isVerified: false,
        refusal: '',
        trxID: '',
        refundTrxID: '',
        createdAt: now(),
        completedAt: 0,
        isOutcomeSent: false,
        needlessQueries: 0,
      });
      const back = (status: string) => `${callbackURL}?paymentID=${paymentID}&status=${status}`;
      return {
        ...done,
        paymentID,
        bkashURL: `${origin()}/pay/${paymentID}`,
        callbackURL,
        successCallbackURL: back('success'),
        failureCallbackURL: back('failure'),
        cancelledCallbackURL: back('cancel'),
        amount,
        intent: 'sale',
        currency: 'BDT',
        paymentCreateTime: timeOf(now()),
        transactionStatus: 'Initiated',
        merchantInvoiceNumber: invoice,
      };
    },

    execute(body: Record<string, string>): object {
      const payment = payments.get(body.paymentID ?? '');
      if (!payment) return refuse('2002', 'Invalid Payment ID');
      if (payment.state === 'Completed') return refuse('2062', 'The payment has already been completed');
      if (payment.state === 'Cancelled') return refuse('2069', 'The payment has already been cancelled');
      if (payment.state === 'Declined') return refuse(payment.refusal, 'Declined');
      if (!payment.isVerified || isExpired(payment)) return refuse('2056', 'Invalid Payment State');
      complete(payment);
      return {
        ...done,
        paymentID: payment.paymentID,
        payerReference: payment.invoice,
        customerMsisdn: payer,
        trxID: payment.trxID,
        amount: payment.amount,
        transactionStatus: 'Completed',
        paymentExecuteTime: timeOf(payment.completedAt),
        currency: 'BDT',
        intent: 'sale',
        merchantInvoiceNumber: payment.invoice,
      };
    },

    query(body: Record<string, string>): object {
      const payment = payments.get(body.paymentID ?? '');
      if (!payment) return refuse('2002', 'Invalid Payment ID');
      const isDone = payment.state === 'Completed';
      if (payment.isOutcomeSent) payment.needlessQueries += 1;
      return {
        ...done,
        paymentID: payment.paymentID,
        mode: '0011',
        paymentCreateTime: timeOf(payment.createdAt),
        ...(isDone
          ? { paymentExecuteTime: timeOf(payment.completedAt), trxID: payment.trxID, customerMsisdn: payer }
          : {}),
        amount: payment.amount,
        currency: 'BDT',
        intent: 'sale',
        // The real one spells it this way here, and only here.
        merchantInvoice: payment.invoice,
        transactionStatus: isExpired(payment) ? 'Expired' : payment.state,
        verificationStatus: payment.isVerified ? 'Complete' : 'Incomplete',
        payerReference: payment.invoice,
      };
    },

    refund(body: Record<string, string>): object {
      const payment = payments.get(body.paymentID ?? '');
      if (!payment || payment.trxID !== body.trxID) return refuse('2033', 'Transaction Not Found');
      const answer = () => ({
        ...done,
        completedTime: timeOf(now()),
        transactionStatus: 'Completed',
        originalTrxID: payment.trxID,
        refundTrxID: payment.refundTrxID,
        amount: payment.amount,
        currency: 'BDT',
        charge: '0.00',
      });
      if (body.amount === undefined)
        return payment.refundTrxID === '' ? refuse('2033', 'Transaction Not Found') : answer();
      if (payment.state !== 'Completed') return refuse('2056', 'Invalid Payment State');
      if (payment.refundTrxID !== '') return refuse('2006', 'Invalid Amount');
      payment.refundTrxID = id(5);
      return answer();
    },

    /** What the customer does on the wallet's page. */
    press(payment: SimulatedPayment, action: string): 'success' | 'failure' | 'cancel' | undefined {
      if (payment.state !== 'Initiated' || isExpired(payment)) return 'failure';
      if (action === 'pay') payment.isVerified = true;
      else if (action === 'cancel') payment.state = 'Cancelled';
      else if (action === 'fail') {
        payment.state = 'Declined';
        payment.refusal = '2023';
      } else return undefined;
      return action === 'pay' ? 'success' : action === 'cancel' ? 'cancel' : 'failure';
    },

    complete,

    /** A merchant's settlement report: one line per movement. */
    settlementCsv(): string {
      const lines = [...payments.values()]
        .filter(({ state }) => state === 'Completed')
        .sort((a, b) => a.completedAt - b.completedAt)
        .map(({ trxID, invoice, amount, completedAt, refundTrxID }) =>
          [
            new Date(completedAt).toISOString(),
            trxID,
            invoice,
            Number(amount).toFixed(2),
            'BDT',
            'Payment',
            refundTrxID === '' ? 'Completed' : 'Refunded',
          ].join(','),
        );
      return `﻿Date Time,Transaction ID,Merchant Invoice Number,Amount,Currency,Transaction Type,Status\r\n${lines.join('\r\n')}\r\n`;
    },
  };
}
