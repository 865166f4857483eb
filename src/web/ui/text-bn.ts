// Bengali texts shared by all screens.
import { offlineMessage } from '../lib/api/api-error.ts';
import type { Wording } from '../text/wording.ts';

export const uiBn = {
  brand: { name: 'নথিপত্র', tagline: 'নথির কাজ, হাতের নাগালে' },
  common: {
    loading: 'লোড হচ্ছে…',
    retry: 'আবার চেষ্টা করুন',
    cancel: 'ফিরে যান',
    close: 'বন্ধ করুন',
    save: 'সংরক্ষণ করুন',
    back: 'ফিরে যান',
    no: 'না',
    open: 'খুলুন',
    view: 'দেখুন',
    download: 'ডাউনলোড',
    showNumber: 'পুরো নম্বর দেখুন ও কপি করুন',
    numberFailed: 'নম্বরটি আনা যায়নি, আবার চেষ্টা করুন',
    copied: 'কপি হয়েছে',
    copyFailed: 'কপি করা যায়নি, লেখাটি নিজে বেছে কপি করুন',
    clearSearch: 'খোঁজা মুছুন',
    optional: 'ইচ্ছা হলে',
    required: 'দিতে হবে',
    taka: 'টাকা',
    free: 'ফ্রি',
    actions: 'কাজ',
    from: 'কবে থেকে',
    to: 'কবে পর্যন্ত',
    theme: { toDark: 'গাঢ় রঙে দেখুন', toLight: 'হালকা রঙে দেখুন' },
    language: { name: 'English', switch: 'ভাষা বদলান' },
    showPassword: 'পাসওয়ার্ড দেখান',
    hidePassword: 'পাসওয়ার্ড লুকান',
    skipToContent: 'মূল অংশে যান',
    version: (version: string) => `সংস্করণ ${version}`,
    characters: (used: string, limit: string) => `${used}/${limit} অক্ষর`,
    notifications: 'বার্তা',
    offline: offlineMessage.bn,
    pageDenied: 'এই পাতা দেখার অধিকার আপনার নেই',
    crashed: 'পাতাটি দেখানো যায়নি',
    crashedHint: 'পাতাটি নতুন করে খুলুন। তাতেও না হলে একটু পরে আসুন।',
    reload: 'নতুন করে খুলুন',
  },
  connection: {
    label: 'সংযোগ',
    offline: 'সংযোগ নেই। যা লিখেছেন তা এখানেই আছে।',
    waiting: 'সংযোগ নেই। ফিরলে পাতাটি নিজে থেকেই খুলবে।',
    outdated: 'পোর্টালটি নতুন করে খুলতে হবে। আগে এই পাতার কাজ শেষ করুন।',
  },
} as const;

export type UiText = Wording<typeof uiBn>;
