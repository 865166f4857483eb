// Statements that run on every request: Kysely builds and compiles the text at the first run; later runs only replace the values.
import { type Compilable, CompiledQuery } from 'kysely';
import type { Reader } from './connect.ts';

/** A placeholder for a value while the statement is built. */
class Placeholder {
  readonly index: number;
  constructor(index: number) {
    this.index = index;
  }
}

/**
 * @param build receives placeholders instead of its arguments: it may pass them on as values, but not inspect them
 * @returns a function that runs the statement with the arguments
 */
export function compileOnce<Args extends readonly unknown[], Row>(
  build: (reader: Reader, ...args: Args) => Compilable<Row>,
): (reader: Reader, ...args: Args) => Promise<Row[]> {
  let built: CompiledQuery<Row> | undefined;
  return async (reader, ...args) => {
    built ??= build(reader, ...(args.map((_, index) => new Placeholder(index)) as unknown as Args)).compile();
    const values = built.parameters.map((value) =>
      value instanceof Placeholder ? args[value.index] : value,
    );
    const { rows } = await reader.executeQuery(CompiledQuery.raw(built.sql, values) as CompiledQuery<Row>);
    return rows;
  };
}
