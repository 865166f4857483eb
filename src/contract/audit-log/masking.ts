// Masks personal values in a line of the activity, so that enough stays to distinguish two and too little to use.
import { consistsOfDates, longNumber } from '../mask.ts';

/** A name with an optional host, so that matching is linear; looking for the @ from each letter would be quadratic. */
const emails = /(?<name>[\p{L}\p{N}._%+'-]+)(?:@[\p{L}\p{N}.-]+)?/gu;
const ipv4 = '(?<![\\d.:])(?:::ffff:)?(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\d.])';
const ipv6 = '(?<![\\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}(?![\\w:.])';
const personal = new RegExp(`(?<ip>${ipv4}|${ipv6})|(?<number>\\+?${longNumber})`, 'giu');
const shownDigits = 3;

export function maskAddress(ip: string): string {
  const separator = ip.includes('.') ? '.' : ':';
  return `${ip.split(separator).slice(0, 2).join(separator)}${separator}•••`;
}

export const maskEmails = (text: string): string =>
  text.replace(emails, (whole, name: string) =>
    whole === name ? whole : `${[...name][0]}•••${whole.slice(name.length)}`,
  );

const maskNumber = (written: string) => {
  const digits = written.replace(/[^0-9\u09e6-\u09ef]/g, '');
  return '•'.repeat(digits.length - shownDigits) + digits.slice(-shownDigits);
};

/** Masks phone numbers, email addresses, identity numbers and IP addresses in a text. */
export function maskPersonal(text: string): string {
  return maskEmails(text).replace(personal, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (groups.number) return consistsOfDates(whole) ? whole : maskNumber(whole);
    // Times of day have colons too.
    if (groups.ip && !/^\d{1,2}:\d{2}:\d{2}$/.test(whole)) return maskAddress(whole);
    return whole;
  });
}
