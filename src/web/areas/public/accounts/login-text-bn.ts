// Bengali texts of the login.
import type { Wording } from '../../../text/wording.ts';

export const loginBn = {
  title: 'লগইন',
  welcome: 'আবার স্বাগতম',
  hint: 'আপনার অ্যাকাউন্টে ঢুকুন',
  opened: 'অ্যাকাউন্ট খোলা হয়েছে',
  openedHint: 'এবার পাসওয়ার্ড দিয়ে ঢুকুন। আপনার ইমেইলই আপনার ইউজারনেম।',
  ended: 'লগইন শেষ হয়ে গেছে। আবার ঢুকলে আগের পাতায় ফিরবেন, লেখা ফরমও পাবেন।',
  notKept: 'এই ব্রাউজার কিছু মনে রাখতে দিচ্ছে না; হয়তো কুকি বন্ধ বা জায়গা নেই। কাজ চলবে, তবে পাতা আবার খুললে লগইন লাগবে।',
  username: 'ইউজারনেম (ইমেইল)',
  password: 'পাসওয়ার্ড',
  remember: 'আমাকে মনে রাখুন',
  forgot: 'পাসওয়ার্ড ভুলে গেছেন?',
  submit: 'লগইন করুন',
  submitting: 'লগইন হচ্ছে…',
  noAccount: 'অ্যাকাউন্ট নেই?',
  signUp: 'নতুন অ্যাকাউন্ট খুলুন',
  failedTitle: 'লগইন ব্যর্থ',
  wrong: 'ইউজারনেম অথবা পাসওয়ার্ড সঠিক নয়',
  failed: 'লগইন অসফল হয়েছে আবার চেষ্টা করুন',
  code: 'ছয় সংখ্যার কোড',
  recoveryCode: 'রিকভারি কোড',
  codeTitle: 'লগইনে বাড়তি সুরক্ষা',
  codeHint: 'ফোনের অ্যাপে এখন যে কোডটি দেখাচ্ছে তা লিখুন',
  recoveryHint: 'লগইনে বাড়তি সুরক্ষা চালুর সময় পাওয়া কোডগুলোর একটি লিখুন',
  useRecovery: 'ফোন কাছে নেই? রিকভারি কোড দিন',
  useApp: 'অ্যাপের কোড দিন',
  otherAccount: 'অন্য অ্যাকাউন্টে ঢুকুন',
  waitTitle: 'একটু অপেক্ষা করুন',
  waitSeconds: (seconds: string) => `অনেকবার চেষ্টা করা হয়েছে, ${seconds} সেকেন্ড পর আবার চেষ্টা করুন`,
  waitUntil: (minutes: string, time: string) =>
    `অনেকবার চেষ্টা করা হয়েছে, ${minutes} মিনিট পর (${time}) আবার চেষ্টা করুন`,
} as const;

export type LoginText = Wording<typeof loginBn>;
