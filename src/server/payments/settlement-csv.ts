// Reads a provider's settlement report: CSV as shops download it, with any of the usual separators, quotes and column names.
import { parseTaka } from '#contract/money.ts';
import { Fault } from '../platform/fault.ts';

export const mostLines = 50_000;
const mostColumns = 64;
const longestField = 1_000;

export interface SettlementLine {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly transactionId: string;
  readonly invoice: string;
  readonly amountPaisa: bigint;
  readonly currency: string;
  readonly happenedAt: Date;
}

/** Names under which the columns are known, in lower case without blanks and signs. */
const names = {
  transactionId: ['transactionid', 'trxid', 'txnid', 'transactionno'],
  invoice: ['merchantinvoicenumber', 'merchantinvoice', 'invoicenumber', 'invoice', 'reference', 'orderid'],
  amount: ['amount', 'transactionamount', 'saleamount', 'grossamount'],
  date: ['datetime', 'date', 'completedtime', 'transactiondate', 'time', 'transactiondatetime'],
  currency: ['currency'],
  type: ['transactiontype', 'type'],
} as const;
type Column = keyof typeof names;
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

/** Splits by RFC 4180, forgiving about line ends. @returns fields of each line that is not empty, with its number */
export function splitCsv(text: string, separator: string): { line: number; fields: string[] }[] {
  const rows: { line: number; fields: string[] }[] = [];
  let fields: string[] = [];
  let field = '';
  let isQuoted = false;
  let line = 1;
  let startedAt = 1;
  const endField = () => {
    if (field.length > longestField || fields.length >= mostColumns) throw new Fault('settlement_unreadable');
    fields.push(field.trim());
    field = '';
  };
  const endRow = () => {
    endField();
    if (fields.some((value) => value !== '')) rows.push({ line: startedAt, fields });
    if (rows.length > mostLines + 1) throw new Fault('settlement_too_long', { lines: mostLines });
    fields = [];
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!;
    if (sign === '\n') line += 1;
    if (isQuoted) {
      if (sign !== '"') field += sign;
      else if (text[at + 1] === '"') {
        field += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && field.trim() === '') {
      isQuoted = true;
      field = '';
    } else if (sign === separator) endField();
    else if (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n')) {
      endRow();
      startedAt = line;
    } else if (sign !== '\r') field += sign;
    if (field.length > longestField) throw new Fault('settlement_unreadable');
  }
  if (isQuoted) throw new Fault('settlement_unreadable');
  if (field !== '' || fields.length > 0) endRow();
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

/** ISO, `2026-11-21 14:05:00`, `21/11/2026 14:05` and bKash's own; without a zone it is the time of Dhaka. */
export function parseMoment(text: string): Date | undefined {
  const cleaned = text.replace(
    /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})/,
    (_, day: string, month: string, year: string) =>
      `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
  );
  const match =
    /^(\d{4})-(\d{2})-(\d{2})(?:[T ]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.:]\d{1,6})?)?)?\s*(Z|(?:GMT)?[+-]\d{2}:?\d{2})?$/.exec(
      cleaned.trim(),
    );
  if (!match) return undefined;
  const [, year, month, day, hours = '00', minutes = '00', seconds = '00', zone = '+06:00'] = match;
  const offset = zone === 'Z' ? 'Z' : zone.replace('GMT', '').replace(/^([+-]\d{2}):?(\d{2})$/, '$1:$2');
  const parsed = new Date(`${year}-${month}-${day}T${hours.padStart(2, '0')}:${minutes}:${seconds}${offset}`);
  // 31 February would quietly become a day of March.
  return Number.isNaN(parsed.getTime()) || Number(day) > new Date(Number(year), Number(month), 0).getDate()
    ? undefined
    : parsed;
}

/** @throws Fault `settlement_unreadable`, `settlement_columns`, `settlement_line`, `settlement_empty`, `settlement_too_long` */
export function readSettlement(bytes: Buffer): SettlementLine[] {
  const text = decode(bytes).replace(/^\ufeff/, '');
  if (text.includes('\0')) throw new Fault('settlement_unreadable');
  const firstLine = text.split(/\r?\n/, 1)[0] ?? '';
  const separator = [',', ';', '\t'].reduce((best, sign) =>
    firstLine.split(sign).length > firstLine.split(best).length ? sign : best,
  );
  const [header, ...rows] = splitCsv(text, separator);
  const columns = findColumns(header?.fields ?? []);
  const missing = (Object.keys(shownNames) as (keyof typeof shownNames)[]).filter(
    (column) => columns[column] === undefined,
  );
  if (missing.length > 0)
    throw new Fault('settlement_columns', { columns: missing.map((name) => shownNames[name]).join(', ') });
  const lines = rows.flatMap(({ line, fields }): SettlementLine[] => {
    const read = (column: Column) => fields[columns[column] ?? -1] ?? '';
    const type = read('type').toLowerCase();
    // A report also lists refunds, fees and payouts: they are no payments of customers.
    if (type !== '' && !/pay|sale|purchase|received|c2b/.test(type)) return [];
    const wrong = (column: keyof typeof shownNames) =>
      new Fault('settlement_line', { line, column: shownNames[column] });
    const transactionId = read('transactionId');
    if (transactionId === '' || transactionId.length > 100) throw wrong('transactionId');
    const amountPaisa = parseTaka(
      read('amount')
        .replaceAll(',', '')
        .replace(/^(?:BDT|Tk\.?|৳)\s*/i, ''),
    );
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
