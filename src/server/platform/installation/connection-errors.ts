// Explains why an external database could not be used, and what to do about it. The text never contains the password.
import { throughPooler } from '../database/connect.ts';
import { hasDedicatedSessions } from '../database/connection/dedicated-sessions.ts';
import { StartupError } from './startup-error.ts';

/** The settings that hold addresses of the database. */
interface ConnectionSettings {
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_APP_URL?: string | undefined;
  readonly DATABASE_POOLER?: string | undefined;
}

const escapingHint = 'in name and password # is written %23, / %2F, ? %3F, @ %40 and % %25';

const usePooler = 'Name the address of PostgreSQL itself, and the pooler in DATABASE_POOLER.';

/**
 * @param url the address that was tried
 * @param program what should be listening there
 */
export function explainConnectionError(error: Error, url: string, program = 'PostgreSQL'): string {
  const { code } = error as { code?: string };
  const { hostname, port, username, pathname } = new URL(url);
  const user = decodeURIComponent(username);
  const where = `${hostname}:${port || 5432}`;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing answers at ${hostname ? where : 'that socket'}. Start ${program} there, or correct host and port.`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
    case 'ETIMEDOUT':
      return `${where} cannot be reached (${code}). Look at the network and its firewall, or correct the host.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `no machine called ${hostname} is found (${code}). Correct the host; ${escapingHint}.`;
    case '28P01':
      return `${error.message}. Correct name and password; ${escapingHint}.`;
    case '3D000':
      return `${error.message}. Correct the name, or let an administrator run: create database ${decodeURIComponent(pathname.slice(1)) || user} owner ${user}`;
    case '42501':
      return `${error.message}. Its user has to own the database: alter database ${decodeURIComponent(pathname.slice(1)) || user} owner to ${user}`;
    default:
      if (error.message.startsWith('unsupported startup parameter'))
        return `leads through a pooler, which does not take the portal’s time limits (${error.message}). ${usePooler}`;
      // The driver's message when the server asks for a password.
      return /client password must be a string/.test(error.message)
        ? `it has no password, and the server asks for one: postgres://${username}:PASSWORD@${hostname}…`
        : error.message;
  }
}

/** Without dedicated sessions, advisory locks and LISTEN would be lost between two statements. @throws StartupError; whatever connecting throws */
export async function assertDedicatedSessions(
  name: 'DATABASE_URL' | 'DATABASE_APP_URL',
  url: string,
): Promise<void> {
  const areOwn = await hasDedicatedSessions(url).catch((error: Error) => {
    throw new StartupError(`${name}: ${explainConnectionError(error, url)}`);
  });
  if (!areOwn) throw new StartupError(`${name}: leads through a pooler in transaction mode. ${usePooler}`);
}

/**
 * Returns an error that names the setting to correct when the portal's own login cannot be used.
 * @param databaseUrl the address with that login, without the pooler
 */
export function attributeToSetting(error: Error, databaseUrl: string, ways: ConnectionSettings): Error {
  const { DATABASE_URL, DATABASE_APP_URL, DATABASE_POOLER } = ways;
  if (DATABASE_URL === undefined || error instanceof StartupError) return error;
  if (DATABASE_POOLER !== undefined) {
    const url = throughPooler(databaseUrl, DATABASE_POOLER);
    return new StartupError(`DATABASE_POOLER: ${explainConnectionError(error, url, 'PgBouncer')}`);
  }
  const name = DATABASE_APP_URL === undefined ? 'DATABASE_URL' : 'DATABASE_APP_URL';
  return new StartupError(`${name}: ${explainConnectionError(error, databaseUrl)}`);
}
