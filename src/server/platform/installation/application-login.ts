// The login that the portal uses: it owns nothing and has only the rights of the role `nothipotro_app`. The owner's address is used only at the start.
import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { applicationRole, connectClient } from '../database/connect.ts';
import type { Vault } from '../vault.ts';
import { StartupError } from './startup-error.ts';

export const loginPasswordPurpose = 'application login';

const loginOf = (installationId: string) => `nothipotro_login_${installationId.slice(-12)}`;

const sqlFor = (login: string) => `create role ${login} login password '…' in role ${applicationRole}`;

async function passwordOf(owner: pg.Client, vault: Vault): Promise<string> {
  const { rows } = await owner.query<{ login_password_sealed: Buffer | null }>(
    'select login_password_sealed from installation',
  );
  const sealed = rows[0]?.login_password_sealed;
  if (sealed) {
    try {
      return vault.openText(sealed, loginPasswordPurpose);
    } catch {
      // Sealed with a key that no longer exists: a new password is set below.
    }
  }
  const password = randomBytes(24).toString('base64url');
  await owner.query('update installation set login_password_sealed = $1', [
    vault.sealText(password, loginPasswordPurpose),
  ]);
  return password;
}

async function canConnect(url: string): Promise<boolean> {
  try {
    const client = await connectClient(url, { connectionTimeoutMillis: 5_000 });
    await client.end();
    return true;
  } catch {
    return false;
  }
}

/** @returns the address with the portal's own login, creating the login if it does not exist. @throws StartupError */
export async function ensureApplicationLogin(
  owner: pg.Client,
  ownerUrl: string,
  vault: Vault,
): Promise<string> {
  const { rows } = await owner.query<{ id: string }>('select id from installation');
  const login = loginOf(rows[0]!.id);
  const url = new URL(ownerUrl);
  url.username = login;
  url.password = await passwordOf(owner, vault);
  if (await canConnect(url.href)) return url.href;
  // In one transaction: the next start assumes that a login which can connect also has its grants.
  await owner.query('begin');
  try {
    const known = await owner.query('select from pg_roles where rolname = $1', [login]);
    if (known.rowCount === 0) await owner.query(`create role ${login} login`);
    await owner.query(`alter role ${login} login noinherit password '${url.password}'`);
    await owner.query(`alter role ${login} inherit`);
    await owner.query(`alter role ${login} set work_mem = '16MB'`);
    await owner.query(`grant ${applicationRole} to ${login}`);
    await owner.query('commit');
  } catch (error) {
    await owner.query('rollback');
    // Since PostgreSQL 16 a user with CREATEROLE may grant only roles that it created or administers; another shop's user created this one.
    const { rows } = await owner.query<{ user: string; makes_roles: boolean }>(
      'select rolname as user, rolcreaterole as makes_roles from pg_roles where rolname = current_user',
    );
    const { user, makes_roles } = rows[0]!;
    if (makes_roles)
      throw new StartupError(
        `DATABASE_URL: its user ${user} may not grant ${applicationRole} (${(error as Error).message}). Let an administrator run: grant ${applicationRole} to ${user} with admin option; then start again.`,
      );
    throw new StartupError(
      `DATABASE_URL: its user ${user} may not make the portal's own login (${(error as Error).message}). Let an administrator run: ${sqlFor(login)}; then set DATABASE_APP_URL to the address with that login.`,
    );
  }
  if (await canConnect(url.href)) return url.href;
  throw new StartupError(
    `DATABASE_URL: the portal's own login ${login} cannot connect with a password. Let an administrator allow it in pg_hba.conf, or run: ${sqlFor(login.replace(/_\w{12}$/, '_own'))}; then set DATABASE_APP_URL to an address that can.`,
  );
}
