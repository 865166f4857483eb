// The codes of services: letters in the order of creation, initially AA to AM.

/** @returns the code after the last one, e.g. AN after AM, BA after AZ, AAA after ZZ */
export function nextServiceCode(codes: readonly string[]): string {
  const numbers = codes.filter((code) => /^[A-Z]{2,}$/.test(code)).map(numberOf);
  return codeOf(Math.max(numberOf('AA') - 1, ...numbers) + 1);
}

/** Converts a code to a number like the columns of a spreadsheet, with A as 1. */
const numberOf = (code: string): number =>
  [...code].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function codeOf(number: number): string {
  const [above, last] = [Math.floor((number - 1) / 26), (number - 1) % 26];
  return (above === 0 ? '' : codeOf(above)) + String.fromCharCode(65 + last);
}
