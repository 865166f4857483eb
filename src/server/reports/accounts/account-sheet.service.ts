// Use cases of the books by account: a trial balance of a period, and the movements of one account, on screen and as a table.
import { Readable } from 'node:stream';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { dhakaDayAndTime } from '#contract/dates/dates.ts';
import { periodInName } from '#contract/dates/periods.ts';
import type { Language } from '#contract/language.ts';
import { formatDecimal } from '#contract/money.ts';
import type { AccountLine, AccountSheet, SheetLine } from '#contract/reports/account-calls.ts';
import { loadStaffNames } from '../../accounts/staff-names.queries.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { type Column, csvHead, csvLine, csvRows, csvStart } from '../../platform/csv.ts';
import { inSnapshot, type Reader } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller, RequestOrigin } from '../../platform/request/caller.ts';
import { findOwner } from '../papers.queries.ts';
import { type Days, validatePeriod } from '../period.rules.ts';
import { serviceNames, serviceOf } from '../row-names.ts';
import type { BalancesDeps } from '../shop/balances-export.ts';
import { listServiceNames } from '../shop/shop-reports.queries.ts';
import * as queries from './account-sheet.queries.ts';
import { accountName, describeMovement } from './account-words.ts';

const portion = 500;

interface Chosen extends Days {
  readonly account: string;
}

const readAccount = (account: string): queries.SheetAccount =>
  account.startsWith('wallet:') ? { userId: Number(account.slice('wallet:'.length)) } : { account };

const sumOf = (days: readonly queries.Turnover[]): queries.Turnover =>
  days.reduce(
    (sum, { debit, credit, movements }) => ({
      debit: sum.debit + debit,
      credit: sum.credit + credit,
      movements: sum.movements + movements,
    }),
    { debit: 0n, credit: 0n, movements: 0 },
  );

/** @throws FieldFault for an invalid period */
export async function readAccounts(
  deps: BalancesDeps,
  chosen: Days,
  language: Language,
): Promise<{ results: AccountLine[] }> {
  const { from, to } = validatePeriod(chosen, deps.clock.now());
  const rows = await queries.listAccounts(deps.reading, { from, to });
  return {
    results: rows.map((row) => {
      const opening = row.opening_credit - row.opening_debit;
      return {
        account: row.account,
        name: accountName(deps.providerName, row.account, language),
        opening: formatDecimal(opening),
        debit: formatDecimal(row.debit),
        credit: formatDecimal(row.credit),
        closing: formatDecimal(opening + row.credit - row.debit),
        count: row.movements,
      };
    }),
  };
}

/** Reads everything of a sheet but its rows; consistent if read in one transaction. */
async function openSheet(deps: BalancesDeps, reader: Reader, chosen: Chosen, language: Language) {
  const { from, to } = validatePeriod(chosen, deps.clock.now());
  const of = readAccount(chosen.account);
  const owner = 'userId' in of ? await findOwner(reader, of.userId) : undefined;
  if ('userId' in of && !owner) throw new Fault('not_found');
  const before = await queries.findBefore(reader, of, from);
  const days = await queries.listDays(reader, of, { from, to });
  const moved = sumOf(days);
  const opening = before.credit - before.debit;
  return {
    ...{ of, from, to, days, moved, opening },
    closing: opening + moved.credit - moved.debit,
    held: 'userId' in of ? await queries.sumHeld(reader, of.userId, to) : undefined,
    name: owner ? shownNameOf(owner) : accountName(deps.providerName, chosen.account, language),
    services: await listServiceNames(reader),
  };
}
type Sheet = Awaited<ReturnType<typeof openSheet>>;

/** Finds the days with the next rows, the balance before them, and how many of their rows come earlier. */
function daysAt({ days, opening }: Sheet, offset: number, limit: number) {
  const chosen: string[] = [];
  let [before, skip, found] = [opening, offset, 0];
  for (const day of days) {
    if (chosen.length === 0 && day.movements <= skip) {
      skip -= day.movements;
      before += day.credit - day.debit;
    } else if (found < skip + limit) {
      chosen.push(day.day);
      found += day.movements;
    }
  }
  return { chosen, before, skip };
}

/** Cursor: a line, and the balance after it. */
interface After {
  readonly id: string;
  readonly balance: bigint;
}

async function readLines(
  deps: BalancesDeps,
  reader: Reader,
  sheet: Sheet,
  { offset, limit, after }: { offset: number; limit: number; after?: After | undefined },
  language: Language,
): Promise<{ lines: SheetLine[]; last: After | undefined }> {
  const at = daysAt(sheet, offset, limit);
  const before = after?.balance ?? at.before;
  const place = after ? { skip: 0, afterId: after.id } : { skip: at.skip };
  const rows =
    at.chosen.length === 0 ? [] : await queries.listRows(reader, sheet.of, at.chosen, { ...place, limit });
  const nameOf = await loadStaffNames(
    reader,
    rows.map((row) => row.staff_id),
  );
  const titles = serviceNames(sheet.services, language);
  const lines = rows.map((row) => {
    const sold = serviceOf(sheet.services, row);
    const words = [describeMovement(row.kind, row.reversed_kind, language), sold && titles.get(sold.id)];
    const isWallet = row.other_account.startsWith('wallet:');
    return {
      id: row.id,
      created_at: row.created_at.toISOString(),
      what: words.filter(Boolean).join(' · '),
      counterpart: {
        account: row.other_account,
        name: isWallet ? shownNameOf(row) : accountName(deps.providerName, row.other_account, language),
      },
      customer: { id: row.user_id, name: shownNameOf(row) },
      order: row.order_id,
      document: row.document,
      reference: row.reference,
      staff: nameOf(row.staff_id),
      note: row.reason,
      debit: row.debit === 0n ? null : formatDecimal(row.debit),
      credit: row.credit === 0n ? null : formatDecimal(row.credit),
      balance: formatDecimal(before + row.run),
    };
  });
  const last = rows.at(-1);
  return { lines, last: last && { id: last.id, balance: before + last.run } };
}

/** @throws FieldFault for an invalid period, Fault `not_found` for an unknown wallet */
export function readSheet(
  deps: BalancesDeps,
  { page, page_size: limit, ...chosen }: Chosen & { page: number; page_size: number },
  language: Language,
): Promise<AccountSheet> {
  return inSnapshot(deps.reading, async (trx) => {
    const sheet = await openSheet(deps, trx, chosen, language);
    const at = { offset: (page - 1) * limit, limit };
    const { lines: results } = await readLines(deps, trx, sheet, at, language);
    return {
      ...{ account: chosen.account, name: sheet.name, results, count: sheet.moved.movements },
      opening: formatDecimal(sheet.opening),
      debit: formatDecimal(sheet.moved.debit),
      credit: formatDecimal(sheet.moved.credit),
      closing: formatDecimal(sheet.closing),
      held: sheet.held === undefined ? null : formatDecimal(sheet.held),
    };
  });
}

const words = {
  title: { bn: 'হিসাবের খাতা', en: 'Account' },
  period: { bn: 'সময়কাল', en: 'Period' },
  opening: { bn: 'শুরুর ব্যালেন্স', en: 'Opening balance' },
  closing: { bn: 'শেষ ব্যালেন্স', en: 'Closing balance' },
};

/** The lines of the opening and closing balance have nothing but their name. */
const columns: readonly Column<Partial<SheetLine>>[] = [
  { bn: 'সময়', en: 'Time', cell: ({ created_at: at }) => at && dhakaDayAndTime(new Date(at)) },
  { bn: 'বিবরণ', en: 'Description', cell: (line) => line.what },
  { bn: 'গ্রাহক', en: 'Customer', cell: (line) => line.customer?.name },
  { bn: 'বিপরীত হিসাব', en: 'Counterpart', cell: (line) => line.counterpart?.name },
  { bn: 'অর্ডার', en: 'Order', cell: (line) => line.order },
  { bn: 'কপি', en: 'Copy', cell: (line) => line.document },
  { bn: 'লেনদেনের নম্বর (TrxID)', en: 'Reference (TrxID)', cell: (line) => line.reference },
  { bn: 'কর্মী', en: 'Staff', cell: (line) => line.staff },
  { bn: 'নোট', en: 'Note', cell: (line) => line.note },
  { bn: 'ডেবিট', en: 'Debit', cell: (line) => line.debit },
  { bn: 'ক্রেডিট', en: 'Credit', cell: (line) => line.credit },
  { bn: 'ব্যালেন্স (ক্রেডিট ধনাত্মক)', en: 'Balance (credit positive)', cell: (line) => line.balance },
];

/**
 * Exports a sheet as a table, read in portions while it is sent. Each portion continues after the last line, so that a movement posted meanwhile
 * shifts no balance; the closing balance is that of the last line.
 * @throws FieldFault for an invalid period, Fault `not_found` for an unknown wallet
 */
export async function exportSheet(
  deps: BalancesDeps,
  caller: Caller,
  chosen: Chosen,
  { ip, language }: RequestOrigin,
): Promise<{ name: string; table: Readable }> {
  const { db, reading } = deps;
  const read = (reader: Reader, sheet: Sheet, offset: number, after?: After) =>
    readLines(deps, reader, sheet, { offset, limit: portion, after }, language);
  const { sheet, first } = await inSnapshot(reading, async (trx) => {
    const opened = await openSheet(deps, trx, chosen, language);
    return { sheet: opened, first: await read(trx, opened, 0) };
  });
  await recordEvent(db, {
    kind: 'movements.exported',
    actorId: caller.userId,
    subjectId: 'userId' in sheet.of ? sheet.of.userId : undefined,
    ip,
  });
  const write = (lines: readonly Partial<SheetLine>[]) => csvRows(columns, lines, language);
  const balanceLine = (name: 'opening' | 'closing', paisa: bigint) =>
    write([{ what: words[name][language], balance: formatDecimal(paisa) }]);
  async function* lines() {
    yield csvStart + csvLine([words.title[language], sheet.name]);
    yield csvLine([words.period[language], sheet.from, sheet.to]);
    yield csvHead(columns, language) + balanceLine('opening', sheet.opening);
    let [part, written, balance] = [first, 0, sheet.opening];
    for (;;) {
      yield write(part.lines);
      written += part.lines.length;
      balance = part.last?.balance ?? balance;
      if (part.lines.length < portion) break;
      part = await read(reading, sheet, written, part.last);
    }
    yield balanceLine('closing', balance);
  }
  const name = `${chosen.account.replace(':', '-')}-${periodInName(sheet.from, sheet.to)}.csv`;
  return { name, table: Readable.from(lines()) };
}

export function createAccountSheets(deps: BalancesDeps) {
  return bindDeps(deps, { accounts: readAccounts, sheet: readSheet, exportTable: exportSheet });
}
