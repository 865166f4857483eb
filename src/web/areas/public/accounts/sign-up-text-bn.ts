// Bengali texts of the sign-up.
import type { Wording } from '../../../text/wording.ts';

export const signUpBn = {
  title: 'অ্যাকাউন্ট খুলুন',
  hint: 'দুই মিনিটেই হয়ে যাবে',
  firstName: 'প্রথম নাম',
  lastName: 'শেষ নাম',
  email: 'ইমেইল',
  phone: 'ফোন নম্বর',
  phoneHint: '১১ ডিজিট, যেমন ০১৭XXXXXXXX',
  phoneGood: 'ফোন নম্বরটি সঠিক',
  password: 'পাসওয়ার্ড',
  passwordHint: 'কমপক্ষে ৮ অক্ষর',
  passwordGood: 'পাসওয়ার্ডটি শক্তিশালী',
  passwordWeak: 'পাসওয়ার্ড শক্তিশালী নয়',
  terms: 'আমি সেবার শর্তাবলী মেনে নিচ্ছি',
  readTerms: 'শর্তাবলী পড়ুন',
  submit: 'অ্যাকাউন্ট খুলুন',
  submitting: 'খোলা হচ্ছে…',
  haveAccount: 'আগে থেকে অ্যাকাউন্ট আছে?',
  login: 'লগইন করুন',
  done: 'রেজিস্ট্রেশন সফল হয়েছে! লগইন পৃষ্ঠায় রিডাইরেক্ট করা হচ্ছে...',
  failed: 'রেজিস্ট্রেশন অসফল হয়েছে, আবার চেষ্টা করুন',
  unanswered: 'উত্তর আসেনি, অ্যাকাউন্ট হয়তো খুলে গেছে। ইন্টারনেট দেখে আবার চাপ দিন।',
  prefixes: { email: 'ইমেইল:', password: 'পাসওয়ার্ড:', phone: 'ফোন:' },
} as const;

export type SignUpText = Wording<typeof signUpBn>;
