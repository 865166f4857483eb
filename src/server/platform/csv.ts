// CSV for spreadsheets: UTF-8 with a byte order mark, quoted where needed, and safe against formula injection.
import { Readable } from 'node:stream';
import type { Language } from '#contract/language.ts';

/** Rows read per batch while a table is sent. */
const portion = 500;

export const csvStart = '\uFEFF';

/** Identifiers made of digits: a spreadsheet would drop the leading zero of a phone number and show an NID as 1.96698E+16. */
const isDigitsToKeep = (text: string) => /^(0\d+|\d{12,})$/.test(text);

/** Amounts, and dates in the portal's format: a spreadsheet may parse these as numbers and dates. */
const isValue = (text: string) =>
  /^-?\d+(\.\d+)?$/.test(text) || /^\d{4}-\d\d-\d\d( \d\d:\d\d(:\d\d)?)?$/.test(text);

const month = '(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*';
/** A spreadsheet would parse a transaction number like 12E34567 as a power of ten, 1/2 or MAR1 as a date, 12:30 as a time. */
const named = new RegExp(`^${month}[\\s./-]*\\d+$|^\\d+[\\s./-]*${month}`, 'i');
const wouldBeRead = (text: string) =>
  text.length < 40 && ((/^[\d.,/:%e+\s-]+$/i.test(text) && /\d/.test(text)) || named.test(text));

/** Some spreadsheets treat full-width characters like their ASCII counterparts, and drop invisible marks. */
const startsLikeFormula = (text: string) =>
  /^[\s\p{Cf}]*[=+\-@|%＝＋－＠]/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text);

/**
 * A cell that starts like a formula gets a leading apostrophe, so that the spreadsheet shows it and runs nothing. Digits that must not be parsed get
 * a leading tab in quotes: Excel and LibreOffice then treat them as text, and trimming the cell gives the bare digits.
 */
function cell(value: Cell): string {
  const text = String(value ?? '');
  const isKept = isDigitsToKeep(text) || (!isValue(text) && wouldBeRead(text));
  const safe = startsLikeFormula(text) ? `'${text}` : isKept ? `\t${text}` : text;
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

type Cell = string | number | null | undefined;

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;

/** A column of a table: its heading in both languages, and the cell for a row. */
export type Column<Row> = Readonly<Record<Language, string>> & {
  readonly cell: (row: Row, language: Language) => Cell;
};

export const csvHead = <Row>(columns: readonly Column<Row>[], language: Language): string =>
  csvLine(columns.map((column) => column[language]));

export const csvRows = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  language: Language,
): string => rows.map((row) => csvLine(columns.map((column) => column.cell(row, language)))).join('');

/**
 * Streams a table that is read in batches while it is sent. The first batch is read before anything is sent, so that a failure of the database can
 * still become an error response.
 * @param readAfter returns the rows after the last one read; undefined starts at the top
 */
export async function streamTable<Row>(
  columns: readonly Column<Row>[],
  language: Language,
  readAfter: (last: Row | undefined, portion: number) => Promise<readonly Row[]>,
): Promise<Readable> {
  let rows = await readAfter(undefined, portion);
  async function* lines() {
    yield csvStart + csvHead(columns, language);
    for (;;) {
      yield csvRows(columns, rows, language);
      if (rows.length < portion) return;
      rows = await readAfter(rows.at(-1), portion);
    }
  }
  return Readable.from(lines());
}
