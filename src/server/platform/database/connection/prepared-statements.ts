// Runs statements that are prepared once per connection. The columns of a prepared statement never change, so they are described only once: for a wide
// row, that takes the server and the driver longer than finding it.
import pg from 'pg';

// Few texts vary with their input (lists in `in`); statements beyond the limit run unprepared.
const maxPrepared = 400;

const isPreparable = (text: string) => /^\s*(select|insert|update|delete|with)\b/i.test(text);

/** How the driver turns a row's columns into values. */
interface Shape {
  readonly fields: readonly { readonly name: string }[];
  readonly _parsers: readonly ((text: string) => unknown)[] | undefined;
  parseRow(values: readonly (string | null)[]): object;
}

type RowMaker = (parsers: Shape['_parsers']) => Shape['parseRow'];

/** Keyed by columns, so that connections share a parser, which the JavaScript engine then optimises once. */
const rowMakers = new Map<string, RowMaker>();

/**
 * Builds the rows of one statement as an object literal. The driver copies an empty row and assigns each column by name, in one place for all
 * statements: such an object grows column by column, and a wide one takes ten times the time and memory.
 */
function rowMaker(fields: Shape['fields']): RowMaker {
  const columns = fields
    .map(
      ({ name }, at) =>
        `${JSON.stringify(name)}: values[${at}] === null ? null : parsers[${at}](values[${at}])`,
    )
    .join();
  const made = rowMakers.get(columns) ?? new Function('parsers', `return (values) => ({ ${columns} })`);
  rowMakers.set(columns, made as RowMaker);
  return made as RowMaker;
}

interface Prepared {
  readonly name: string;
  shape?: Shape;
}

/** Members of the driver's query that its types leave out. */
interface DriverQuery {
  name: string;
  query_timeout: number | undefined;
  callback: (error: Error | undefined, result: pg.QueryResult) => void;
  _result: Shape;
  _accumulateRows: boolean;
  prepare(connection: pg.Connection): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
}
const DriversQuery = pg.Query as unknown as new (text: string, values: readonly unknown[]) => DriverQuery;

/** Proxies of connections on which `describe` does nothing. */
const connectionsWithoutDescribe = new WeakMap<pg.Connection, pg.Connection>();

function withoutDescribe(connection: pg.Connection): pg.Connection {
  const known = connectionsWithoutDescribe.get(connection);
  if (known) return known;
  const made = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection;
  connectionsWithoutDescribe.set(connection, made);
  return made;
}

class PreparedQuery extends DriversQuery {
  readonly #prepared: Prepared;

  constructor(text: string, values: readonly unknown[], prepared: Prepared, timeout: number | undefined) {
    super(text, values);
    this.#prepared = prepared;
    this.name = prepared.name;
    this.query_timeout = timeout;
  }

  override prepare(connection: pg.Connection): void {
    const { shape } = this.#prepared;
    if (shape) {
      Object.assign(this._result, shape);
      this._accumulateRows = true;
    }
    super.prepare(shape ? withoutDescribe(connection) : connection);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    const { fields, _parsers } = this._result;
    this.#prepared.shape ??= { fields, _parsers, parseRow: rowMaker(fields)(_parsers) };
    super.handleCommandComplete(message, connection);
  }
}

/** Keyed by connection, because a connection may serve several pools. */
let preparedTexts = new WeakMap<pg.PoolClient, Map<string, Prepared>>();
let names = 0;

/** Whether a statement was refused, without running, because a newer release that runs alongside this process has added a column to its table. */
export const isOutdated = (error: unknown): boolean => (error as { code?: string }).code === '0A000';

function preparedOf(client: pg.PoolClient, text: string): Prepared | undefined {
  let prepared = preparedTexts.get(client);
  if (!prepared) {
    prepared = new Map();
    preparedTexts.set(client, prepared);
  }
  const known = prepared.get(text);
  if (known || prepared.size >= maxPrepared || !isPreparable(text)) return known;
  const added = { name: `s${names++}` };
  prepared.set(text, added);
  return added;
}

/** @param timeout milliseconds */
export function runPrepared(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
  timeout: number | undefined,
): Promise<pg.QueryResult> {
  const prepared = preparedOf(client, text);
  if (!prepared) return runOnce(client, text, values, timeout);
  const query = new PreparedQuery(text, values, prepared, timeout);
  return new Promise((done, failed) => {
    query.callback = (error, result) => {
      if (!error) return done(result);
      // Other connections have prepared the outdated statement too.
      if (isOutdated(error)) preparedTexts = new WeakMap();
      failed(error);
    };
    client.query(query as unknown as pg.Submittable);
  });
}

/** Runs a statement without preparing it. @param timeout milliseconds */
export const runOnce = (
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[] | undefined,
  timeout: number | undefined,
): Promise<pg.QueryResult> =>
  client.query({
    text,
    values: values as unknown[],
    ...(timeout === undefined ? {} : { query_timeout: timeout }),
  } as pg.QueryConfig);
