// The codes of services: two letters in the order of their making, AA to AM at first.

/** @returns the code after the last one: AN after AM, BA after AZ, AAA after ZZ */
export function nextServiceCode(codes: readonly string[]): string {
  const numbers = codes.filter((code) => /^[A-Z]{2,}$/.test(code)).map(numberOf);
  return codeOf(Math.max(numberOf('AA') - 1, ...numbers) + 1);
}

/** As the columns of a spreadsheet are counted, A being 1. */
const numberOf = (code: string): number =>
  [...code].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);

function codeOf(number: number): string {
  const [above, last] = [Math.floor((number - 1) / 26), (number - 1) % 26];
  return (above === 0 ? '' : codeOf(above)) + String.fromCharCode(65 + last);
}
