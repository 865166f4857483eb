// Words of a search as they may stand on paper: what identifies somebody (decision 0093) is named by its end.
import { betweenDigits, maskNumber } from '../mask.ts';
import { maskEmails } from './masking.ts';

const digit = '[0-9\\u09e6-\\u09ef]';
/** Shorter ones are ends of numbers already. Whoever searches may also write dots or slashes. */
const numbers = new RegExp(`${digit}(?:(?:${betweenDigits}|[./]{1,3})${digit}){4,}`, 'gu');
const otherThanDigits = /[^0-9\u09e6-\u09ef]/g;

export const maskSearched = (words: string): string =>
  maskEmails(words).replace(numbers, (written) => maskNumber(written.replace(otherThanDigits, '').slice(-4)));
