import { describe, expect, it } from 'vitest';
import { makeVerificationCode } from '#contract/codes.ts';
import { parseScan } from './scanned.ts';

const code = makeVerificationCode(() => 7);

describe('scanned text', () => {
  it.each([
    [`https://portal.test/verify/${code}`, ''],
    [`https://portal.test/verify/AEMA-${code}#aa.bb.cc`, 'aa.bb.cc'],
    [`https://portal.test/verify/${code}/?x=1#aa.bb.cc`, 'aa.bb.cc'],
    [`AEMA-${code}`, ''],
    [`  ${code.toLowerCase()} `, ''],
  ])('is a code of ours: %s', (text, statement) => expect(parseScan(text)).toEqual({ code, statement }));

  it.each([
    'https://portal.test/',
    'https://portal.test/verify/NOTHING',
    '12345',
    '',
    'https://x.test/verify/%zz',
  ])('is nothing of ours: %s', (text) => expect(parseScan(text)).toBeUndefined());
});
