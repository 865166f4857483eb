// The orders that were marked in a list, as a table: what the list shows of them, and no more.
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { nameIn } from '#contract/catalogue/name-in.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import type { Order } from '#contract/orders/calls.ts';
import type { OrderStatus } from '#contract/orders/flow.ts';
import { csvLine, csvStart } from '../../platform/csv.ts';

const heads: Record<Language, readonly string[]> = {
  bn: [
    ...['অর্ডার', 'গ্রাহক', 'ইউজারনেম', 'সার্ভিস', 'ধরন', 'আবেদনের নাম', 'ফরম / এনআইডি নম্বর'],
    ...['দাম', 'অর্ডারের সময়', 'কবে দেওয়ার কথা', 'অবস্থা', 'কর্মী', 'ফেরত দেওয়া'],
  ],
  en: [
    ...[
      'Order',
      'Customer',
      'Username',
      'Service',
      'Sub-type',
      'Name on the application',
      'Form / NID number',
    ],
    ...['Price', 'Ordered', 'Due', 'Status', 'Operator', 'Refunded'],
  ],
};
const statuses: Record<Language, Record<OrderStatus, string>> = {
  bn: {
    pending: 'অপেক্ষায়',
    processing: 'কাজ চলছে',
    completed: 'সম্পন্ন',
    rejected: 'বাতিল হয়েছে',
    cancelled: 'তুলে নেওয়া হয়েছে',
  },
  en: {
    pending: 'Pending',
    processing: 'In progress',
    completed: 'Completed',
    rejected: 'Rejected',
    cancelled: 'Cancelled',
  },
};

const lineOf = (order: Order, language: Language) =>
  csvLine([
    order.id,
    fullNameOf(order.user) || order.user.username,
    order.user.username,
    nameIn(language, order.service.name, order.service.name_en),
    nameIn(language, order.sub_type.name, order.sub_type.name_en),
    order.name,
    order.nid_or_form_num_or_for_biometric_or_location || order.ten_digit_nid,
    order.charge,
    dhakaDayAndTime(new Date(order.created_on)),
    dhakaDayAndTime(new Date(order.due_on)),
    statuses[language][order.status],
    order.operator?.name ?? '',
    order.refunded,
  ]);

export const markedTable = (orders: readonly Order[], language: Language): string =>
  csvStart + csvLine(heads[language]) + orders.map((order) => lineOf(order, language)).join('');
