// CSV for spreadsheets: UTF-8 with a byte order mark, quoted where needed, and safe against formula injection.

export const csvStart = '\uFEFF';

/**
 * Digits that are a name and not an amount: a spreadsheet would drop the leading zero of a phone number, and show an NID as 1.96698E+16.
 */
const isDigitsToKeep = (text: string) => /^(0\d+|\d{12,})$/.test(text);

const startsLikeFormula = (text: string) => /^\s*[=+\-@|%]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text);

/**
 * A cell that starts like a formula gets a leading apostrophe, so the spreadsheet shows it and runs nothing. Digits to keep get a leading tab in
 * quotes: Excel and LibreOffice then take them for text, and whoever trims the cell has the bare digits.
 */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = startsLikeFormula(text) ? `'${text}` : isDigitsToKeep(text) ? `\t${text}` : text;
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;
