// Masks personal values in a line of the activity: enough stays to tell two apart, too little to use.
import { betweenDigits, isOfDates } from '../mask.ts';

const digit = '[0-9\u09e6-\u09ef]';
/** A date or time is not a personal number, though it has as many digits. */
const moment = `${digit}{4}-${digit}{2}-${digit}{2}(?:[T ]${digit}{2}:${digit}{2}(?::${digit}{2})?)?`;
const email = "[\\p{L}\\p{N}._%+'-]+@[\\p{L}\\p{N}.-]+";
const ipv4 = '(?<![\\d.:])(?:::ffff:)?(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\d.])';
const ipv6 = '(?<![\\w:])(?:[0-9a-f]{0,4}:){2,7}[0-9a-f]{1,4}(?![\\w:.])';
/** Ten or more digits, with spaces or hyphens between: phone, NID, birth registration, TIN. */
const number = `\\+?${digit}(?:${betweenDigits}${digit}){9,}`;
const personal = new RegExp(
  `(?<moment>${moment})|(?<email>${email})|(?<ip>${ipv4}|${ipv6})|(?<number>${number})`,
  'giu',
);
const shownDigits = 3;

export function maskAddress(ip: string): string {
  const separator = ip.includes('.') ? '.' : ':';
  return `${ip.split(separator).slice(0, 2).join(separator)}${separator}•••`;
}

function maskEmail(address: string): string {
  const at = address.indexOf('@');
  return `${[...address][0]}•••${address.slice(at)}`;
}

const maskNumber = (written: string) => {
  const digits = written.replace(/[^0-9\u09e6-\u09ef]/g, '');
  return '•'.repeat(digits.length - shownDigits) + digits.slice(-shownDigits);
};

/** Masks phone numbers, email addresses, identity numbers and IP addresses in a text. */
export function maskPersonal(text: string): string {
  return text.replace(personal, (whole, ...rest) => {
    const groups = rest.at(-1) as Record<string, string | undefined>;
    if (groups.email) return maskEmail(whole);
    if (groups.number) return isOfDates(whole) ? whole : maskNumber(whole);
    // A time of day has colons too.
    if (groups.ip && !/^\d{1,2}:\d{2}:\d{2}$/.test(whole)) return maskAddress(whole);
    return whole;
  });
}
