// CSV for spreadsheets: UTF-8 with a byte order mark, quoted where needed, and safe against formula injection.

export const csvStart = '\uFEFF';

/** A cell that starts like a formula gets a leading apostrophe, so the spreadsheet shows it and runs nothing. */
function cell(value: string | number | null): string {
  const text = String(value ?? '');
  const safe = /^\s*[=+\-@|%]/.test(text) && !/^-?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map(cell).join(',')}\r\n`;
