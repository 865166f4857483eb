// Payments, and the lines of a settlement report, as tables for spreadsheets.
import type { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal } from '#contract/money.ts';
import type { SettlementMatch } from '#contract/payments/operation-calls.ts';
import { matchWords, paymentStateWords, resolutionWords } from '#contract/payments/payment-words.ts';
import { streamTable } from '../platform/csv.ts';
import type { Database } from '../platform/database/connect.ts';
import { listOperations, type OperationFilter, type OperationRow } from './operations.queries.ts';
import { type ItemFilter, type ItemRow, listItems } from './reconciliation.queries.ts';

type Both<T> = Record<Language, T>;
type Resolution = keyof (typeof resolutionWords)['bn'];

const paymentHeads: Both<readonly string[]> = {
  bn: [
    ...['ইনভয়েস', 'গ্রাহক', 'ইউজারনেম', 'মাধ্যম', 'মাধ্যমের পেমেন্ট নম্বর', 'ট্রানজেকশন নম্বর', 'মোবাইল নম্বর'],
    ...['চাওয়া টাকা', 'বোনাস', 'মাধ্যম বলছে', 'জমা হয়েছে', 'অবস্থা', 'সিদ্ধান্ত কার', 'কারণ', 'শুরু', 'শেষ'],
  ],
  en: [
    ...[
      'Invoice',
      'Customer',
      'Username',
      'Provider',
      'Payment number',
      'Transaction number',
      'Mobile number',
    ],
    ...[
      'Requested',
      'Bonus',
      'Provider says',
      'Credited',
      'Status',
      'Decided by',
      'Reason',
      'Started',
      'Ended',
    ],
  ],
};
const lineHeads: Both<readonly string[]> = {
  bn: [
    ...['লাইন', 'কী মিলেছে', 'ট্রানজেকশন নম্বর', 'ইনভয়েস', 'আমাদের পেমেন্ট', 'মাধ্যমের', 'আমাদের', 'মুদ্রা', 'সময়'],
    ...['নিষ্পত্তি', 'কারণ', 'কে করেছেন', 'কখন'],
  ],
  en: [
    ...[
      'Line',
      'Match',
      'Transaction number',
      'Invoice',
      'Our payment',
      'Theirs',
      'Ours',
      'Currency',
      'Time',
    ],
    ...['Resolution', 'Reason', 'By', 'When'],
  ],
};

const timeOf = (moment: Date | null) => (moment === null ? '' : dhakaDayAndTime(moment));
const moneyOf = (paisa: bigint | null) => (paisa === null ? '' : formatDecimal(paisa));

export type PaymentFilter = Pick<OperationFilter, 'state' | 'provider' | 'search'>;
export type ProviderName = (id: string) => Both<string>;

export const exportPayments = (
  reading: Database,
  providerName: ProviderName,
  filter: PaymentFilter,
  language: Language,
): Promise<Readable> =>
  streamTable(
    paymentHeads[language],
    async (last: OperationRow | undefined, pageSize) =>
      (await listOperations(reading, { ...filter, beforeId: last?.id, page: 1, pageSize })).rows,
    (row) => [
      ...[row.id, fullNameOf(row), row.username, providerName(row.provider)[language]],
      ...[row.provider_payment_id, row.transaction_id ?? row.facts?.transactionId ?? ''],
      row.payer_number || (row.facts?.payerNumber ?? ''),
      ...[moneyOf(row.amount_paisa), moneyOf(row.bonus_paisa)],
      moneyOf(row.facts === null ? null : BigInt(row.facts.amountPaisa)),
      row.state === 'completed' ? moneyOf(row.credited_paisa ?? row.amount_paisa) : '',
      ...[paymentStateWords[language][row.state], row.resolver ?? '', row.resolved_note],
      ...[timeOf(row.created_at), timeOf(row.settled_at)],
    ],
  );

export const exportSettlement = (
  reading: Database,
  filter: Pick<ItemFilter, 'fileId' | 'match' | 'isOpen'>,
  language: Language,
): Promise<Readable> =>
  streamTable(
    lineHeads[language],
    (last: ItemRow | undefined, pageSize) =>
      listItems(reading, { ...filter, after: last?.position, page: 1, pageSize }),
    (row) => [
      ...[row.line, matchWords[language][row.match as SettlementMatch], row.transaction_id, row.invoice],
      ...[row.payment_id, moneyOf(row.their_paisa), moneyOf(row.our_paisa), row.currency],
      timeOf(row.happened_at),
      row.resolution === '' ? '' : resolutionWords[language][row.resolution as Resolution],
      ...[row.note, row.resolver ?? '', timeOf(row.resolved_at)],
    ],
  );
