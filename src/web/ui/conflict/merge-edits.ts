// Two people have changed the same record: what the other one moved, and what becomes of both.

/** The database gives the names of an object in an order of its own. */
const inOrder = (_: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;
const textOf = (value: unknown) => JSON.stringify(value, inOrder);
const differs = (one: unknown, other: unknown) => textOf(one) !== textOf(other);

/** The fields that differ. */
export const movedFields = <V extends object>(from: V, to: V): (keyof V & string)[] =>
  (Object.keys(from) as (keyof V & string)[]).filter((name) => differs(from[name], to[name]));

/** What was touched here goes over the newer record; everything else stays as the other person left it. */
export function mergeEdits<V extends object>(base: V, mine: V, newer: V): V {
  const touched = movedFields(base, mine).map((name) => [name, mine[name]]);
  return { ...newer, ...Object.fromEntries(touched) };
}
