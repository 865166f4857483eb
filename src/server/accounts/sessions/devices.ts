// Describes a User-Agent so that its owner recognises it, and classifies the network of an IP address.
import { BlockList, isIP } from 'node:net';
import type { Session } from '#contract/accounts/security-calls.ts';

const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UCBrowser\//, 'UC Browser'],
  [/Firefox\//, 'Firefox'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: readonly (readonly [RegExp, string])[] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** @returns e.g. `Chrome · Android`; '' for an unknown browser. Never the client's own text, which would end up in an email */
export function describeDevice(userAgent: string): string {
  const find = (list: typeof browsers) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browsers), find(systems)].filter((part) => part !== undefined).join(' · ');
}

const own = new BlockList();
own.addSubnet('127.0.0.0', 8, 'ipv4');
own.addAddress('::1', 'ipv6');
const local = new BlockList();
for (const [net, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  local.addSubnet(net, bits, 'ipv4');
local.addSubnet('fc00::', 7, 'ipv6');
local.addSubnet('fe80::', 10, 'ipv6');

/** Returns the kind of network that an address is in, and the prefix that a household or office shares. */
export function networkOf(ip: string): Session['network'] {
  const plain = ip.replace(/^::ffff:(?=\d+\.)/, '');
  const family = isIP(plain) === 6 ? 'ipv6' : 'ipv4';
  if (isIP(plain) === 0) return { kind: 'unknown', part: '' };
  if (own.check(plain, family)) return { kind: 'this_computer', part: '' };
  const part =
    family === 'ipv4'
      ? `${plain.split('.').slice(0, 3).join('.')}.×`
      : `${plain.split(':').slice(0, 3).join(':')}:×`;
  return { kind: local.check(plain, family) ? 'local' : 'internet', part };
}
