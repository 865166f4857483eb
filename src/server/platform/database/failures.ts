// Which faults of the database, and of the way to it, pass by themselves: whoever asked is told to come again.

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
/** The driver's own words, which carry no code. */
const words =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|Client was closed|Cannot use a pool after/;

interface Failure {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** Contention is over at once; a database that is away comes back within seconds. */
const soon = new Set(['40001', '40P01', '55P03', '57014']);

/** @returns seconds after which to ask again, undefined for faults that waiting does not mend */
export function secondsUntilRetry(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, message, cause } = error as Failure;
  if (typeof code === 'string') {
    if (soon.has(code)) return 1;
    if (passing.test(code) || unreachable.has(code)) return 3;
  }
  if (typeof message === 'string' && words.test(message)) return 3;
  return cause === undefined ? undefined : secondsUntilRetry(cause);
}
