// The orders selected in a list, as a table with the columns of that list.
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { nameIn } from '#contract/catalogue/name-in.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import type { Order } from '#contract/orders/calls.ts';
import { orderStatusBn } from '#contract/orders/words-bn.ts';
import { orderStatusEn } from '#contract/orders/words-en.ts';
import { type Column, csvHead, csvRows, csvStart } from '../../platform/csv.ts';

const statuses = { bn: orderStatusBn, en: orderStatusEn };

const columns: readonly Column<Order>[] = [
  { bn: 'অর্ডার', en: 'Order', cell: (order) => order.id },
  { bn: 'গ্রাহক', en: 'Customer', cell: ({ user }) => fullNameOf(user) || user.username },
  { bn: 'ইউজারনেম', en: 'Username', cell: ({ user }) => user.username },
  {
    bn: 'সার্ভিস',
    en: 'Service',
    cell: ({ service }, language) => nameIn(language, service.name, service.name_en),
  },
  {
    bn: 'ধরন',
    en: 'Sub-type',
    cell: ({ sub_type: chosen }, language) => nameIn(language, chosen.name, chosen.name_en),
  },
  { bn: 'আবেদনের নাম', en: 'Name on the application', cell: (order) => order.name },
  {
    bn: 'ফরম / এনআইডি নম্বর',
    en: 'Form / NID number',
    cell: (order) => order.nid_or_form_num_or_for_biometric_or_location || order.ten_digit_nid,
  },
  { bn: 'দাম', en: 'Price', cell: (order) => order.charge },
  { bn: 'অর্ডারের সময়', en: 'Ordered', cell: (order) => dhakaDayAndTime(new Date(order.created_on)) },
  { bn: 'কবে দেওয়ার কথা', en: 'Due', cell: (order) => dhakaDayAndTime(new Date(order.due_on)) },
  { bn: 'অবস্থা', en: 'Status', cell: (order, language) => statuses[language][order.status] },
  { bn: 'কর্মী', en: 'Operator', cell: (order) => order.operator?.name },
  { bn: 'ফেরত দেওয়া', en: 'Refunded', cell: (order) => order.refunded },
];

export const exportMarkedTable = (orders: readonly Order[], language: Language): string =>
  csvStart + csvHead(columns, language) + csvRows(columns, orders, language);
