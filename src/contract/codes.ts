// Codes that people read off paper and type: Crockford base32 with a check character.
import { toAsciiDigits } from './digits.ts';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Eleven random characters (55 bits) and one check character, printed in three groups of four. */
export const verificationCodeLength = 12;

/** Series labels of the barcode. They may precede a code, and verification ignores them. */
export const barcodeKeywords = ['AEMA', 'IRIA', 'ERRD', 'DMIQ', 'DZIH'] as const;

/** Crockford's check value: the number modulo 37 (https://www.crockford.com/base32.html). */
function checkValue(body: string): number {
  let remainder = 0;
  for (const character of body) remainder = (remainder * 32 + alphabet.indexOf(character)) % 37;
  return remainder;
}

/**
 * Makes a verification code. Values whose check character would be one of `*~$=U` are rejected, so that a code has only letters and digits and is
 * still standard Crockford.
 * @param randomByte returns an unpredictable byte at each call
 */
export function makeVerificationCode(randomByte: () => number): string {
  for (;;) {
    let body = '';
    while (body.length < verificationCodeLength - 1) body += alphabet[randomByte() & 31];
    const check = alphabet[checkValue(body)];
    if (check !== undefined) return body + check;
  }
}

/**
 * Reads a code as typed or scanned: any case, any separators, either digits, an optional series label, O for 0 and I or L for 1. Returns undefined
 * when the length or the check character is wrong.
 */
export function readVerificationCode(typed: string): string | undefined {
  let text = toAsciiDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  const keyword = barcodeKeywords.find((candidate) => text.startsWith(candidate));
  if (keyword && text.length === verificationCodeLength + keyword.length) text = text.slice(keyword.length);
  text = text.replace(/O/g, '0').replace(/[IL]/g, '1');
  if (text.length !== verificationCodeLength) return undefined;
  if ([...text].some((character) => !alphabet.includes(character))) return undefined;
  const body = text.slice(0, -1);
  return alphabet[checkValue(body)] === text.at(-1) ? text : undefined;
}

/** Formats a code for print: `ABCD-EFGH-JKMN`. */
export function groupCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}
