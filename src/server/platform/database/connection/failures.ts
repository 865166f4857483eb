// Transient failures of the database and the network: the caller is asked to try again.

/** Whole classes and single codes of SQLSTATE. */
const passing = /^(?:08...|53...|57P0[1-5]|57014|40001|40P01|55P03|25006|25P03|58...)$/;
const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ETIMEDOUT',
  'EPIPE',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** Messages of the driver, which carry no code. */
const words =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|Client was closed|Cannot use a pool after|received invalid response|Received unexpected \w+ message/;

interface Failure {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** Contention is over at once; a database outage lasts seconds. */
const soon = new Set(['40001', '40P01', '55P03', '57014']);

/** @returns the code of a failure; for those of the driver, which have none, its known words, which name nobody */
export function nameFailure(error: Error & { code?: string }): string {
  return error.code ?? words.exec(error.message)?.[0] ?? error.name;
}

/** @returns seconds to wait before a retry; undefined for failures that waiting does not fix */
export function secondsUntilRetry(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, syscall, message, cause } = error as Failure;
  if (typeof code === 'string') {
    if (soon.has(code)) return 1;
    if (passing.test(code) || unreachable.has(code)) return 3;
    // The socket of a database that is being started again.
    if (code === 'ENOENT' && syscall === 'connect') return 3;
  }
  if (typeof message === 'string' && words.test(message)) return 3;
  return cause === undefined ? undefined : secondsUntilRetry(cause);
}
