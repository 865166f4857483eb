// What a spreadsheet makes of a cell: no formula runs, and digits that are no amount stay whole.
import { expect, it } from 'vitest';
import { csvLine } from './csv.ts';

it('keeps leading zeros and long numbers as text, and amounts as numbers', () => {
  expect(csvLine(['01712345678', '0045451011', '19669779865540000', '007'])).toBe(
    '"\t01712345678","\t0045451011","\t19669779865540000","\t007"\r\n',
  );
  expect(csvLine(['0', '0.50', '-12.00', '250.00', 42, '12345678901', null])).toBe(
    '0,0.50,-12.00,250.00,42,12345678901,\r\n',
  );
});

it('runs nothing', () => {
  expect(csvLine(['=cmd()', '+1-2', ' @sum', '-x', 'a,"b"'])).toBe(`'=cmd(),'+1-2,' @sum,'-x,"a,""b"""\r\n`);
});
