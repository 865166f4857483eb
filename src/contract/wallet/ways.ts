// How money reached the shop when staff recharge a wallet. Pure, so that screens and the server share it.
import { toAsciiDigits } from '../digits.ts';
import type { Language } from '../language.ts';

export const rechargeWays = ['cash', 'bkash', 'nagad', 'rocket', 'bank'] as const;
export type RechargeWay = (typeof rechargeWays)[number];

/** Lists and sums also include what customers paid through a payment provider. */
export const depositWays = [...rechargeWays, 'online'] as const;
export type DepositWay = (typeof depositWays)[number];

export const wayNames: Record<DepositWay, Record<Language, string>> = {
  cash: { bn: 'নগদ টাকা', en: 'Cash' },
  bkash: { bn: 'বিকাশ', en: 'bKash' },
  nagad: { bn: 'নগদ (মোবাইল)', en: 'Nagad' },
  rocket: { bn: 'রকেট', en: 'Rocket' },
  bank: { bn: 'ব্যাংক', en: 'Bank' },
  online: { bn: 'গ্রাহক নিজে (অনলাইন)', en: 'Paid online' },
};

export const maximumReferenceLength = 60;

/** Invisible characters, which are copied along with a number from a chat. */
const unseen = /[\s\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu;

/** Normalises a TrxID for comparison: in capitals, ASCII digits and without spaces. */
export const readReference = (typed: string): string =>
  toAsciiDigits(typed.normalize('NFKC').replace(unseen, '').toUpperCase());

const mobileWays: readonly RechargeWay[] = ['bkash', 'nagad', 'rocket'];

/** Whether a reference is valid. Those of the mobile services have capitals and digits only; other characters would make the same number a second one. */
export const isReferenceOf = (way: RechargeWay, reference: string): boolean =>
  !mobileWays.includes(way) || /^[A-Z0-9]+$/.test(reference);

export const needsReference = (way: RechargeWay): boolean => way !== 'cash';
