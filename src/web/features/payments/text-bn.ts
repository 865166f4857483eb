// Bengali texts of a payment through a provider.
import type { Wording } from '../../text/wording.ts';

export const paymentsBn = {
  methodTitle: 'পেমেন্ট মাধ্যম বেছে নিন',
  methodText: (amount: string) => `${amount} রিচার্জ হবে। এরপর আপনাকে পেমেন্ট পাতায় নেওয়া হবে।`,
  methodsFailed: 'পেমেন্ট মাধ্যমগুলো আনা যায়নি',
  noMethods: 'এখন কোনো পেমেন্ট মাধ্যম চালু নেই',
  minimum: (amount: string) => `সর্বনিম্ন ${amount}`,
  pay: 'পেমেন্টে যান',
  paying: 'পেমেন্ট পাতায় নেওয়া হচ্ছে…',
  createFailed: 'পেমেন্ট শুরু করা যায়নি',
  createFailedTitle: 'পেমেন্ট শুরু হয়নি',
  result: {
    confirming: 'পেমেন্ট নিশ্চিত করা হচ্ছে…',
    confirmingText:
      'পেমেন্ট মাধ্যমের উত্তরের অপেক্ষা করছি। পাতাটি বন্ধ করলেও টাকা হারাবে না; নিশ্চিত হলে নিজে থেকেই ওয়ালেটে যোগ হবে।',
    later: 'পেমেন্টের ফল জানাব',
    laterText:
      'মাধ্যমের উত্তর আসতে দেরি হচ্ছে। পাতাটি বন্ধ করতে পারেন: নিশ্চিত হলেই টাকা ওয়ালেটে যোগ হবে এবং পোর্টালের বার্তায় আপনাকে জানানো হবে।',
    success: 'রিচার্জ সফল হয়েছে',
    failure: 'রিচার্জ সফল হয়নি',
    cancelled: 'পেমেন্ট মাঝপথে থামানো হয়েছে',
    failureText: 'ওয়ালেটে টাকা যোগ হয়নি।',
    unreachable: 'পেমেন্টের অবস্থা জানা যায়নি',
    unreachableText:
      'টাকা কেটে থাকলে তা নিজে থেকেই ওয়ালেটে যোগ হবে, তাই আবার টাকা দেবেন না। ইন্টারনেট আছে কি না দেখুন; এই পাতা নিজে থেকেই আবার দেখছে।',
    foreign: 'পেমেন্টটি এই অ্যাকাউন্টের নয়',
    foreignText:
      'এই পেমেন্টটি অন্য অ্যাকাউন্ট থেকে করা, অথবা ঠিকানাটি ভুল। টাকা কেটে থাকলে তা যে অ্যাকাউন্ট থেকে দেওয়া, সেটির ওয়ালেটেই নিজে থেকে যোগ হবে।',
    amount: 'রিচার্জ',
    bonus: 'বোনাস',
    transaction: 'লেনদেন নম্বর',
    balance: 'এখন ব্যালেন্স',
    backToTask: 'কাজে ফিরে যান',
  },
} as const;

export type PaymentsText = Wording<typeof paymentsBn>;
