import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { attentionWords } from './payment-words.ts';
import type { PaymentsStaffText } from './staff-text-bn.ts';
import { paymentsStaffBn } from './staff-text-bn.ts';

const text: PaymentsStaffText = paymentsStaffBn;

test('each reason written by the server has a label', () => {
  const source = readFileSync(new URL('../../../server/payments/settlement.ts', import.meta.url), 'utf8');
  const reasons = [...source.matchAll(/^ {4}\['([a-z ]+)', /gm)].map(([, name]) => name!);
  expect(reasons).toEqual(['payment id', 'invoice', 'amount', 'currency', 'transaction id']);
  for (const reason of reasons) {
    const [words] = attentionWords(`does not fit: ${reason}`, text);
    expect(words).not.toBe(text.payments.attention.unknown);
    expect(words).toMatch(/[\u0980-\u09ff]/);
  }
  expect(attentionWords('transaction id was used before', text)).toEqual([
    'এই লেনদেনের নম্বর (TrxID) আগেই একবার জমা হয়েছে',
  ]);
  expect(attentionWords('wallet cannot hold it', text)).toEqual(['ওয়ালেটে এত টাকা রাখা যায় না']);
});

test('several reasons are listed together, none gives none, and an unknown one is called unknown', () => {
  expect(attentionWords('does not fit: amount, currency', text)).toEqual(['টাকার পরিমাণ', 'মুদ্রা']);
  expect(attentionWords('', text)).toEqual([]);
  expect(attentionWords('constructor', text)).toEqual([text.payments.attention.unknown]);
});
