// Parses a provider's settlement report: CSV as merchants download it, with the usual variety of separators, quotes and column names.
import { CsvError, parse } from 'csv-parse/sync';
import { toVisibleLine } from '#contract/clean-text.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import { readTaka } from '#contract/wallet/typed-money.ts';
import { Fault } from '../platform/fault.ts';

const maxLines = 50_000;
/** Bounds the parse time: fields may contain line breaks and lines may be empty, and a million of them take 7 seconds. */
const maxLineBreaks = 2 * maxLines;
const maxColumns = 64;
const longestField = 1_000;

export interface SettlementLine {
  /** Line number in the file, from 1. */
  readonly line: number;
  readonly transactionId: string;
  readonly invoice: string;
  readonly amountPaisa: bigint;
  readonly currency: string;
  readonly happenedAt: Date;
}

/** Known column names, in lower case without spaces and punctuation. */
const names = {
  transactionId: ['transactionid', 'trxid', 'txnid', 'transactionno'],
  invoice: ['merchantinvoicenumber', 'merchantinvoice', 'invoicenumber', 'invoice', 'reference', 'orderid'],
  amount: ['amount', 'transactionamount', 'saleamount', 'grossamount'],
  date: ['datetime', 'date', 'completedtime', 'transactiondate', 'time', 'transactiondatetime'],
  currency: ['currency'],
  type: ['transactiontype', 'type'],
  status: ['status', 'transactionstatus'],
} as const;
type Column = keyof typeof names;

// A report also lists refunds, fees, payouts and failed payments, which are skipped.
const paymentTypes = /pay|sale|purchase|received|c2b/;
const otherTypes = /payout|pay out|refund|revers|fee|charge/;
const endedWithout = /fail|declin|cancel|reject|revers|expire|initiat|pending/;
const shownNames: Record<'transactionId' | 'amount' | 'date', string> = {
  transactionId: 'Transaction ID',
  amount: 'Amount',
  date: 'Date Time',
};

function decode(bytes: Buffer): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  try {
    return new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Fault('settlement_unreadable');
  }
}

interface Row {
  /** Line on which the row begins; a quoted field may span several lines. */
  readonly line: number;
  readonly fields: readonly string[];
}

/** @returns the non-empty rows, header first */
function parseRows(text: string, separator: string): Row[] {
  const rows: Row[] = [];
  try {
    parse(text, {
      delimiter: separator,
      record_delimiter: '\n',
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      cast: (field, { index }) => {
        if (index >= maxColumns || field.length > longestField) throw new Fault('settlement_unreadable');
        return field;
      },
      on_record: (fields, { lines }) => {
        if (rows.length > maxLines) throw new Fault('settlement_too_long', { lines: maxLines });
        const lineBreaks = fields.join().split('\n').length - 1;
        rows.push({ line: lines - lineBreaks, fields: fields.map((field) => field.trim()) });
        return null;
      },
    });
  } catch (error) {
    throw error instanceof CsvError ? new Fault('settlement_unreadable') : error;
  }
  return rows;
}

const plain = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');

function findColumns(header: readonly string[]): Partial<Record<Column, number>> {
  const known = header.map(plain);
  const found: Partial<Record<Column, number>> = {};
  for (const column of Object.keys(names) as Column[]) {
    const at = names[column].map((name) => known.indexOf(name)).find((index) => index >= 0);
    if (at !== undefined) found[column] = at;
  }
  return found;
}

/** Parses ISO, `2026-11-21 14:05:00`, `21/11/2026 14:05` and bKash's own format. Without a zone, Dhaka time is assumed. */
function parseMoment(text: string): Date | undefined {
  const cleaned = toAsciiDigits(text).replace(
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
  const match =
    /^(20\d{2})-(\d{2})-(\d{2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.:]\d{1,6})?)?)?\s*(Z|(?:GMT)?[+-]\d{2}:?\d{2})?$/.exec(
      cleaned.trim(),
    );
  if (!match) return undefined;
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00', zone = '+06:00'] = match;
  const offset = zone === 'Z' ? 'Z' : zone.replace('GMT', '').replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const parsed = new Date(`${year}-${month}-${day}T${hours.padStart(2, '0')}:${minutes}:${seconds}${offset}`);
  // Otherwise 31 February would silently become a day in March.
  return Number.isNaN(parsed.getTime()) || Number(day) > new Date(Number(year), Number(month), 0).getDate()
    ? undefined
    : parsed;
}

/** @throws Fault `settlement_unreadable`, `settlement_columns`, `settlement_line`, `settlement_empty`, `settlement_too_long` */
export function readSettlement(bytes: Buffer): SettlementLine[] {
  const text = decode(bytes).replace(/\r\n?/g, '\n');
  if (text.includes('\0')) throw new Fault('settlement_unreadable');
  if (text.split('\n').length > maxLineBreaks + 1)
    throw new Fault('settlement_too_long', { lines: maxLines });
  const firstLine = text.split('\n', 1)[0] ?? '';
  const separator = [',', ';', '\t'].reduce((best, sign) =>
    firstLine.split(sign).length > firstLine.split(best).length ? sign : best,
  );
  const [header, ...rows] = parseRows(text, separator);
  const columns = findColumns(header?.fields ?? []);
  const missing = (Object.keys(shownNames) as (keyof typeof shownNames)[]).filter(
    (column) => columns[column] === undefined,
  );
  if (missing.length > 0)
    throw new Fault('settlement_columns', { columns: missing.map((name) => shownNames[name]).join(', ') });
  const lines = rows.flatMap(({ line, fields }): SettlementLine[] => {
    const read = (column: Column) => toVisibleLine(fields[columns[column] ?? -1] ?? '');
    const type = read('type').toLowerCase();
    if (type !== '' && (!paymentTypes.test(type) || otherTypes.test(type))) return [];
    if (endedWithout.test(read('status').toLowerCase())) return [];
    const wrong = (column: keyof typeof shownNames) =>
      new Fault('settlement_line', { line, column: shownNames[column] });
    const transactionId = read('transactionId');
    if (transactionId === '' || transactionId.length > 100) throw wrong('transactionId');
    const amountPaisa = readTaka(read('amount'));
    if (amountPaisa === undefined || amountPaisa === 0n) throw wrong('amount');
    const happenedAt = parseMoment(read('date'));
    if (!happenedAt) throw wrong('date');
    return [
      {
        line,
        transactionId,
        invoice: read('invoice'),
        amountPaisa,
        currency: read('currency').toUpperCase() || 'BDT',
        happenedAt,
      },
    ];
  });
  if (lines.length === 0) throw new Fault('settlement_empty');
  return lines;
}
