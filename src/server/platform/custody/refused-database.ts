// Why a database that is not the embedded one could not be used, with what to do about it. The password is never in it.
import { throughPooler } from '../database/connect.ts';
import { haveOwnSessions } from '../database/connection/own-sessions.ts';
import { CustodyError } from './custody-error.ts';

/** The settings that lead to it. */
interface Ways {
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_APP_URL?: string | undefined;
  readonly DATABASE_POOLER?: string | undefined;
}

const written = 'in name and password # is written %23, / %2F, ? %3F, @ %40 and % %25';

const usePooler = 'Name the address of PostgreSQL itself, and the pooler in DATABASE_POOLER.';

/**
 * @param url the address that was tried
 * @param program that answers there
 */
export function sayRefusal(error: Error, url: string, program = 'PostgreSQL'): string {
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
      return `no machine called ${hostname} is found (${code}). Correct the host; ${written}.`;
    case '28P01':
      return `${error.message}. Correct name and password; ${written}.`;
    case '3D000':
      return `${error.message}. Correct the name, or let an administrator run: create database ${decodeURIComponent(pathname.slice(1)) || user} owner ${user}`;
    case '42501':
      return `${error.message}. Its user has to own the database: alter database ${decodeURIComponent(pathname.slice(1)) || user} owner to ${user}`;
    default:
      if (error.message.startsWith('unsupported startup parameter'))
        return `leads through a pooler, which does not take the portal’s time limits (${error.message}). ${usePooler}`;
      // Of the driver, where the server asks for a password.
      return /client password must be a string/.test(error.message)
        ? `it has no password, and the server asks for one: postgres://${username}:PASSWORD@${hostname}…`
        : error.message;
  }
}

/** Locks of the start and the news of the live channel would be lost between two statements. @throws CustodyError; whatever connecting throws */
export async function assertOwnSessions(
  name: 'DATABASE_URL' | 'DATABASE_APP_URL',
  url: string,
): Promise<void> {
  const areOwn = await haveOwnSessions(url).catch((error: Error) => {
    throw new CustodyError(`${name}: ${sayRefusal(error, url)}`);
  });
  if (!areOwn) throw new CustodyError(`${name}: leads through a pooler in transaction mode. ${usePooler}`);
}

/**
 * Names the setting that is to blame where the portal's own login cannot work.
 * @param databaseUrl the address with that login, without the pooler
 */
export function blameSetting(error: Error, databaseUrl: string, ways: Ways): Error {
  const { DATABASE_URL, DATABASE_APP_URL, DATABASE_POOLER } = ways;
  if (DATABASE_URL === undefined || error instanceof CustodyError) return error;
  if (DATABASE_POOLER !== undefined) {
    const url = throughPooler(databaseUrl, DATABASE_POOLER);
    return new CustodyError(`DATABASE_POOLER: ${sayRefusal(error, url, 'PgBouncer')}`);
  }
  const name = DATABASE_APP_URL === undefined ? 'DATABASE_URL' : 'DATABASE_APP_URL';
  return new CustodyError(`${name}: ${sayRefusal(error, databaseUrl)}`);
}
