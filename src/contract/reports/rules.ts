// Figures and labels of each report, the same on screen, in the table and on paper.
import type { Language } from '../language.ts';

export const reportNames = ['sales', 'users', 'performance'] as const;
export type ReportName = (typeof reportNames)[number];
/** The longest period of one report, in days. */
export const maximumPeriodDays = 366;

type Unit = 'taka' | 'count' | 'percent' | 'minutes';
export const reportFigures = {
  revenue: { unit: 'taka', bn: 'নিট বিক্রি', en: 'Net sales' },
  sales: { unit: 'taka', bn: 'বিক্রি', en: 'Sales' },
  refunds: { unit: 'taka', bn: 'ফেরত', en: 'Refunds' },
  bonuses: { unit: 'taka', bn: 'বোনাস', en: 'Bonuses' },
  deposits: { unit: 'taka', bn: 'জমা', en: 'Deposits' },
  withdrawals: { unit: 'taka', bn: 'টাকা তোলা', en: 'Withdrawals' },
  sold: { unit: 'count', bn: 'বিক্রির সংখ্যা', en: 'Sold' },
  joined: { unit: 'count', bn: 'নতুন গ্রাহক', en: 'New customers' },
  active: { unit: 'count', bn: 'সক্রিয় গ্রাহক', en: 'Active customers' },
  returning: { unit: 'count', bn: 'ফিরে আসা গ্রাহক', en: 'Returning customers' },
  balance: { unit: 'taka', bn: 'সব ওয়ালেটের ব্যালেন্স', en: 'Total of all wallets' },
  completed: { unit: 'count', bn: 'সম্পন্ন অর্ডার', en: 'Completed orders' },
  waiting: { unit: 'minutes', bn: 'গড় অপেক্ষা', en: 'Average wait' },
  working: { unit: 'minutes', bn: 'গড় কাজের সময়', en: 'Average working time' },
  in_time: { unit: 'percent', bn: 'সময়মতো', en: 'On time' },
  reopened: { unit: 'percent', bn: 'আবার খোলা', en: 'Reopened' },
  automatic: { unit: 'percent', bn: 'স্বয়ংক্রিয় খোঁজে সফল', en: 'Automatic lookups that succeeded' },
  made: { unit: 'count', bn: 'স্বয়ংক্রিয় কপি', en: 'Automatic copies' },
} as const satisfies Record<string, { unit: Unit; bn: string; en: string }>;
export type FigureName = keyof typeof reportFigures;

export const groupNames = ['service', 'operator', 'day'] as const;
export type GroupName = (typeof groupNames)[number];

interface ReportRules {
  readonly bn: string;
  readonly en: string;
  /** What is counted, and on which day, so that figures with the same name can be compared. */
  readonly basis: Readonly<Record<Language, string>>;
  readonly figures: readonly FigureName[];
  /** Figure that the chart shows for each day. */
  readonly charted: FigureName;
  readonly groups: Partial<Record<GroupName, readonly FigureName[]>>;
}

const days = {
  bn: 'দিন ধরা হয় বাংলাদেশ সময় রাত ১২টা থেকে রাত ১২টা।',
  en: 'Days run from midnight to midnight, Bangladesh time.',
};
/** The same on the day's page. */
export const salesBasis = {
  bn: `বিক্রি ধরা হয় যেদিন অর্ডার সম্পন্ন বা কপি তৈরি হয়, ফেরত যেদিন দেওয়া হয়; নিট বিক্রি = বিক্রি − ফেরত। চলমান, বাতিল আর তুলে নেওয়া অর্ডার এতে নেই। জমা, টাকা তোলা আর বোনাস থেকে সংশোধন বাদ; বোনাস নিট বিক্রি থেকে বাদ যায় না। ${days.bn}`,
  en: `A sale counts on the day its order is completed or its copy is made, a refund on the day it is given; net sales = sales − refunds. Open, rejected and cancelled orders are not in it. Corrections are taken off deposits, withdrawals and bonuses; bonuses are not taken off net sales. ${days.en}`,
};

const timing = ['completed', 'waiting', 'working', 'in_time', 'reopened'] as const;
export const reportRules: Record<ReportName, ReportRules> = {
  sales: {
    bn: 'বিক্রির প্রতিবেদন',
    en: 'Sales report',
    basis: salesBasis,
    figures: ['revenue', 'sales', 'refunds', 'sold', 'bonuses', 'deposits', 'withdrawals'],
    charted: 'revenue',
    groups: {
      service: ['sold', 'sales', 'refunds', 'revenue'],
      operator: ['sold', 'sales', 'refunds', 'revenue'],
      day: ['sold', 'sales', 'refunds', 'revenue', 'bonuses', 'deposits', 'withdrawals'],
    },
  },
  users: {
    bn: 'গ্রাহকের প্রতিবেদন',
    en: 'Customer report',
    basis: {
      bn: `নতুন: যাঁরা ওই সময়ে অ্যাকাউন্ট খুলেছেন, পরে মুছে ফেলা অ্যাকাউন্টও ধরা আছে, যাতে পুরোনো হিসাব না বদলায়; কর্মীরা বাদ। সক্রিয়: যাঁরা ওই সময়ে টাকা ভরেছেন, অর্ডার দিয়েছেন বা কপি নিয়েছেন; ফিরে আসা: যাঁরা তার আগেও তা করেছেন। ব্যালেন্স দিনের শেষের, চলমান অর্ডারের জন্য জমা রাখা টাকাসহ। ${days.bn}`,
      en: `New: who opened an account in the period, also where it has been erased since, so that past figures stay as they were; staff are not counted. Active: who recharged, ordered or bought a copy in the period; returning: who had done so before it. The balance is that of the end of the day, with what is held for open orders. ${days.en}`,
    },
    figures: ['joined', 'active', 'returning', 'balance'],
    charted: 'active',
    groups: { day: ['joined', 'active', 'balance'] },
  },
  performance: {
    bn: 'কাজের গতির প্রতিবেদন',
    en: 'Performance report',
    basis: {
      bn: `শুধু সম্পন্ন অর্ডার, যেদিন সম্পন্ন হয়েছে সেই দিনে, যিনি সম্পন্ন করেছেন তাঁর নামে। অপেক্ষা: অর্ডার দেওয়া থেকে হাতে নেওয়া; কাজের সময়: হাতে নেওয়া থেকে সম্পন্ন। আবার খোলা: ফলাফল বদলাতে হয়েছে বা বাতিলের পরে সম্পন্ন। ${days.bn}`,
      en: `Completed orders only, on the day and under the name of whoever completed them. Wait: from order to taken in hand; working time: from then to completed. Reopened: its result was replaced, or it was completed after a rejection. ${days.en}`,
    },
    figures: [...timing, 'automatic', 'made'],
    charted: 'completed',
    groups: { service: timing, operator: timing, day: timing },
  },
};

export const groupWords = {
  service: { bn: 'সার্ভিস অনুযায়ী', en: 'By service', head: { bn: 'সার্ভিস', en: 'Service' } },
  operator: { bn: 'কর্মী অনুযায়ী', en: 'By operator', head: { bn: 'কর্মী', en: 'Operator' } },
  day: { bn: 'দিন অনুযায়ী', en: 'By day', head: { bn: 'দিন', en: 'Day' } },
} as const;
/** The label of a row without a service, or without a member of staff. */
export const noneWords = {
  service: { bn: 'অন্যান্য', en: 'Other' },
  operator: { bn: 'স্বয়ংক্রিয়', en: 'Automatic' },
  day: { bn: 'অন্যান্য', en: 'Other' },
} as const;
export const paperWords = {
  period: { bn: 'সময়কাল', en: 'Period' },
  before: { bn: 'আগের সময়', en: 'Previous period' },
  figure: { bn: 'হিসাব', en: 'Figure' },
  now: { bn: 'এই সময়ে', en: 'This period' },
  shop: { bn: 'দোকান', en: 'The shop' },
  hour: { bn: 'ঘণ্টা', en: 'h' },
  minute: { bn: 'মিনিট', en: 'min' },
} as const;

/** Formats minutes as hours and minutes, in ASCII digits. */
export function inHours(minutes: number, language: Language): string {
  const hours = Math.floor(minutes / 60);
  const { hour, minute } = paperWords;
  const rest = minutes % 60;
  return [
    ...(hours > 0 ? [`${hours} ${hour[language]}`] : []),
    ...(rest > 0 || hours === 0 ? [`${rest} ${minute[language]}`] : []),
  ].join(' ');
}

/** The books at the end of a day, which exist as a table only. */
export const balancesTable = { id: 'balances', bn: 'ব্যালেন্সের তালিকা', en: 'List of balances' } as const;
