import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBengaliDigits } from './digits.ts';
import { formatDecimal, parseTaka, toTakaNumber } from './money.ts';
import { balanceAfter, shortfall } from './wallet/rules.ts';

const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);
const paisa = fc.bigInt({ min: 0n, max: 99_999_999_999_999n });

describe('sums as people write them', () => {
  it.each<[string | number, bigint | undefined]>([
    ['1500', 150_000n],
    ['1500.5', 150_050n],
    ['1500.50', 150_050n],
    ['১৫০০.৫০', 150_050n],
    [1500, 150_000n],
    [0.29, 29n],
    [1.1, 110n],
    [' 7 ', 700n],
    ['0', 0n],
    ['007', 700n],
    ['1.005', undefined],
    [1.005, undefined],
    [0.1 + 0.2, undefined],
    ['-5', undefined],
    [-5, undefined],
    ['+5', undefined],
    ['1e3', undefined],
    [1e21, undefined],
    [1e-7, undefined],
    ['NaN', undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    ['', undefined],
    ['.', undefined],
    ['5.', undefined],
    ['.5', undefined],
    ['1,000', undefined],
    ['1 000', undefined],
    ['0x10', undefined],
    ['৳5', undefined],
    ['9999999999999', undefined],
    ['٣', undefined],
  ])('%j is %s paisa', (input, expected) => expect(parseTaka(input)).toBe(expected));

  it('come back from the form of answers, in either digits', () => {
    console.log(`sums: seed ${seed}`);
    fc.assert(
      fc.property(paisa, (amount) => {
        expect(parseTaka(formatDecimal(amount))).toBe(amount);
        expect(parseTaka(toBengaliDigits(formatDecimal(amount)))).toBe(amount);
      }),
      { seed },
    );
  });

  it('answer with two decimals always, below zero too', () => {
    expect([0n, 5n, 50n, 100n, 123_456n, -5n, -12_345n].map(formatDecimal)).toEqual([
      '0.00',
      '0.05',
      '0.50',
      '1.00',
      '1234.56',
      '-0.05',
      '-123.45',
    ]);
    expect([0n, 1n, 1_999n].map(toTakaNumber)).toEqual([0, 0.01, 19.99]);
  });
});

describe('what is missing', () => {
  it('adds up with what is there to what is needed', () => {
    fc.assert(
      fc.property(paisa, paisa, (available, needed) => {
        const facts = shortfall(available, needed);
        const short = parseTaka(facts.short)!;
        expect(parseTaka(facts.balance)).toBe(available);
        expect(short).toBe(needed > available ? needed - available : 0n);
        expect(balanceAfter(available, needed) + short >= 0n).toBe(true);
      }),
      { seed },
    );
  });
});
