// Parsing of settlement files, byte for byte. What is done with their lines is tested over HTTP.
import { expect, it } from 'vitest';
import type { Fault } from '../platform/fault.ts';
import { readSettlement } from './settlement-csv.ts';

const header = '"Trx ID","Merchant Invoice","Amount","Date"';

function refusalOf(csv: string): Pick<Fault, 'code' | 'facts'> | undefined {
  try {
    readSettlement(Buffer.from(csv));
    return undefined;
  } catch (error) {
    const { code, facts } = error as Fault;
    return { code, facts };
  }
}

it.each([
  ['no mark', (text: string) => Buffer.from(text)],
  ['the mark of UTF-8', (text: string) => Buffer.from(`\ufeff${text}`)],
  ['the mark of UTF-16', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
])('reads a file with %s before its quoted header', (_, encode) => {
  const lines = readSettlement(encode(`${header}\r\n"A1","চালান ""১""","1,200.50","2026-11-21T10:00:00Z"\r\n`));
  expect(lines).toEqual([
    {
      line: 2,
      transactionId: 'A1',
      invoice: 'চালান "১"',
      amountPaisa: 120_050n,
      currency: 'BDT',
      happenedAt: new Date('2026-11-21T10:00:00Z'),
    },
  ]);
});

it.each(['\n', '\r\n', '\r'])('counts lines across quoted line breaks and empty lines: %j', (end) => {
  const rows = [header, `A1,"one${end}two, three",5,2026-01-02`, '', ' , ,', `"A2${end}",x,6,2026-01-02`];
  const read = readSettlement(Buffer.from([...rows, 'A3,x,7,2026-01-02'].join(end)));
  expect(read.map(({ line, transactionId, invoice }) => ({ line, transactionId, invoice }))).toEqual([
    { line: 2, transactionId: 'A1', invoice: 'one two, three' },
    { line: 6, transactionId: 'A2', invoice: 'x' },
    { line: 8, transactionId: 'A3', invoice: 'x' },
  ]);
  expect(refusalOf([...rows, 'A3,x,seven,2026-01-02'].join(end))).toEqual({
    code: 'settlement_line',
    facts: { line: 8, column: 'Amount' },
  });
});

it('takes only what customers paid for a payment', () => {
  const types = ['Payment', 'Merchant Payment', 'Payment Received', 'C2B', 'Sale', ''];
  const others = [
    'Payout',
    'Merchant Payout',
    'Payment Refund',
    'Payment Reversal',
    'Payment Fee',
    'Cash Out',
  ];
  const read = (rows: readonly string[]) =>
    readSettlement(Buffer.from(['Trx ID,Amount,Date,Type,Status', ...rows].join('\n'))).length;
  const rowOf = (type: string, status = 'Completed') => `A1,5,2026-01-02,${type},${status}`;
  expect(read(types.map((type) => rowOf(type)))).toBe(types.length);
  for (const other of others) expect(read([rowOf('Payment'), rowOf(other)]), other).toBe(1);
  expect(read(['Completed', 'Successful', 'Refunded', ''].map((status) => rowOf('Payment', status)))).toBe(4);
  for (const status of ['Failed', 'Declined', 'Cancelled', 'Reversed', 'Initiated', 'Expired'])
    expect(read([rowOf('Payment'), rowOf('Payment', status)]), status).toBe(1);
});

it('accepts rows of any length, but no quotes followed by text', () => {
  const read = readSettlement(Buffer.from(`${header}\nA1,5" screen,5,2026-01-02,more,and more\n`));
  expect(read).toMatchObject([{ transactionId: 'A1', invoice: '5" screen' }]);
  expect(refusalOf(`${header}\nA1`)).toMatchObject({ code: 'settlement_line' });
  expect(refusalOf(`${header}\nA1,"x" y,5,2026-01-02`)?.code).toBe('settlement_unreadable');
  expect(refusalOf(`${header}\nA1,"x,5,2026-01-02`)?.code).toBe('settlement_unreadable');
});

it.each(['\n', '\r', '"\n'])(
  'refuses ten megabytes of %j at once, which would keep everybody waiting',
  (line) => {
    const begun = process.cpuUsage();
    expect(refusalOf(`${header}\n${line.repeat(10_000_000 / line.length)}`)?.code).toBe(
      'settlement_too_long',
    );
    expect(process.cpuUsage(begun).user / 1_000_000).toBeLessThan(5);
  },
);
