import { expect, test } from 'vitest';
import { label } from '#contract/documents/labels.ts';
import { correctedOrigins, printSections } from './record.rules.ts';

const before = { name: 'Rahim', number: '123', mother: 'আয়েশা', pin: '' };
const origins = { name: 'extracted', number: 'extracted', mother: 'customer' } as const;

test('a correction makes the customer’s what it changes; the rest stays what it was', () => {
  const none = { read: {}, as: 'extracted' } as const;
  expect(correctedOrigins(before, { ...before, name: 'Rahima', pin: '77' }, origins, none)).toEqual({
    ...{ name: 'customer', number: 'extracted', mother: 'customer', pin: 'customer' },
  });
  // A different spelling of the same value isn't a change.
  expect(correctedOrigins(before, { ...before, name: 'RAHIM ', number: '১২৩' }, origins, none)).toEqual(
    origins,
  );
});

test('what a correction takes from another reading counts as read, and nothing that was typed before', () => {
  const source = { read: { name: 'Rahima', mother: 'আয়েশা', pin: '' }, as: 'registry' } as const;
  expect(correctedOrigins(before, { ...before, name: 'Rahima' }, origins, source)).toEqual({
    ...{ name: 'registry', number: 'extracted', mother: 'customer' },
  });
});

test('a paper says in its own words what it has in common with another by name only', () => {
  const paper = {
    ...{ labels: { status: label('অবস্থা', 'Status') }, kinds: {} },
    sections: [{ heading: label('ভোটার', 'Voter'), fields: ['status'] as const }],
  };
  const printed = (words?: { status: 'tax_status' }) =>
    printSections({ ...paper, ...(words && { words }) }, { status: 'Active' }, {})[0]!.fields[0];
  expect(printed()).toMatchObject({ value: 'Active' });
  expect(printed({ status: 'tax_status' })).toMatchObject({ value: 'সক্রিয়', english: 'Active' });
});
