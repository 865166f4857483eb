// The differences between two states of a row, as stored in the history and the audit log.

export type Words = Record<string, string | number>;

export interface Moved {
  readonly before: Words;
  readonly after: Words;
}

export function movedOf(before: Words, after: Words): Moved {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const only = (words: Words) => Object.fromEntries(names.map((name) => [name, words[name]!]));
  return { before: only(before), after: only(after) };
}

export const detailsOf = ({ before, after }: Moved): Words =>
  Object.fromEntries(Object.keys(after).map((name) => [name, `${before[name]} → ${after[name]}`]));
