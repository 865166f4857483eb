// Passes rows to a statement as one array per column. The text is the same for any number of rows, so it is built, prepared and planned once.
import { type RawBuilder, sql } from 'kysely';

/** For each column: its type in the database, and its value in a row. */
export type Columns<Row> = Readonly<Record<string, readonly [type: string, value: (row: Row) => unknown]>>;

/** Returns an array of values for each column, to be passed to the statement. */
export const toColumnArrays = <Row>(columns: Columns<Row>, rows: readonly Row[]): unknown[][] =>
  Object.values(columns).map(([, value]) => rows.map(value));

/**
 * Returns the rows as a table, for a `from` clause. Names and types become part of the text, so they must never come from a request.
 * @param values as `toColumnArrays` returns them
 */
export function unnestRows(columns: Columns<never>, values: readonly unknown[]): RawBuilder<unknown> {
  const types = Object.values(columns).map(([type]) => sql.raw(`${type}[]`));
  const arrays = values.map((value, at) => sql`${value}::${types[at]}`);
  const names = Object.keys(columns).map((column) => sql.ref(column));
  // The planner assumes one row for a limit that is not yet known. If it expected more, it would choose to plan each execution anew.
  return sql`(select * from unnest(${sql.join(arrays)}) as given (${sql.join(names)}) limit cardinality(${arrays[0]}))`;
}
