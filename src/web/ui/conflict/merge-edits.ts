// Merges two edits of the same record: what the other user changed, and what the user changed.

/** The database returns the keys of an object in an order of its own. */
const inOrder = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
const textOf = (value: unknown) => JSON.stringify(value, inOrder);
const differs = (one: unknown, other: unknown) => textOf(one) !== textOf(other);

/** Returns the fields that differ. */
export const changedFields = <V extends object>(from: V, to: V): (keyof V & string)[] =>
  (Object.keys(from) as (keyof V & string)[]).filter((name) => differs(from[name], to[name]));

/** Applies the user's own changes to the newer record. All other fields stay as the other user saved them. */
export function mergeEdits<V extends object>(base: V, mine: V, newer: V): V {
  const touched = changedFields(base, mine).map((name) => [name, mine[name]]);
  return { ...newer, ...Object.fromEntries(touched) };
}
