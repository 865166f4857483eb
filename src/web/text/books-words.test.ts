// Every rule of the books' audit has a name on the dashboard, in both languages, and no name is left over.
import { expect, it } from 'vitest';
import { ledgerRules } from '#server/ledger/audit.ts';
import { orderRules } from '#server/orders/orders.audit.ts';
import { paymentRules } from '#server/payments/payments.audit.ts';
import { moneyBn } from './money-bn.ts';
import { moneyEn } from './money-en.ts';

it.each([
  ['Bengali', moneyBn],
  ['English', moneyEn],
])('names each rule in %s', (_, { books }) => {
  const rules = [...ledgerRules, ...orderRules, ...paymentRules].map(({ rule }) => rule);
  expect(Object.keys(books.ruleNames).sort()).toEqual(rules.sort());
});
