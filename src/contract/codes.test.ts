import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  barcodeKeywords,
  groupCode,
  makeVerificationCode,
  readVerificationCode,
  verificationCodeLength,
} from './codes.ts';
import { toBengaliDigits } from './digits.ts';

const seed = Number(process.env.PROPERTY_SEED ?? 20_261_121);
const made = fc
  .infiniteStream(fc.integer({ min: 0, max: 255 }))
  .map((bytes) => makeVerificationCode(() => bytes.next().value as number));
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

describe('a verification code', () => {
  it('has 12 signs of the alphabet without I, L, O and U, and at least 50 random bits', () => {
    console.log(`codes: seed ${seed}`);
    fc.assert(
      fc.property(made, (code) => {
        expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/);
      }),
      { seed },
    );
    expect((verificationCodeLength - 1) * 5).toBeGreaterThanOrEqual(50);
    const many = Array.from({ length: 2_000 }, () => makeVerificationCode(() => randomBytes(1)[0]!));
    expect(new Set(many).size).toBe(2_000);
  });

  it('is read in any case, with separators, a series label, Bengali digits, and O, I or L for 0 and 1', () => {
    fc.assert(
      fc.property(made, fc.constantFrom(...barcodeKeywords), (code, keyword) => {
        for (const typed of [
          code,
          code.toLowerCase(),
          groupCode(code),
          code.split('').join(' '),
          `${keyword}-${code}`,
          `${keyword}${code}`.toLowerCase(),
          toBengaliDigits(code),
          code.replaceAll('0', 'o').replaceAll('1', 'l'),
          ` ${code}\n`,
        ])
          expect(readVerificationCode(typed), typed).toBe(code);
      }),
      { seed },
    );
  });

  it('is refused with any one sign mistaken and with any two neighbours exchanged', () => {
    fc.assert(
      fc.property(made, fc.nat(11), fc.nat(31), (code, at, other) => {
        const mistaken = code.slice(0, at) + alphabet[other] + code.slice(at + 1);
        expect(readVerificationCode(mistaken)).toBe(mistaken === code ? code : undefined);
        if (at < 10 && code[at] !== code[at + 1]) {
          const exchanged = code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2);
          expect(readVerificationCode(exchanged)).toBeUndefined();
        }
      }),
      { seed, numRuns: 500 },
    );
  });

  it('is nothing when it is short, long or nonsense', () => {
    for (const typed of [
      '',
      ' ',
      'AEMA',
      'AEMA-',
      '12345678901',
      '1234567890123',
      'সত্যতা',
      '************',
      'UUUUUUUUUUUU',
    ])
      expect(readVerificationCode(typed), typed).toBeUndefined();
  });

  it('is printed in three groups', () => {
    expect(groupCode('ABCDEFGHJKMN')).toBe('ABCD-EFGH-JKMN');
  });
});
