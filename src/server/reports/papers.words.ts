// The texts of receipts and statements, in both languages.
import type { ReversedType, TransactionType } from '#contract/wallet/calls.ts';
import { transactionBn } from '#contract/wallet/words-bn.ts';
import { transactionEn } from '#contract/wallet/words-en.ts';

export const movementWords: Record<TransactionType, { bn: string; en: string }> = {
  recharge: { bn: 'রিচার্জ', en: 'Recharge' },
  bonus: { bn: 'বোনাস', en: 'Bonus' },
  charge: { bn: 'সার্ভিসের দাম', en: 'Service payment' },
  hold: { bn: 'অর্ডারের জন্য জমা রাখা', en: 'Set aside for an order' },
  release: { bn: 'জমা রাখা টাকা ফেরত', en: 'Returned from an order' },
  refund: { bn: 'ফেরত', en: 'Refund' },
  withdrawal: { bn: 'টাকা তোলা', en: 'Withdrawal' },
};

export const correctionName = (reversed: ReversedType) => ({
  bn: transactionBn.corrections[reversed],
  en: transactionEn.corrections[reversed],
});

/** A refund of part of an order's price; other refunds reverse a whole movement. */
export const orderRefund = { bn: 'অর্ডারের টাকা ফেরত', en: 'Order refund' };

export const receiptTitle = { bn: 'রিচার্জের রসিদ', en: 'Recharge receipt' };
export const withdrawalTitle = { bn: 'টাকা তোলার রসিদ', en: 'Withdrawal receipt' };
export const statementTitle = { bn: 'ওয়ালেটের বিবরণী', en: 'Wallet statement' };

/** Ends a sum in words, so that nothing can be added. */
export const only = { bn: 'মাত্র', en: 'only' };

export const labels = {
  customer: { bn: 'গ্রাহক', en: 'Customer' },
  customerNumber: { bn: 'গ্রাহক নম্বর', en: 'Customer number' },
  received: { bn: 'টাকা পাওয়া গেছে', en: 'Received' },
  bonus: { bn: 'বোনাস', en: 'Bonus' },
  inWords: { bn: 'কথায়', en: 'In words' },
  paidOut: { bn: 'টাকা দেওয়া হয়েছে', en: 'Paid out' },
  signature: { bn: 'গ্রাহকের স্বাক্ষর', en: 'Signature of the customer' },
  added: { bn: 'ওয়ালেটে যোগ হয়েছে', en: 'Added to the wallet' },
  method: { bn: 'মাধ্যম', en: 'Method' },
  transaction: { bn: 'লেনদেন নম্বর', en: 'Transaction' },
  payer: { bn: 'যে নম্বর থেকে', en: 'Paid from' },
  time: { bn: 'সময়', en: 'Time' },
  takenBack: { bn: 'ফেরত নেওয়া হয়েছে', en: 'Taken back' },
  after: { bn: 'এরপর ব্যালেন্স', en: 'Balance after' },
  period: { bn: 'সময়কাল', en: 'Period' },
  opening: { bn: 'শুরুর ব্যালেন্স', en: 'Opening balance' },
  into: { bn: 'মোট এসেছে', en: 'Total in' },
  out: { bn: 'মোট গেছে', en: 'Total out' },
  closing: { bn: 'শেষের ব্যালেন্স', en: 'Closing balance' },
  particulars: { bn: 'বিবরণ', en: 'Particulars' },
  reference: { bn: 'সূত্র', en: 'Reference' },
  in: { bn: 'এসেছে', en: 'In' },
  spent: { bn: 'গেছে', en: 'Out' },
  balance: { bn: 'ব্যালেন্স', en: 'Balance' },
};

/** Explains the balance of a statement, and its time zone. */
export const statementNote = {
  bn: 'ব্যালেন্স: যে টাকা খরচ করা যায়, চলমান অর্ডারের জন্য জমা রাখা টাকা বাদে। দিন বাংলাদেশ সময়ের।',
  en: 'Balance: what can be spent, without what is set aside for open orders. Days are those of Bangladesh time.',
};

export const cash = { bn: 'দোকানে নগদ', en: 'Cash at the shop' };
export const order = { bn: 'অর্ডার', en: 'Order' };
