// A shop with an external database server: backed up with that server's tools and restored into an empty database, where it keeps selling.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withDatabase } from '../support/cluster.ts';
import { asOwner } from '../support/database.ts';
import { auditBooks, makeCustomer, makeDataDir, run, runAlone, signIn, startPortal } from './process.ts';

const names = { sold: 'dumped_shop', restored: 'dumped_and_restored', full: 'dumped_over' };
const administer = (statement: string) => asOwner(inject('clusterUrl'), statement);
const urlOf = (name: string) => withDatabase(inject('clusterUrl'), name);

/** The major version of the PostgreSQL tools on this machine, or 0 if there are none. */
const toolsVersion = (() => {
  try {
    const version = execFileSync('pg_dump', ['--version'], { encoding: 'utf8' });
    return Number(/\(PostgreSQL\) (\d{1,3})/.exec(version)?.[1] ?? 0);
  } catch {
    return 0;
  }
})();

async function serverVersion(): Promise<number> {
  const [row] = await asOwner<{ version: string }>(
    inject('clusterUrl'),
    `select current_setting('server_version_num') as version`,
  );
  return Math.floor(Number(row!.version) / 10_000);
}

describe('a shop with a database server of its own', { timeout: 300_000 }, () => {
  const dataDir = makeDataDir();
  const place = join(makeDataDir(), 'disk');
  const sealing = { BACKUP_TO: place, BACKUP_PASSPHRASE: 'nouka-ghat-bristi-megh-71' };
  let customer: Awaited<ReturnType<typeof makeCustomer>>;

  beforeAll(async () => {
    for (const name of Object.values(names)) await administer(`create database ${name}`);
    const portal = await startPortal(dataDir, { DATABASE_URL: urlOf(names.sold) });
    customer = await makeCustomer(portal, '1000');
    const sold = await portal.call('POST', '/account/orders/', {
      token: customer.access,
      body: customer.order,
    });
    expect(sold.status).toBe(201);
    await portal.stop();
    // A PgBouncer role as in docs/cluster.md and a monitoring extension: another server has no such role, and lets only superusers create the extension.
    // Some hosts keep all extensions in a schema of their own.
    await administer('create role dumped_pooler');
    for (const statement of [
      'create schema "The pooler"',
      'grant usage on schema "The pooler" to dumped_pooler',
      `create function "The pooler".lookup() returns text language sql as $$ select 'x' $$`,
      'create extension pg_stat_statements',
      'create schema extensions',
      'alter extension pg_trgm set schema extensions',
    ])
      await asOwner(urlOf(names.sold), statement);
  }, 300_000);
  afterAll(async () => {
    for (const name of Object.values(names)) await administer(`drop database if exists ${name} with (force)`);
    await administer('drop role if exists dumped_pooler');
  });

  it('is told which tools are missing when it is backed up without them', async ({ skip }) => {
    const needed = await serverVersion();
    if (toolsVersion >= needed) return skip();
    const { code, stderr } = await run('backup.ts', {
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(names.sold),
      ...sealing,
    });
    expect(code).toBe(1);
    expect(stderr).toMatch(new RegExp(`install the package postgresql-client-${needed}\\.\n$`));
  });

  it('is backed up and restored with the tools of its server', async ({ skip }) => {
    if (toolsVersion < (await serverVersion())) return skip();
    const made = await runAlone('backup.ts', {
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(names.sold),
      ...sealing,
    });
    expect(made.stderr).toBe('');
    expect(made.stdout).toMatch(/^Backup \S+: \d+ rows in \d+ tables/);
    const proven = await run(
      'restore.ts',
      { DATA_DIR: dataDir, DATABASE_URL: urlOf(names.sold), ...sealing },
      '--prove',
    );
    expect(proven.stderr).toBe('');
    expect(proven.stdout).toMatch(/: 0 faults, /);
    expect(proven.code).toBe(0);

    const elsewhere = join(makeDataDir(), 'shop');
    const settings = { DATA_DIR: elsewhere, DATABASE_URL: urlOf(names.restored), ...sealing };
    const restored = await runAlone('restore.ts', settings, place);
    expect(restored.stderr).toBe('');
    // The printed command names the restored database, without its password.
    expect(restored.stdout).toMatch(/ with: DATABASE_URL='[^']*dumped_and_restored[^']*' DATA_DIR=/);
    expect(restored.stdout).not.toContain(new URL(urlOf(names.restored)).password);
    expect(restored.code).toBe(0);
    const ofServer = `select extname as name from pg_extension where extname <> 'plpgsql' union
      select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`;
    const held = await asOwner<{ name: string }>(urlOf(names.restored), ofServer);
    expect(held.map(({ name }) => name).sort()).toEqual(['extensions', 'pg_trgm', 'public']);

    const portal = await startPortal(elsewhere, { DATABASE_URL: urlOf(names.restored) });
    const person = await signIn(portal, customer.email, customer.password);
    const audited = await auditBooks(portal, (await signIn(portal)).access);
    expect(audited).toMatchObject({ state: 'balanced', findings: 0 });
    const again = await portal.call('POST', '/account/orders/', {
      token: person.access,
      body: customer.order,
    });
    expect(again.status).toBe(201);
    const { body } = await portal.call('GET', '/account/transaction-summary/', { token: person.access });
    expect(body.current_balance).toBe(1000 - 2 * 150);
    await portal.stop();
  });

  it('is not restored into a database that is not empty', async ({ skip }) => {
    if (toolsVersion < (await serverVersion())) return skip();
    await asOwner(urlOf(names.full), 'create table planted (id integer)');
    const settings = {
      DATA_DIR: join(makeDataDir(), 'shop'),
      DATABASE_URL: urlOf(names.full),
      ...sealing,
    };
    const { code, stderr } = await run('restore.ts', settings, place);
    expect(code).toBe(1);
    expect(stderr).toBe(
      'The database of DATABASE_URL is not empty: create an empty one. Nothing was changed.\n',
    );
  });
});
