// Why the database of DATABASE_URL could not be used, with what to do about it. The password is never in it.

const written = 'in name and password # is written %23, / %2F, ? %3F, @ %40 and % %25';

/** @param url the owner's address */
export function sayRefusal(error: Error, url: string): string {
  const { code } = error as { code?: string };
  const { hostname, port, username, pathname } = new URL(url);
  const user = decodeURIComponent(username);
  const where = `${hostname}:${port || 5432}`;
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOENT':
      return `nothing answers at ${hostname ? where : 'that socket'}. Start PostgreSQL there, or correct host and port.`;
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
      // Of the driver, where the server asks for a password.
      return /client password must be a string/.test(error.message)
        ? `it has no password, and the server asks for one: postgres://${username}:PASSWORD@${hostname}…`
        : error.message;
  }
}
