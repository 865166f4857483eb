// Compares versions of the embedded PostgreSQL's packages, such as 16.14.0-beta.17.

const numbersOf = (version: string) => (version.match(/\d+/g) ?? []).map(Number);

function compare(one: string, other: string): number {
  const [left, right] = [numbersOf(one), numbersOf(other)];
  const at = left.findIndex((number, place) => number !== right[place]);
  return at === -1 ? left.length - right.length : left[at]! - (right[at] ?? -1);
}

/** @throws Error if no version of that major is published */
export function newestOf(major: string, published: readonly string[]): string {
  const newest = published
    .filter((version) => version.startsWith(`${major}.`))
    .sort(compare)
    .at(-1);
  if (newest === undefined) throw new Error(`PostgreSQL ${major} is not published for this system`);
  return newest;
}
