// What the first steps of a shop are called, on their page and in the audit log.
import type { Language } from '../language.ts';
import type { FirstStepName } from './rules.ts';

export const stepNames: Readonly<Record<Language, Readonly<Record<FirstStepName, string>>>> = {
  bn: {
    name: 'দোকানের নাম',
    contact: 'ফোন, ইমেইল ও ঠিকানা',
    logo: 'লোগো',
    opening: 'কাজের সময় ও ছুটি',
    prices: 'সেবা ও দাম',
    second_factor: 'মালিকের দুই ধাপের লগইন',
    staff: 'প্রথম কর্মী',
    mail: 'ইমেইল পাঠানো',
    payments: 'অনলাইনে টাকা জমা',
    registry: 'নিবন্ধন থেকে তথ্য',
    backups: 'ব্যাকআপ',
  },
  en: {
    name: 'Shop name',
    contact: 'Phone, email and address',
    logo: 'Logo',
    opening: 'Opening hours and holidays',
    prices: 'Services and prices',
    second_factor: 'Two-factor authentication for the owner',
    staff: 'First member of staff',
    mail: 'Sending email',
    payments: 'Online top-ups',
    registry: 'Registry data',
    backups: 'Backups',
  },
};
