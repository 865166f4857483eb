// Payments, and the lines of a settlement report, as tables for spreadsheets.
import type { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal } from '#contract/money.ts';
import type { SettlementMatch } from '#contract/payments/operation-calls.ts';
import { matchWords, paymentStateWords, resolutionWords } from '#contract/payments/payment-words.ts';
import { type Column, streamTable } from '../platform/csv.ts';
import type { Database } from '../platform/database/connect.ts';
import {
  listOperations,
  type NamedOperation,
  nameDeciders,
  type OperationFilter,
} from './operations.queries.ts';
import { type ItemFilter, type ItemRow, listItems } from './reconciliation.queries.ts';

type Resolution = keyof (typeof resolutionWords)['bn'];

const timeOf = (moment: Date | null) => moment && dhakaDayAndTime(moment);
const moneyOf = (paisa: bigint | null) => (paisa === null ? '' : formatDecimal(paisa));

export type PaymentFilter = Pick<OperationFilter, 'state' | 'provider' | 'search'>;
export type ProviderName = (id: string) => Record<Language, string>;

const paymentColumns = (providerName: ProviderName): readonly Column<NamedOperation>[] => [
  { bn: 'ইনভয়েস', en: 'Invoice', cell: (row) => row.id },
  { bn: 'গ্রাহক', en: 'Customer', cell: fullNameOf },
  { bn: 'ইউজারনেম', en: 'Username', cell: (row) => row.username },
  { bn: 'মাধ্যম', en: 'Provider', cell: (row, language) => providerName(row.provider)[language] },
  { bn: 'মাধ্যমের পেমেন্ট নম্বর', en: 'Payment number', cell: (row) => row.provider_payment_id },
  {
    bn: 'লেনদেনের নম্বর (TrxID)',
    en: 'Transaction number',
    cell: (row) => row.transaction_id ?? row.facts?.transactionId,
  },
  { bn: 'মোবাইল নম্বর', en: 'Mobile number', cell: (row) => row.payer_number || row.facts?.payerNumber },
  { bn: 'চাওয়া টাকা', en: 'Requested', cell: (row) => formatDecimal(row.amount_paisa) },
  { bn: 'বোনাস', en: 'Bonus', cell: (row) => formatDecimal(row.bonus_paisa) },
  {
    bn: 'মাধ্যম বলছে',
    en: 'Provider says',
    cell: ({ facts }) => facts && formatDecimal(BigInt(facts.amountPaisa)),
  },
  {
    bn: 'জমা হয়েছে',
    en: 'Credited',
    cell: (row) => (row.state === 'completed' ? formatDecimal(row.credited_paisa ?? row.amount_paisa) : ''),
  },
  { bn: 'অবস্থা', en: 'Status', cell: (row, language) => paymentStateWords[language][row.state] },
  { bn: 'সিদ্ধান্ত কার', en: 'Decided by', cell: (row) => row.resolver },
  { bn: 'কারণ', en: 'Reason', cell: (row) => row.resolved_note },
  { bn: 'শুরু', en: 'Started', cell: (row) => timeOf(row.created_at) },
  { bn: 'শেষ', en: 'Ended', cell: (row) => timeOf(row.settled_at) },
];

const lineColumns: readonly Column<ItemRow>[] = [
  { bn: 'লাইন', en: 'Line', cell: (row) => row.line },
  {
    bn: 'কী মিলেছে',
    en: 'Match',
    cell: (row, language) => matchWords[language][row.match as SettlementMatch],
  },
  { bn: 'লেনদেনের নম্বর (TrxID)', en: 'Transaction number', cell: (row) => row.transaction_id },
  { bn: 'ইনভয়েস', en: 'Invoice', cell: (row) => row.invoice },
  { bn: 'আমাদের পেমেন্ট', en: 'Our payment', cell: (row) => row.payment_id },
  { bn: 'মাধ্যমের', en: 'Theirs', cell: (row) => moneyOf(row.their_paisa) },
  { bn: 'আমাদের', en: 'Ours', cell: (row) => moneyOf(row.our_paisa) },
  { bn: 'মুদ্রা', en: 'Currency', cell: (row) => row.currency },
  { bn: 'সময়', en: 'Time', cell: (row) => timeOf(row.happened_at) },
  {
    bn: 'নিষ্পত্তি',
    en: 'Resolution',
    cell: (row, language) => row.resolution && resolutionWords[language][row.resolution as Resolution],
  },
  { bn: 'কারণ', en: 'Reason', cell: (row) => row.note },
  { bn: 'কে করেছেন', en: 'By', cell: (row) => row.resolver },
  { bn: 'কখন', en: 'When', cell: (row) => timeOf(row.resolved_at) },
];

export const exportPayments = (
  reading: Database,
  providerName: ProviderName,
  filter: PaymentFilter,
  language: Language,
): Promise<Readable> =>
  streamTable(paymentColumns(providerName), language, async (last, pageSize) =>
    nameDeciders(
      reading,
      await listOperations(reading, { ...filter, beforeId: last?.id, page: 1, pageSize }),
    ),
  );

export const exportSettlement = (
  reading: Database,
  filter: Pick<ItemFilter, 'fileId' | 'match' | 'isOpen'>,
  language: Language,
): Promise<Readable> =>
  streamTable(lineColumns, language, (last, pageSize) =>
    listItems(reading, { ...filter, after: last?.position, page: 1, pageSize }),
  );
