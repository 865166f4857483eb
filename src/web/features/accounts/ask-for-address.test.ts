import { expect, test } from 'vitest';
import { readAddress } from './ask-for-address.ts';

test('an address is read from text or JSON, and nothing else is taken for one', () => {
  for (const [answer, ip] of [
    ['203.0.113.9\n', '203.0.113.9'],
    ['{"ip": "203.0.113.9", "country": "BD"}', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ])
    expect(readAddress(answer!)).toBe(ip);
  for (const answer of ['', '<html>', '{"ip": 4}', '{}', 'your address is 203.0.113.9', `${'1:'.repeat(40)}`])
    expect(() => readAddress(answer), answer).toThrow();
});
