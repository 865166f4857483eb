// Runs statements that are prepared once per connection. What a prepared statement's rows look like never changes, so it is asked for only once:
// describing the columns of a wide row takes the server and the driver longer than finding it.
import pg from 'pg';
import type { Premise } from './premise.ts';

// Texts that vary with their input (lists in `in`) are few; beyond the limit they run unprepared.
const maxPrepared = 400;

const isPlanned = (text: string) => /^\s*(select|insert|update|delete|with)\b/i.test(text);

/** How the driver turns the columns of a row into values. */
interface Shape {
  readonly fields: readonly unknown[];
  readonly _parsers: readonly unknown[] | undefined;
  readonly _prebuiltEmptyResultObject: object | null;
}

interface Prepared {
  readonly name: string;
  shape?: Shape;
}

/** What the driver's query does and its types leave out. */
interface DriverQuery {
  name: string;
  query_timeout: number | undefined;
  callback: (error: Error | undefined, result: pg.QueryResult) => void;
  _result: Shape;
  _accumulateRows: boolean;
  prepare(connection: pg.Connection): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: pg.Connection): void;
  handleError(error: Error, connection: pg.Connection): void;
}
const DriversQuery = pg.Query as unknown as new (text: string, values: readonly unknown[]) => DriverQuery;

/** The same connection, on which nothing is described. */
const quietOnes = new WeakMap<pg.Connection, pg.Connection>();

function quiet(connection: pg.Connection): pg.Connection {
  const known = quietOnes.get(connection);
  if (known) return known;
  const made = Object.create(connection, { describe: { value: () => undefined } }) as pg.Connection;
  quietOnes.set(connection, made);
  return made;
}

/** A premise, and the prepared statement that checks it. */
interface Check {
  readonly premise: Premise;
  readonly name: string;
}

/** What the driver's connection does and its types leave out. */
interface DriverConnection {
  bind(message: { statement: string; values: readonly string[] }): void;
  execute(message: object): void;
}

function bindAndExecute(connection: pg.Connection, statement: string, values: readonly string[]): void {
  const driver = connection as unknown as DriverConnection;
  driver.bind({ statement, values });
  driver.execute({});
}

class PreparedQuery extends DriversQuery {
  readonly #prepared: Prepared;
  /** Until it has been answered. */
  #check: Check | undefined;

  constructor(
    text: string,
    values: readonly unknown[],
    prepared: Prepared,
    timeout: number | undefined,
    check: Check | undefined,
  ) {
    super(text, values);
    this.#prepared = prepared;
    this.name = prepared.name;
    this.query_timeout = timeout;
    this.#check = check;
  }

  override prepare(connection: pg.Connection): void {
    // Sent with the statement: what follows a failure is skipped by the server, up to the point where both are committed.
    if (this.#check) bindAndExecute(connection, this.#check.name, this.#check.premise.values);
    const { shape } = this.#prepared;
    if (shape) {
      Object.assign(this._result, shape);
      this._accumulateRows = true;
    }
    super.prepare(shape ? quiet(connection) : connection);
  }

  override handleDataRow(message: unknown): void {
    if (!this.#check) super.handleDataRow(message);
  }

  override handleError(error: Error, connection: pg.Connection): void {
    super.handleError(this.#check?.premise.fail(error) ?? error, connection);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    if (this.#check) {
      this.#check.premise.keep();
      this.#check = undefined;
      return;
    }
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    this.#prepared.shape ??= { fields, _parsers, _prebuiltEmptyResultObject };
    super.handleCommandComplete(message, connection);
  }
}

/** By connection, which may serve several pools. */
const preparedTexts = new WeakMap<pg.PoolClient, Map<string, Prepared>>();

function preparedOf(client: pg.PoolClient, text: string): Prepared | undefined {
  let prepared = preparedTexts.get(client);
  if (!prepared) {
    prepared = new Map();
    preparedTexts.set(client, prepared);
  }
  const known = prepared.get(text);
  if (known || prepared.size >= maxPrepared || !isPlanned(text)) return known;
  const added = { name: `s${prepared.size}` };
  prepared.set(text, added);
  return added;
}

/**
 * @param timeout milliseconds
 * @param premise to be checked in the same round trip; the statement runs only if it holds
 * @throws PremiseGone
 */
export async function runPrepared(
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
  timeout: number | undefined,
  premise?: Premise,
): Promise<pg.QueryResult> {
  const prepared = preparedOf(client, text);
  const check = premise && (await readyCheck(client, premise, prepared !== undefined, timeout));
  if (!prepared) return runOnce(client, text, values, timeout);
  const query = new PreparedQuery(text, values, prepared, timeout, check);
  return new Promise((done, failed) => {
    query.callback = (error, result) => (error ? failed(error) : done(result));
    client.query(query as unknown as pg.Submittable);
  });
}

/** Checks the premise at once where the connection does not know the check yet, or the statement cannot carry it. */
async function readyCheck(
  client: pg.PoolClient,
  premise: Premise,
  canCarry: boolean,
  timeout: number | undefined,
): Promise<Check | undefined> {
  const prepared = preparedOf(client, premise.text);
  if (canCarry && prepared?.shape) return { premise, name: prepared.name };
  await checkAlone(premise, () => runPrepared(client, premise.text, premise.values, timeout));
  return undefined;
}

/** @throws PremiseGone */
export async function checkAlone(premise: Premise, run: () => Promise<unknown>): Promise<void> {
  try {
    await run();
  } catch (error) {
    throw premise.fail(error as Error);
  }
  premise.keep();
}

/** Without preparing it. @param timeout milliseconds */
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
