// Every documented code of bKash Tokenized Checkout, with our reaction and the customer's message.
// Source: bKash's public list of error codes. A code that isn't listed here is never treated as a failure.
import type { Language } from '#contract/language.ts';

/**
 * `paid`: success; `operator`: our account or request is wrong and staff must act; `customer`: the payment failed and the customer can act;
 * `query`: it may already have been done, so query it; `cancelled`; `silent`: the platform itself doesn't know, so query it.
 */
export type CodeAction = 'paid' | 'operator' | 'customer' | 'query' | 'cancelled' | 'silent';

type Texts = Record<Language, string>;
const setup: Texts = {
  bn: 'বিকাশের সঙ্গে সংযোগের সেটিং ঠিক নেই, দোকানকে জানান',
  en: 'The connection to bKash is not set up correctly, tell the shop',
};
const ours: Texts = {
  bn: 'পেমেন্টের তথ্য বিকাশ নেয়নি, নতুন করে চেষ্টা করুন',
  en: 'bKash did not accept the payment details, start again',
};
const notThere: Texts = {
  bn: 'পেমেন্টটি বিকাশে পাওয়া যায়নি, নতুন করে চেষ্টা করুন',
  en: 'bKash does not know this payment, start again',
};
const wallet: Texts = {
  bn: 'এই বিকাশ নম্বর দিয়ে পেমেন্ট করা যায় না, অন্য নম্বর দিয়ে চেষ্টা করুন',
  en: 'This bKash number cannot pay, try another number',
};
const limit: Texts = {
  bn: 'বিকাশের লেনদেনের সীমা পার হয়ে যাচ্ছে, কম টাকা দিয়ে বা পরে চেষ্টা করুন',
  en: 'You have reached your bKash limit, try a smaller amount or try later',
};
const pin: Texts = {
  bn: 'বিকাশ পিন সঠিক নয়, আবার চেষ্টা করুন',
  en: 'The bKash PIN was wrong, try again',
};
const otp: Texts = {
  bn: 'যাচাইয়ের কোড সঠিক নয় বা মেয়াদ শেষ, আবার চেষ্টা করুন',
  en: 'The verification code was wrong or has expired, try again',
};
const poor: Texts = {
  bn: 'আপনার বিকাশ অ্যাকাউন্টে যথেষ্ট টাকা নেই',
  en: 'There is not enough money in your bKash account',
};
const twice: Texts = {
  bn: 'একই অঙ্কের পেমেন্ট এইমাত্র হয়েছে, দুই মিনিট পরে আবার চেষ্টা করুন',
  en: 'The same amount was just paid, wait two minutes and try again',
};
const done: Texts = {
  bn: 'পেমেন্টটি আগেই সম্পন্ন হয়েছে',
  en: 'The payment has already been completed',
};
const cancelled: Texts = { bn: 'আপনি পেমেন্ট না করে ফিরে এসেছেন, টাকা কাটা হয়নি', en: 'The payment was cancelled' };
const platform: Texts = {
  bn: 'বিকাশ এখন উত্তর দিতে পারছে না, একটু পরে নিশ্চিত করা হবে',
  en: 'bKash is not responding, the payment will be confirmed a little later',
};
const other: Texts = {
  bn: 'বিকাশ পেমেন্টটি নেয়নি, অন্য নম্বর বা মাধ্যমে চেষ্টা করুন',
  en: 'bKash did not accept the payment, try another number or method',
};

const groups: readonly (readonly [codes: string, action: CodeAction, texts: Texts])[] = [
  ['0000', 'paid', done],
  ['2001 2035 2042 2043 2044 2046', 'operator', setup],
  ['2002 2033 2056', 'query', notThere],
  ['2006 2007 2008 2025 2031 2048 2049 2063 2064 2065', 'operator', ours],
  ['2010 2017', 'customer', otp],
  ['2011 2018', 'customer', pin],
  ['2013 2014 2015 2016', 'customer', limit],
  ['2019 2057 2058', 'customer', wallet],
  ['2059', 'customer', otp],
  ['2023', 'customer', poor],
  ['2029', 'query', twice],
  ['2062 2068 2116 2117 2119', 'query', done],
  ['2069', 'cancelled', cancelled],
  ['2003 2020 2024 2118', 'silent', platform],
  [
    '2004 2005 2009 2012 2021 2022 2026 2027 2028 2030 2032 2034 2036 2037 2038 2039 2040 2041 2045 2047 2050 2051 2052 2053 2054 2055 2060 2061 2066 2067',
    'query',
    other,
  ],
];

export interface BkashCode {
  readonly action: CodeAction;
  readonly texts: Texts;
}

export const bkashCodes: ReadonlyMap<string, BkashCode> = new Map([
  ...groups.flatMap(([codes, action, texts]) =>
    codes.split(' ').map((code) => [code, { action, texts }] as const),
  ),
  // Not from bKash's list of codes: final states of the payment itself.
  ['Declined', { action: 'customer', texts: other }],
  [
    'Expired',
    {
      action: 'customer',
      texts: {
        bn: 'পেমেন্টের সময় শেষ হয়ে গেছে, নতুন করে চেষ্টা করুন',
        en: 'The time to pay has run out, start again',
      },
    },
  ],
]);
