// How many tries are allowed in which time, and what an address stands for. Pure.
import { isIPv4, isIPv6 } from 'node:net';

/** At most `tries` within `seconds`. */
export interface Window {
  readonly tries: number;
  readonly seconds: number;
}
/** All of its windows must have room. */
export type Limit = readonly Window[];

/** @param ages seconds since each counted try. @returns seconds to wait, 0 when there is room */
export function secondsUntilRoom(ages: readonly number[], limit: Limit): number {
  let wait = 0;
  for (const { tries, seconds } of limit) {
    const within = ages.filter((age) => age < seconds).sort((one, other) => one - other);
    const leavesFirst = within[tries - 1];
    if (leavesFirst !== undefined) wait = Math.max(wait, 1, Math.ceil(seconds - leavesFirst));
  }
  return wait;
}

/** Returns what a household or server shares: an IPv4 address, or the /64 of an IPv6 address, which a provider assigns to one customer. */
export function networkOfAddress(ip: string): string {
  const [unscoped = ''] = ip.split('%');
  const mapped = unscoped.slice('::ffff:'.length);
  const plain = /^::ffff:/i.test(unscoped) && isIPv4(mapped) ? mapped : unscoped;
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const dotted = plain.includes('.') ? 1 : 0;
  const gap = tail === undefined ? 0 : 8 - dotted - left.length - right.length;
  const groups = [...left, ...Array<string>(Math.max(0, gap)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
