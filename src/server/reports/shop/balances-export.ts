// The books at the end of a day as a table for spreadsheets: a trial balance, and what is owed to each customer.
import { Readable } from 'node:stream';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDay } from '#contract/dates/dates.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal } from '#contract/money.ts';
import { balancesTable } from '#contract/reports/rules.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import type { Clock } from '../../platform/clock.ts';
import { csvLine, csvStart } from '../../platform/csv.ts';
import { type Database, inSnapshot, type Reader } from '../../platform/database/connect.ts';
import { FieldFault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { listAccounts } from '../accounts/account-sheet.queries.ts';
import { accountName } from '../accounts/account-words.ts';
import * as queries from './balances.queries.ts';

const portion = 500;

const words = {
  title: { bn: 'দিনের শেষে খাতার হিসাব', en: 'The books at the end of the day' },
  account: { bn: 'হিসাব', en: 'Account' },
  debit: { bn: 'ডেবিট', en: 'Debit' },
  credit: { bn: 'ক্রেডিট', en: 'Credit' },
  together: { bn: 'মোট', en: 'Total' },
  number: { bn: 'নম্বর', en: 'Number' },
  customer: { bn: 'গ্রাহক', en: 'Customer' },
  username: { bn: 'ইউজারনেম', en: 'Username' },
  owed: { bn: 'ওয়ালেটে আছে', en: 'In the wallet' },
  held: { bn: 'এর মধ্যে অর্ডারের জন্য জমা রাখা', en: 'Of which held for orders' },
  spendable: { bn: 'খরচ করা যায়', en: 'Can be spent' },
} as const satisfies Record<string, Record<Language, string>>;

export interface BalancesDeps {
  /** For the audit log: `reading` may be a replica. */
  readonly db: Database;
  readonly reading: Database;
  readonly clock: Clock;
  readonly providerName: (id: string) => Record<Language, string>;
}

const either = (paisa: bigint) => [
  paisa < 0n ? formatDecimal(-paisa) : '',
  paisa > 0n ? formatDecimal(paisa) : '',
];

async function makeTable(
  deps: BalancesDeps,
  reader: Reader,
  day: string,
  language: Language,
): Promise<string[]> {
  const accounts = (await listAccounts(reader, { from: day, to: day })).map((row) => ({
    account: row.account,
    paisa: row.opening_credit - row.opening_debit + row.credit - row.debit,
  }));
  const say = (name: keyof typeof words) => words[name][language];
  const [debit, credit] = [-1n, 1n].map((side) =>
    accounts.reduce((sum, { paisa }) => (paisa * side > 0n ? sum + paisa * side : sum), 0n),
  ) as [bigint, bigint];
  const parts = [
    csvStart,
    csvLine([say('title'), day]),
    csvLine([say('account'), say('debit'), say('credit')]),
    ...accounts.map(({ account, paisa }) =>
      csvLine([accountName(deps.providerName, account, language), ...either(paisa)]),
    ),
    csvLine([say('together'), formatDecimal(debit), formatDecimal(credit)]),
    csvLine([]),
    csvLine((['number', 'customer', 'username', 'owed', 'held', 'spendable'] as const).map(say)),
  ];
  const sums = [0n, 0n, 0n] as [bigint, bigint, bigint];
  for (let last = 0; ; ) {
    const rows = await queries.listOwed(reader, day, last, portion);
    const lines = rows.map((row) => {
      const balances = [row.posted, row.held, row.posted - row.held] as const;
      for (const [i, paisa] of balances.entries()) sums[i]! += paisa;
      return csvLine([row.user_id, fullNameOf(row), row.username, ...balances.map(formatDecimal)]);
    });
    parts.push(lines.join(''));
    if (rows.length < portion) break;
    last = rows.at(-1)!.user_id;
  }
  parts.push(csvLine([say('together'), '', '', ...sums.map(formatDecimal)]));
  return parts;
}

/**
 * Both tables are of one moment, so that they agree while money moves; the text of a large shop is some megabytes.
 * @throws FieldFault for a day that has not come
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
