// What a spreadsheet makes of a cell: no formula runs, and digits that are not an amount stay as they are.
import { expect, it } from 'vitest';
import { type Column, csvHead, csvLine, csvRows } from './csv.ts';

it('keeps leading zeros and long numbers as text, and amounts as numbers', () => {
  expect(csvLine(['01712345678', '0045451011', '19669779865540000', '007'])).toBe(
    '"\t01712345678","\t0045451011","\t19669779865540000","\t007"\r\n',
  );
  expect(csvLine(['0', '0.50', '-12.00', '250.00', 42, '12345678901', null])).toBe(
    '0,0.50,-12.00,250.00,42,12345678901,\r\n',
  );
});

it('keeps a transaction number from becoming a power of ten, and a fraction or a word from becoming a date', () => {
  expect(csvLine(['12E34567', '1e5', '1/2', '3-4', '12:30', '5%', 'MAR1', '2 Dec', '1,234'])).toBe(
    '"\t12E34567","\t1e5","\t1/2","\t3-4","\t12:30","\t5%","\tMAR1","\t2 Dec","\t1,234"\r\n',
  );
  expect(csvLine(['2026-11-25 09:23', '2026-11-25', '9XK7A1B2C3', 'March Street', '১২/৩', '…1011'])).toBe(
    '2026-11-25 09:23,2026-11-25,9XK7A1B2C3,March Street,১২/৩,…1011\r\n',
  );
});

it('runs nothing that begins with a wide sign, or with a mark that nobody sees', () => {
  expect(csvLine(['＝cmd()', '＋1', '－1', '＠sum', '\u200e=cmd()', '\u202e\u200b+x', '\u2060 -x'])).toBe(
    "'＝cmd(),'＋1,'－1,'＠sum,'\u200e=cmd(),'\u202e\u200b+x,'\u2060 -x\r\n",
  );
});

it('runs nothing', () => {
  expect(csvLine(['=cmd()', '+1-2', ' @sum', '-x', 'a,"b"'])).toBe(`'=cmd(),'+1-2,' @sum,'-x,"a,""b"""\r\n`);
});

it('has each column under its head, in the language asked for', () => {
  const columns: readonly Column<{ name: string; price?: number }>[] = [
    { bn: 'নাম', en: 'Name', cell: ({ name }) => name },
    { bn: 'দাম', en: 'Price', cell: ({ price }, language) => price && `${price} ${language}` },
  ];
  const rows = [{ name: 'A, B', price: 5 }, { name: 'C' }];
  expect(csvHead(columns, 'bn')).toBe('নাম,দাম\r\n');
  expect(csvHead(columns, 'en') + csvRows(columns, rows, 'en')).toBe('Name,Price\r\n"A, B",5 en\r\nC,\r\n');
});
