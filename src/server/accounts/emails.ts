// Email templates about accounts, in Bengali and English. They never contain a password or a personal number.
import { detailsInWords } from '#contract/audit-log/detail-words.ts';
import { formatDateTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import type { Email } from '../platform/mail/mail.ts';

const both = (bn: string, en: string) => `${bn}\n\n— — —\n\n${en}\n`;

export const passwordResetEmail = (to: string, link: string): Email => ({
  to,
  subject: 'নতুন পাসওয়ার্ড দিন · Set a new password',
  text: both(
    `আপনার অ্যাকাউন্টে নতুন পাসওয়ার্ড দিতে এই লিংকটি খুলুন:\n${link}\n\nলিংকটি ৩০ মিনিট চলবে এবং একবারই ব্যবহার করা যাবে। আপনি না চেয়ে থাকলে কিছু করতে হবে না।`,
    `Open this link to set a new password for your account:\n${link}\n\nIt works once, for 30 minutes. If you did not ask for this, you can ignore this email.`,
  ),
});

export const temporaryPasswordEmail = (to: string, origin: string): Email => ({
  to,
  subject: 'আপনার পাসওয়ার্ড বদলানো হয়েছে · Your password was changed',
  text: both(
    `দোকানের একজন কর্মী আপনার জন্য একটি সাময়িক পাসওয়ার্ড দিয়েছেন। সেটি ২৪ ঘণ্টার মধ্যে একবার ব্যবহার করা যাবে, লগইন করেই নিজের পাসওয়ার্ড দিতে হবে:\n${origin}/login\n\nআপনি না চেয়ে থাকলে এখনই দোকানে যোগাযোগ করুন।`,
    `A member of staff set a temporary password for you. It works once within 24 hours, and you must choose your own after logging in:\n${origin}/login\n\nIf you did not ask for this, contact the shop now.`,
  ),
});

export type SecurityChange = 'password' | 'second_factor_on' | 'second_factor_off' | 'email' | 'roles';

const changes: Record<SecurityChange, { bn: string; en: string }> = {
  password: { bn: 'পাসওয়ার্ড বদলানো হয়েছে', en: 'The password was changed' },
  second_factor_on: { bn: 'লগইনে বাড়তি সুরক্ষা চালু হয়েছে', en: 'Two-factor authentication was turned on' },
  second_factor_off: { bn: 'লগইনে বাড়তি সুরক্ষা বন্ধ হয়েছে', en: 'Two-factor authentication was turned off' },
  email: { bn: 'ইমেইল ঠিকানা বদলানো হয়েছে', en: 'The email address was changed' },
  roles: { bn: 'দোকানে আপনার দায়িত্ব বদলানো হয়েছে', en: 'Your roles in the shop were changed' },
};

export const securityEmail = (to: string, what: SecurityChange, origin: string): Email => ({
  to,
  subject: `${changes[what].bn} · ${changes[what].en}`,
  text: both(
    `আপনার অ্যাকাউন্টে একটি পরিবর্তন হয়েছে: ${changes[what].bn}। অন্য সব ডিভাইস থেকে লগআউট করা হয়েছে, আগের লিংকগুলো আর চলবে না।\n\nআপনি এটি না জানলে এখনই নতুন পাসওয়ার্ড নিন এবং দোকানে যোগাযোগ করুন:\n${origin}/forgot-password`,
    `Something changed in your account: ${changes[what].en}. All other devices were logged out, and earlier links no longer work.\n\nIf this was not you, set a new password now and contact the shop:\n${origin}/forgot-password`,
  ),
});

/** Email about a change in a session that the recipient can still disown. */
export const disownableChangeEmail = (to: string, what: SecurityChange, notMe: string): Email => ({
  to,
  subject: `${changes[what].bn} · ${changes[what].en}`,
  text: both(
    `নতুন একটি ডিভাইস থেকে আপনার অ্যাকাউন্টে একটি পরিবর্তন হয়েছে: ${changes[what].bn}। অন্য সব ডিভাইস থেকে লগআউট করা হয়েছে।\n\nআপনি না হলে এখনই এই লিংক খুলে জানান। সব ডিভাইস থেকে লগআউট হবে, ওই ডিভাইসে দেওয়া পাসওয়ার্ড ও বাড়তি সুরক্ষা আর চলবে না, তারপর নতুন পাসওয়ার্ড দিতে পারবেন:\n${notMe}\n\nআপনিই হলে কিছু করতে হবে না।`,
    `Something changed in your account, from a new device: ${changes[what].en}. All other devices were logged out.\n\nIf it was not you, open this link now and say so. All devices are logged out, the password and the two-factor authentication that were set up on that device stop working, and you can then set a new password:\n${notMe}\n\nIf it was you, there is nothing to do.`,
  ),
});

/** Roles before and after, as codes on one line, or what happened to a staff account. */
export type StaffChange = { before: string; after: string } | 'let_in' | 'deleted';

const ofStaff = {
  roles: { bn: 'দোকানের একজনের দায়িত্ব বদলানো হয়েছে', en: 'Someone’s roles in the shop were changed' },
  let_in: { bn: 'একজন কর্মীর বন্ধ অ্যাকাউন্ট আবার চালু হয়েছে', en: 'A blocked staff account was reopened' },
  deleted: { bn: 'একজন কর্মীর অ্যাকাউন্ট মুছে ফেলা হয়েছে', en: 'A staff account was deleted' },
};

/** Email to an owner who didn't make the change. It names nobody. */
export function staffChangeEmail(to: string, change: StaffChange, link: string): Email {
  const said = ofStaff[typeof change === 'string' ? change : 'roles'];
  const inWords = (language: Language) =>
    typeof change === 'string'
      ? ''
      : detailsInWords('user.roles_changed', change, language)
          .map(({ before, value }) => `: ${before} → ${value}`)
          .join('');
  return {
    to,
    subject: `${said.bn} · ${said.en}`,
    text: both(
      `${said.bn}${inWords('bn')}।\n\nকার, আর কোন মালিক এটি করেছেন, তা এখানে দেখা যায়:\n${link}\n\nঠিক না হলে এখনই ওই মালিকের সঙ্গে কথা বলুন।`,
      `${said.en}${inWords('en')}.\n\nSee whose it was and which owner did it:\n${link}\n\nIf this is wrong, talk to that owner now.`,
    ),
  };
}

export const confirmAddressEmail = (to: string, link: string): Email => ({
  to,
  subject: 'আপনার ইমেইল নিশ্চিত করুন · Confirm your email address',
  text: both(
    `এই ঠিকানা যে আপনার, তা জানাতে লিংকটি খুলুন:\n${link}\n\nলিংকটি তিন দিন চলবে এবং একবারই ব্যবহার করা যাবে। আপনি কোনো অ্যাকাউন্ট না খুলে থাকলে কিছু করতে হবে না।`,
    `Open this link to confirm that this address is yours:\n${link}\n\nIt works once, for three days. If you did not create an account, you can ignore this email.`,
  ),
});

export const addressTakenEmail = (to: string, origin: string): Email => ({
  to,
  subject: 'আপনার ইমেইলে আগেই অ্যাকাউন্ট আছে · You already have an account',
  text: both(
    `কেউ আপনার ইমেইল দিয়ে নতুন অ্যাকাউন্ট খুলতে চেয়েছেন, কিন্তু এই ইমেইলে আগেই একটি অ্যাকাউন্ট আছে। আপনি হলে লগইন করুন, অথবা পাসওয়ার্ড ভুলে গেলে নতুন পাসওয়ার্ড নিন:\n${origin}/forgot-password\n\nআপনি না হলে কিছু করতে হবে না, কিছুই বদলায়নি।`,
    `Someone tried to create an account with your email address, which already has one. If it was you, log in, or set a new password if you forgot yours:\n${origin}/forgot-password\n\nIf it was not you, you can ignore this email: nothing was changed.`,
  ),
});

/** @param login with the device as `describeDevice` returns it, and the time, since the email may be sent days later */
export const newDeviceEmail = (
  to: string,
  { device, at }: { device: string; at: Date },
  links: { notMe: string; until: Date; devices: string },
): Email => ({
  to,
  subject: 'নতুন ডিভাইস থেকে লগইন · Login from a new device',
  text: both(
    `আপনার অ্যাকাউন্টে একটি নতুন ডিভাইস থেকে লগইন হয়েছে: ${device || 'অচেনা ডিভাইস'}, ${formatDateTime(at)}।\n\nআপনি না হলে এখনই এই লিংক খুলে জানান। সব ডিভাইস থেকে লগআউট হবে, পুরোনো পাসওয়ার্ড আর চলবে না, তারপর নতুন পাসওয়ার্ড দিতে পারবেন:\n${links.notMe}\n\nলিংকটি চলবে ${formatDateTime(links.until)} পর্যন্ত। আপনিই হলে কিছু করতে হবে না; আপনার সব ডিভাইস এখানে দেখতে পারেন:\n${links.devices}`,
    `Someone logged in to your account from a new device: ${device || 'unknown device'}, ${formatDateTime(at, 'en')}.\n\nIf it was not you, open this link now and say so. All devices are logged out, the old password stops working, and you can then set a new one:\n${links.notMe}\n\nThe link works until ${formatDateTime(links.until, 'en')}. If it was you, there is nothing to do; you can see all your devices here:\n${links.devices}`,
  ),
});
