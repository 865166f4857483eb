// Transient failures of the database and the network: the caller is asked to try again.

/** SQLSTATEs: whole classes and single codes. */
const transient = /^(?:08...|53...|57P0[1-5]|57014|40001|40P01|55P03|25006|25P03|58...)$/;
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
/** The driver's errors have no code, only these messages. */
const driverMessages =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable|Client was closed|Cannot use a pool after|received invalid response|Received unexpected \w+ message/;

interface Failure {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly message?: unknown;
  readonly cause?: unknown;
}

/** Contention passes at once; an outage of the database lasts seconds. */
const contention = new Set(['40001', '40P01', '55P03', '57014']);

/** @returns the code of a failure or, for the driver's errors, the known part of the message, which holds no personal data */
export function nameFailure(error: Error & { code?: string }): string {
  return error.code ?? driverMessages.exec(error.message)?.[0] ?? error.name;
}

/** @returns seconds to wait before a retry; undefined for failures that waiting does not fix */
export function secondsUntilRetry(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, syscall, message, cause } = error as Failure;
  if (typeof code === 'string') {
    if (contention.has(code)) return 1;
    if (transient.test(code) || unreachable.has(code)) return 3;
    // The socket of a database that is restarting.
    if (code === 'ENOENT' && syscall === 'connect') return 3;
  }
  if (typeof message === 'string' && driverMessages.test(message)) return 3;
  return cause === undefined ? undefined : secondsUntilRetry(cause);
}
