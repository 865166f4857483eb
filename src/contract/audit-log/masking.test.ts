import { expect, it } from 'vitest';
import { maskPersonal } from './masking.ts';

it.each([
  ['01712345678', '••••••••678'],
  ['+880 1712-345678', '••••••••••678'],
  ['NID 8877\u00a06655\u00a0443 ok', 'NID ••••••••443 ok'],
  ['০১৭১২–৩৪৫\u200b৬৭৮', '••••••••৬৭৮'],
  ['ফোন ০১৭১২৩৪৫৬৭৮ দিয়ে', 'ফোন ••••••••৬৭৮ দিয়ে'],
  ['NID 19901234567890123, TIN 123456789012', 'NID ••••••••••••••123, TIN •••••••••012'],
  ['১০: 1234567890', '১০: •••••••890'],
  ['rahima.khatun@mail.test → r@b.test', 'r•••@mail.test → r•••@b.test'],
  ['2026-11-21abc@mail.test', '2•••@mail.test'],
  ['a@b@mail.test', 'a•••@b@mail.test'],
  ['1990-12-12-34567', '••••••••••567'],
  ['1234-56-7890123', '••••••••••123'],
  ['203.0.113.77', '203.0.•••'],
  ['2001:db8::17', '2001:db8:•••'],
  ['::1', '::•••'],
  ['::ffff:203.0.113.77', '::ffff:203.0.•••'],
])('covers %s', (written, covered) => expect(maskPersonal(written)).toBe(covered));

it.each([
  '',
  '2026-11-21 12:30:45',
  '2026-11-21T12:30',
  '২০২৬-১১-২১',
  '২২-১১-২০২৬ – ২৫-১১-২০২৬',
  '22-11-2026 10:30',
  '22-11-2026 1500 টাকা',
  '2026-11-21 12:30 → 2026-11-22 13:30',
  '12:30:45',
  '50000.00 → 60000.00',
  'uploads_days: 500 → 30',
  '123456789',
  'অর্ডার 1024, 1025, 1026',
  'operator → owner',
  'is_active: true → false',
])('leaves "%s" as it is', (written) => expect(maskPersonal(written)).toBe(written));

// With the square of its length it would take minutes.
it.each(['a', '1.', "a'", '1:', '2026-11-21 '])('reads a long text of %j once', (part) => {
  const text = part.repeat(1_000_000 / part.length);
  expect(maskPersonal(text)).toBe(text);
});

it('reads a number of any length once', () => {
  expect(maskPersonal('১'.repeat(1_000_000))).toBe(`${'•'.repeat(999_997)}১১১`);
});
