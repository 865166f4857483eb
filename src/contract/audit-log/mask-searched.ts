// Masks the words of a search for printed papers: what identifies a person (decision 0093) keeps only its end.
import { betweenDigits, maskNumber } from '../mask.ts';
import { maskEmails } from './masking.ts';

const digit = '[0-9\\u09e6-\\u09ef]';
/** Shorter numbers are ends already. People also type dots or slashes when they search. */
const numbers = new RegExp(`${digit}(?:(?:${betweenDigits}|[./]{1,3})${digit}){4,}`, 'gu');
const otherThanDigits = /[^0-9\u09e6-\u09ef]/g;

export const maskSearched = (words: string): string =>
  maskEmails(words).replace(numbers, (written) => maskNumber(written.replace(otherThanDigits, '').slice(-4)));
