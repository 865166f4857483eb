// Every rule of the ledger audit has a name on the dashboard, in both languages, and no name is unused.
import { expect, it } from 'vitest';
import { bookRules } from '#server/reports/book-rules.ts';
import { walletStaffBn } from './staff-text-bn.ts';
import { walletStaffEn } from './staff-text-en.ts';

it.each([
  ['Bengali', walletStaffBn],
  ['English', walletStaffEn],
])('names each rule in %s', (_, { books }) => {
  const rules = bookRules.map(({ rule }) => rule);
  expect(Object.keys(books.ruleNames).sort()).toEqual(rules.sort());
});
