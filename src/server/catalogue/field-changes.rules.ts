// The differences between two states of a row, as stored in the history and the audit log.

export type FieldValues = Record<string, string | number>;

export interface FieldChanges {
  readonly before: FieldValues;
  readonly after: FieldValues;
}

export function findFieldChanges(before: FieldValues, after: FieldValues): FieldChanges {
  const names = Object.keys(after).filter((name) => before[name] !== after[name]);
  const only = (words: FieldValues) => Object.fromEntries(names.map((name) => [name, words[name]!]));
  return { before: only(before), after: only(after) };
}

export const describeFieldChanges = ({ before, after }: FieldChanges): FieldValues =>
  Object.fromEntries(Object.keys(after).map((name) => [name, `${before[name]} → ${after[name]}`]));
