// The books at the end of a day as a table for spreadsheets: a trial balance, and the amount owed to each customer.
import { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDay } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal } from '#contract/money.ts';
import { balancesTable } from '#contract/reports/rules.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import type { Clock } from '../../platform/clock.ts';
import { type Column, csvHead, csvLine, csvRows, csvStart } from '../../platform/csv.ts';
import { type Database, inSnapshot, type Reader } from '../../platform/database/connect.ts';
import { FieldFault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { listAccounts } from '../accounts/account-sheet.queries.ts';
import { accountName } from '../accounts/account-words.ts';
import * as queries from './balances.queries.ts';

const portion = 500;

const title: Record<Language, string> = { bn: 'দিনের শেষে খাতার হিসাব', en: 'The books at the end of the day' };
const total: Record<Language, string> = { bn: 'মোট', en: 'Total' };

interface AccountLine {
  name: string;
  debit?: bigint;
  credit?: bigint;
}

const accountColumns: readonly Column<AccountLine>[] = [
  { bn: 'হিসাব', en: 'Account', cell: (line) => line.name },
  { bn: 'ডেবিট', en: 'Debit', cell: ({ debit }) => (debit === undefined ? '' : formatDecimal(debit)) },
  { bn: 'ক্রেডিট', en: 'Credit', cell: ({ credit }) => (credit === undefined ? '' : formatDecimal(credit)) },
];

interface OwedLine {
  number: number | string;
  customer?: string;
  username?: string;
  posted: bigint;
  held: bigint;
}

const owedColumns: readonly Column<OwedLine>[] = [
  { bn: 'নম্বর', en: 'Number', cell: (line) => line.number },
  { bn: 'গ্রাহক', en: 'Customer', cell: (line) => line.customer },
  { bn: 'ইউজারনেম', en: 'Username', cell: (line) => line.username },
  { bn: 'ওয়ালেটে আছে', en: 'In the wallet', cell: (line) => formatDecimal(line.posted) },
  {
    bn: 'এর মধ্যে অর্ডারের জন্য জমা রাখা',
    en: 'Of which held for orders',
    cell: (line) => formatDecimal(line.held),
  },
  { bn: 'খরচ করা যায়', en: 'Can be spent', cell: (line) => formatDecimal(line.posted - line.held) },
];

export interface BalancesDeps {
  /** Primary database, for the audit log, since `reading` may be a replica. */
  readonly db: Database;
  readonly reading: Database;
  readonly clock: Clock;
  readonly providerName: (id: string) => Record<Language, string>;
}

async function makeTable(
  deps: BalancesDeps,
  reader: Reader,
  day: string,
  language: Language,
): Promise<string[]> {
  const accounts: AccountLine[] = [];
  const sums = { debit: 0n, credit: 0n };
  for (const row of await listAccounts(reader, { from: day, to: day })) {
    const paisa = row.opening_credit - row.opening_debit + row.credit - row.debit;
    const name = accountName(deps.providerName, row.account, language);
    if (paisa < 0n) sums.debit -= paisa;
    else sums.credit += paisa;
    accounts.push({ name, ...(paisa < 0n && { debit: -paisa }), ...(paisa > 0n && { credit: paisa }) });
  }
  const parts = [
    csvStart + csvLine([title[language], day]),
    csvHead(accountColumns, language),
    csvRows(accountColumns, [...accounts, { name: total[language], ...sums }], language),
    csvLine([]),
    csvHead(owedColumns, language),
  ];
  const owed = { number: total[language], posted: 0n, held: 0n };
  for (let last = 0; ; ) {
    const rows = await queries.listOwed(reader, day, last, portion);
    for (const { posted, held } of rows) {
      owed.posted += posted;
      owed.held += held;
    }
    const lines = rows.map((row) => ({ ...row, number: row.user_id, customer: fullNameOf(row) }));
    parts.push(csvRows(owedColumns, lines, language));
    if (rows.length < portion) break;
    last = rows.at(-1)!.user_id;
  }
  parts.push(csvRows(owedColumns, [owed], language));
  return parts;
}

/**
 * Reads both tables from one snapshot, so that they agree while money moves. The text of a large shop is some megabytes.
 * @throws FieldFault for a future day
 */
export async function exportBalances(
  deps: BalancesDeps,
  caller: Caller,
  day: string,
  { ip, language }: RequestOrigin,
): Promise<{ name: string; table: Readable }> {
  const { db, reading, clock } = deps;
  if (day > dhakaDay(clock.now())) throw new FieldFault({ day: ['date_future'] });
  const parts = await inSnapshot(reading, (trx) => makeTable(deps, trx, day, language));
  await recordEvent(db, {
    kind: 'report.taken',
    actorId: caller.userId,
    object: { kind: 'report', id: balancesTable.id },
    details: { from: day, to: day, format: 'csv' },
    ip,
  });
  return { name: `balances-${day}.csv`, table: Readable.from(parts) };
}
