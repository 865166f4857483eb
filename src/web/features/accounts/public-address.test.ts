import { expect, test } from 'vitest';
import { parseAddress, readLimited } from './public-address.ts';

test('an address is parsed from text or JSON, and nothing else is accepted', () => {
  for (const [answer, ip] of [
    ['203.0.113.9\n', '203.0.113.9'],
    ['{"ip": "203.0.113.9", "country": "BD"}', '203.0.113.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ])
    expect(parseAddress(answer!)).toBe(ip);
  for (const answer of [
    '',
    '<html>',
    '{"ip": 4}',
    '{}',
    '999.1.1.1',
    '::::',
    'a:b',
    'your address is 203.0.113.9',
    `${'1:'.repeat(40)}`,
  ])
    expect(() => parseAddress(answer), answer).toThrow();
});

test('an endless response is aborted after its first bytes', async () => {
  let sent = 0;
  let isGivenUp = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1_000;
      controller.enqueue(new Uint8Array(1_000).fill(49));
    },
    cancel() {
      isGivenUp = true;
    },
  });
  await expect(readLimited(new Response(endless))).rejects.toThrow('longer than');
  expect(isGivenUp).toBe(true);
  expect(sent).toBeLessThan(20_000);
  expect(await readLimited(new Response('203.0.113.9\n'))).toBe('203.0.113.9\n');
});
