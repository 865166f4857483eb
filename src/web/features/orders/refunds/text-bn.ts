// Bengali texts of refunds of orders, for staff.
import type { Wording } from '../../../text/wording.ts';

export const refundsBn = {
  action: 'টাকা ফেরত',
  title: (order: string) => `অর্ডার ${order}: টাকা ফেরত`,
  hint: 'টাকা গ্রাহকের ওয়ালেটে যাবে। কারণটি গ্রাহক পড়বেন।',
  left: (amount: string) => `এই অর্ডারে ফেরত দেওয়া যায় ${amount}`,
  amount: 'কত টাকা',
  amountInvalid: 'টাকার অঙ্ক লিখুন',
  tooMuch: (amount: string) => `সর্বোচ্চ ${amount} ফেরত দেওয়া যায়`,
  reason: 'কারণ',
  reasonMissing: 'কারণ লিখুন',
  submit: 'ফেরত দিন',
  failed: 'টাকা ফেরত দেওয়া যায়নি',
  returned: 'ফেরত দেওয়া হয়েছে',
};

export type RefundsText = Wording<typeof refundsBn>;
