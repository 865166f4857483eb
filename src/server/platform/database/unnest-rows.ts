// Rows that come with a statement, column by column. Its text is the same for any number of them, so that it is built, prepared and planned once.
import { type RawBuilder, sql } from 'kysely';

/** Type of a column in the database, and what a row has in it. */
export type Columns<Row> = Readonly<Record<string, readonly [type: string, value: (row: Row) => unknown]>>;

/** The values of the rows, an array for each column, to be handed to the statement. */
export const toColumnArrays = <Row>(columns: Columns<Row>, rows: readonly Row[]): unknown[][] =>
  Object.values(columns).map(([, value]) => rows.map(value));

/**
 * The rows as a table, for a `from` clause. Names and types become part of the text, so they never come from outside.
 * @param values what `valuesOf` gives
 */
export function unnestRows(columns: Columns<never>, values: readonly unknown[]): RawBuilder<unknown> {
  const types = Object.values(columns).map(([type]) => sql.raw(`${type}[]`));
  const arrays = values.map((value, at) => sql`${value}::${types[at]}`);
  const names = Object.keys(columns).map((column) => sql.ref(column));
  // A limit that is not known yet is planned as one row: if more were expected, planning for the true number would seem worth it at each call.
  return sql`(select * from unnest(${sql.join(arrays)}) as given (${sql.join(names)}) limit cardinality(${arrays[0]}))`;
}
