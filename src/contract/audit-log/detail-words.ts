// The audit log's codes (names and values of details, kinds of objects) in words, in both languages: one table for the activity screen and
// its CSV export.

import { roleNames } from '../accounts/role-names.ts';
import { stepNames } from '../checkup/step-names.ts';
import { formatPlainDate } from '../dates/dates.ts';
import type { Language } from '../language.ts';
import { formatTaka, parseTaka } from '../money.ts';
import { balancesTable, type ReportName, reportRules } from '../reports/rules.ts';
import type { SettingField, SettingKey } from '../settings/rules.ts';
import { rechargeWays, wayNames } from '../wallet/ways.ts';
import { automaticServices, eventKinds } from './event-words.ts';

export const settingGroups = {
  bn: {
    shop: 'দোকানের নাম',
    contact: 'যোগাযোগ',
    announcement: 'ঘোষণা',
    opening: 'কাজের সময় ও ছুটি',
    orders: 'নেওয়া অর্ডার',
    money: 'টাকার সীমা',
    packages: 'রিচার্জ প্যাকেজ',
    cash: 'ক্যাশিয়ারের নগদ',
    refunds: 'অর্ডারের টাকা ফেরত',
    security: 'নিরাপত্তা',
    retention: 'কত দিন রাখা হবে',
    mail: 'ইমেইল',
  },
  en: {
    shop: 'Shop name',
    contact: 'Contact',
    announcement: 'Announcement',
    opening: 'Opening hours and holidays',
    orders: 'Taken orders',
    money: 'Amounts',
    packages: 'Recharge packages',
    cash: 'Cashier limits',
    refunds: 'Order refunds',
    security: 'Security',
    retention: 'Data retention',
    mail: 'Email',
  },
} as const satisfies Record<Language, Record<SettingKey, string>>;

export const weekdayNames = {
  bn: ['রবি', 'সোম', 'মঙ্গল', 'বুধ', 'বৃহস্পতি', 'শুক্র', 'শনি'],
  en: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
} as const;

export const settingFields = {
  bn: {
    name_bn: 'নাম (বাংলা)',
    name_en: 'নাম (ইংরেজি)',
    phone: 'ফোন',
    mail: 'ইমেইল',
    address: 'ঠিকানা',
    bn: 'বাংলা',
    en: 'ইংরেজি',
    opens: 'খোলে',
    closes: 'বন্ধ হয়',
    closed_weekdays: 'সাপ্তাহিক বন্ধ',
    holidays: 'ছুটির দিন',
    return_minutes: 'কাজ না হলে সারিতে ফেরে (মিনিট পরে)',
    minimum_recharge: 'সর্বনিম্ন রিচার্জ (টাকা)',
    approval_sum: 'অনুমোদন সীমা (টাকা)',
    packages: 'প্যাকেজ',
    cash_recharge_limit: 'একবারে সর্বোচ্চ নগদ (টাকা)',
    cash_day_limit: 'এক দিনে সর্বোচ্চ নগদ (টাকা)',
    refund_sum: 'একজন কর্মীর দিনে সর্বোচ্চ ফেরত (টাকা)',
    staff_second_factor: 'কর্মীদের লগইনে বাড়তি সুরক্ষা বাধ্যতামূলক',
    remembered_days: '‘মনে রাখুন’ দিলে লগইন থাকে (দিন)',
    brief_hours: 'না দিলে লগইন থাকে (ঘণ্টা)',
    readings_days: 'পড়া তথ্য (দিন)',
    sender: 'প্রেরক',
  },
  en: {
    name_bn: 'Name (Bengali)',
    name_en: 'Name (English)',
    phone: 'Phone',
    mail: 'Email',
    address: 'Address',
    bn: 'Bengali',
    en: 'English',
    opens: 'Opens',
    closes: 'Closes',
    closed_weekdays: 'Closed every week on',
    holidays: 'Holidays',
    return_minutes: 'Back in the queue when idle for (minutes)',
    minimum_recharge: 'Minimum recharge (taka)',
    approval_sum: 'Approval threshold (taka)',
    packages: 'Packages',
    cash_recharge_limit: 'Cash limit per transaction (taka)',
    cash_day_limit: 'Cash limit per day (taka)',
    refund_sum: 'Refund limit per person per day (taka)',
    staff_second_factor: 'Staff must use two-factor authentication',
    remembered_days: 'A remembered login lasts (days)',
    brief_hours: 'Any other login lasts (hours)',
    readings_days: 'Extracted data (days)',
    sender: 'Sender',
  },
} as const satisfies Record<Language, Record<SettingField, string>>;

export const offerFields = {
  bn: {
    charge: 'চার্জ',
    price: 'দাম',
    status: 'অবস্থা',
    agent_contact: 'এজেন্টের ফোন',
    working_hours: 'কাজের সময়',
    name: 'নাম',
    name_en: 'ইংরেজি নাম',
    description: 'বিবরণ',
    description_en: 'ইংরেজি বিবরণ',
    from: 'কবে থেকে',
  },
  en: {
    charge: 'Charge',
    price: 'Price',
    status: 'Status',
    agent_contact: "Agent's phone",
    working_hours: 'Turnaround time',
    name: 'Name',
    name_en: 'English name',
    description: 'Description',
    description_en: 'English description',
    from: 'From',
  },
} as const;

type Words = Readonly<Record<string, string>>;

/** Labels of details that only the audit log has. */
const otherFields: Record<Language, Words> = {
  bn: {
    ...{
      is_active: 'অ্যাকাউন্ট সক্রিয়',
      wallet_status: 'ওয়ালেট চালু',
      before: 'আগে',
      after: 'পরে',
      fields: 'যা বদলেছে',
    },
    ...{ first_name: 'প্রথম নাম', last_name: 'শেষ নাম', username: 'ইউজারনেম', email: 'ইমেইল', gender: 'লিঙ্গ' },
    ...{
      birth_date: 'জন্ম তারিখ',
      bio: 'পরিচিতি',
      profile_image: 'প্রোফাইলের ছবি',
      amount: 'টাকার পরিমাণ',
      order: 'অর্ডার',
      marked: 'চিহ্ন দেওয়া অর্ডার',
    },
    ...{ service: 'সার্ভিস', way: 'কীভাবে এসেছে' },
    ...{ bonus: 'বোনাস', to: 'কবে পর্যন্ত', format: 'ধরন', lines: 'লাইন', provider: 'মাধ্যম', version: 'সংস্করণ' },
    ...{
      part: 'অংশ',
      findings: 'যা মেলেনি',
      sums: 'ঠিক করা যোগফল',
      days: 'আবার যোগ করা দিন',
      holds: 'ফেরত দেওয়া জমা রাখা টাকা',
      ended: 'বন্ধ হয়েছে',
      readings: 'পড়া তথ্য',
      share: 'শেয়ার লিংক',
    },
    ...{
      outcome: 'ফল',
      action: 'সিদ্ধান্ত',
      position: 'লাইন নম্বর',
      logo: 'লোগো',
      is_email_active: 'ইমেইল যাচাই করা',
    },
    ...{ first_steps: 'দোকান চালুর ধাপ', step: 'ধাপ', confirmed: 'এভাবেই থাকবে' },
    ...{ counted: 'গোনা টাকা', difference: 'গরমিল', removed: 'সরানো টাকা' },
  },
  en: {
    ...{
      is_active: 'Account active',
      wallet_status: 'Wallet open',
      before: 'Before',
      after: 'After',
      fields: 'Changed',
    },
    ...{
      first_name: 'First name',
      last_name: 'Last name',
      username: 'Username',
      email: 'Email',
      gender: 'Gender',
    },
    ...{ service: 'Service' },
    ...{
      birth_date: 'Date of birth',
      bio: 'About',
      profile_image: 'Picture',
      amount: 'Amount',
      order: 'Order',
      marked: 'Selected orders',
    },
    ...{ way: 'Received via' },
    ...{
      bonus: 'Bonus',
      to: 'Until',
      format: 'Format',
      lines: 'Lines',
      provider: 'Provider',
      version: 'Version',
    },
    ...{
      part: 'Part',
      findings: 'Findings',
      sums: 'Totals corrected',
      days: 'Days summed again',
      holds: 'Holds released',
      ended: 'Ended',
      readings: 'Extracted data',
      share: 'Shared link',
    },
    ...{
      outcome: 'Outcome',
      action: 'Decision',
      position: 'Line',
      logo: 'Logo',
      is_email_active: 'Email verified',
    },
    ...{ first_steps: 'First steps', step: 'Step', confirmed: 'Left as is' },
    ...{ counted: 'Counted', difference: 'Difference', removed: 'Taken out' },
  },
};

const things: Record<Language, Words> = {
  bn: {
    ...{
      attachment: 'ফাইল',
      audit: 'খাতা',
      cash_count: 'ক্যাশ গোনা',
      cash_request: 'অনুমোদন',
      file: 'কপি',
      order: 'অর্ডার',
      payment: 'পেমেন্ট',
    },
    ...{
      reading: 'পড়া তথ্য',
      record: 'জমা তথ্য',
      registry_record: 'তথ্যভান্ডার',
      report: 'প্রতিবেদন',
      service: 'সার্ভিস',
    },
    ...{ setting: 'সেটিংস', settlement: 'সেটেলমেন্ট', sub_type: 'সার্ভিসের ধরন', trail: 'কার্যকলাপের লগ' },
    ...{ transfer: 'লেনদেন', receipt: 'রসিদ', statement: 'বিবরণী' },
    ...{ user: 'ব্যবহারকারী', reply: 'তৈরি উত্তর', tag: 'ট্যাগ' },
  },
  en: {
    ...{
      attachment: 'File',
      audit: 'Books',
      cash_count: 'Cash count',
      cash_request: 'Approval',
      file: 'Copy',
      order: 'Order',
      payment: 'Payment',
    },
    ...{
      reading: 'Reading',
      record: 'Record',
      registry_record: 'Registry',
      report: 'Report',
      service: 'Service',
    },
    ...{ setting: 'Settings', settlement: 'Settlement', sub_type: 'Sub-type', trail: 'Activity' },
    ...{ transfer: 'Transaction', receipt: 'Receipt', statement: 'Statement' },
    ...{ user: 'User', reply: 'Saved reply', tag: 'Tag' },
  },
};

const roles: Record<Language, Words> = {
  bn: { ...roleNames.bn, customer: 'গ্রাহক' },
  en: { ...roleNames.en, customer: 'Customer' },
};

const switches: Record<Language, Words> = {
  bn: { true: 'চালু', false: 'বন্ধ' },
  en: { true: 'On', false: 'Off' },
};
const answers: Record<Language, Words> = {
  bn: { true: 'হ্যাঁ', false: 'না', yes: 'আছে', no: 'নেই' },
  en: { true: 'Yes', false: 'No', yes: 'Set', no: 'None' },
};

const ways = (language: Language): Words =>
  Object.fromEntries(rechargeWays.map((way) => [way, wayNames[way][language]]));

/** Meanings of codes, by the name of the detail that contains them. */
const meanings: Record<Language, Readonly<Record<string, Words>>> = {
  bn: {
    ...{ is_active: switches.bn, wallet_status: switches.bn },
    ...{ staff_second_factor: answers.bn, logo: answers.bn },
    ...{ step: stepNames.bn, confirmed: { yes: 'হ্যাঁ', no: 'না' } },
    service: automaticServices.bn,
    status: { active: 'সক্রিয়', inactive: 'নিষ্ক্রিয়' },
    format: { pdf: 'পিডিএফ', csv: 'সিএসভি' },
    provider: { bkash: 'বিকাশ', sandbox: 'পরীক্ষামূলক পেমেন্ট' },
    way: ways('bn'),
    part: { 1: 'একই কাগজের পরের অংশ' },
    outcome: {
      found: 'পাওয়া গেছে',
      missed: 'পাওয়া যায়নি',
      refused: 'অনেক চেষ্টার পর আটকানো হয়েছে',
      unavailable: 'তথ্যভান্ডার সাড়া দেয়নি',
    },
    action: {
      ...{ credit: 'যা এসেছে তা জমা', close: 'জমা ছাড়া বন্ধ', refund: 'টাকা ফেরত' },
      ...{ settle: 'মাধ্যমকে জিজ্ঞেস করে মেটানো', explain: 'কারণ লিখে বন্ধ' },
    },
  },
  en: {
    ...{ is_active: switches.en, wallet_status: switches.en },
    ...{ staff_second_factor: answers.en, logo: answers.en },
    ...{ step: stepNames.en, confirmed: { yes: 'Yes', no: 'No' } },
    service: automaticServices.en,
    status: { active: 'Active', inactive: 'Inactive' },
    format: { pdf: 'PDF', csv: 'CSV' },
    provider: { bkash: 'bKash', sandbox: 'Sandbox payment' },
    way: ways('en'),
    part: { 1: 'A further part of the same paper' },
    outcome: {
      found: 'Found',
      missed: 'Not found',
      refused: 'Stopped after too many attempts',
      unavailable: 'The registry did not answer',
    },
    action: {
      ...{ credit: 'Credit what was paid', close: 'Close without credit', refund: 'Give back' },
      ...{ settle: 'Settle as the provider confirms', explain: 'Close with a reason' },
    },
  },
};

export const kindInWords = (kind: string, language: Language) =>
  (eventKinds[language] as Words)[kind] ?? kind;
export const thingInWords = (kind: string, language: Language) => things[language][kind] ?? kind;

export const reasonInWords = (kind: string, reason: string, language: Language) =>
  (kind === 'registry.looked_up' ? automaticServices[language][reason] : undefined) ?? reason;

/** Returns the name of an event's object; undefined if it only has a number. */
export function nameOfThing(object: { kind: string; id: string }, language: Language): string | undefined {
  const { kind, id } = object;
  if (kind === 'report')
    return (id === balancesTable.id ? balancesTable : reportRules[id as ReportName])?.[language];
  if (kind !== 'setting') return undefined;
  return settingGroups[language][id as SettingKey] ?? otherFields[language][id];
}

export function fieldInWords(name: string, language: Language): string {
  const known: Words = { ...otherFields[language], ...offerFields[language], ...settingFields[language] };
  return known[name] ?? name;
}

const plainDate = /\d{4}-\d\d-\d\d/g;
/** Money as `formatDecimal` writes it; no other number in the details has decimals. */
const amountOfMoney = /^(-?)(\d+\.\d\d)$/;

function valueInWords(kind: string, name: string, value: string, language: Language): string {
  if (value === '') return '—';
  const each = (say: (code: string) => string | undefined) =>
    value
      .split(' ')
      .map((code) => say(code) ?? code)
      .join(', ');
  if (name === 'fields') return each((code) => fieldInWords(code, language));
  if (kind === 'user.roles_changed') return each((code) => roles[language][code]);
  // Lists are stored as JSON, cut off when long.
  if (name === 'closed_weekdays')
    return (
      value
        .match(/\d/g)
        ?.map((day) => weekdayNames[language][Number(day)])
        .join(', ') ?? '—'
    );
  if (name === 'holidays')
    return (
      value
        .match(plainDate)
        ?.map((day) => formatPlainDate(day, language))
        .join(', ') ?? '—'
    );
  if (name === 'packages') {
    const taka = (amount: string) => formatTaka(parseTaka(amount)!, language);
    const packages = [...value.matchAll(/"amount":"([\d.]+)","bonus":"([\d.]+)"/g)];
    return packages.map(([, amount, bonus]) => `${taka(amount!)} + ${taka(bonus!)}`).join(', ') || '—';
  }
  if (value.replace(plainDate, '') === '') return formatPlainDate(value, language);
  const [, sign, amount] = amountOfMoney.exec(value) ?? [];
  if (amount !== undefined)
    return formatTaka(sign === '-' ? -parseTaka(amount)! : parseTaka(amount)!, language);
  return meanings[language][name]?.[value] ?? value;
}

/** Details that come first, in this order. The database orders them by the length of their names. */
const leading = ['fields', 'action', 'outcome', 'amount', 'from', 'to'];
const placeOf = (name: string) => (leading.includes(name) ? leading.indexOf(name) : leading.length);

export interface DetailInWords {
  readonly label: string;
  /** The value before a change. */
  readonly before?: string;
  readonly value: string;
}

/** Lists the details of an event, changes first. The audit log stores `before → after` by name, or two details with these names. */
export function detailsInWords(
  kind: string,
  details: Readonly<Record<string, unknown>>,
  language: Language,
): DetailInWords[] {
  const { before, after, ...rest } = details;
  const isPair = before !== undefined && after !== undefined;
  const say = (name: string, value: unknown) => valueInWords(kind, name, String(value), language);
  const entries = Object.entries(isPair ? rest : details);
  entries.sort(([one], [other]) => placeOf(one) - placeOf(other));
  const named = entries.map(([name, value]): DetailInWords => {
    const label = fieldInWords(name, language);
    const [from, to] = String(value).split(' → ', 2);
    return to === undefined
      ? { label, value: say(name, value) }
      : { label, before: say(name, from), value: say(name, to) };
  });
  return isPair ? [{ label: '', before: say('', before), value: say('', after) }, ...named] : named;
}
