import { expect, test } from 'vitest';
import { networkOf } from './devices.ts';

test.each([
  ['127.0.0.1', 'this_computer', ''],
  ['::1', 'this_computer', ''],
  ['::ffff:127.0.0.1', 'this_computer', ''],
  ['192.168.1.20', 'local', '192.168.1.×'],
  ['172.20.3.4', 'local', '172.20.3.×'],
  ['172.32.3.4', 'internet', '172.32.3.×'],
  ['::ffff:103.4.145.245', 'internet', '103.4.145.×'],
  ['fd12:3456:789a::1', 'local', 'fd12:3456:789a:×'],
  ['2001:db8:85a3::8a2e:370:7334', 'internet', '2001:db8:85a3:×'],
  ['', 'unknown', ''],
])('the address %s is shown as %s %s', (ip, kind, part) => {
  expect(networkOf(ip)).toEqual({ kind, part });
});
