// Applies migrations/*.sql in the order of their names, each once, each in its own transaction.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { applicationRole, connectClient } from './connect.ts';

const folder = join(import.meta.dirname, '../../../../migrations');

// Makes processes that start at the same time migrate one after the other.
const migrationLock = 7_301_964;

export async function listMigrations(): Promise<{ name: string; sql: string; hash: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, sql: text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}

/** Waits by polling, because a statement that waits for the lock would block `create index concurrently`. */
export async function waitForLock(client: pg.Client, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [
      lock,
    ]);
    if (rows[0]!.is_mine) return;
    await wait(100);
  }
}

type Migration = Awaited<ReturnType<typeof listMigrations>>[number];

/** First line of a migration whose statements are independent and repeatable, such as `create index concurrently if not exists`. */
const noTransactionMarker = /^-- no transaction\n/;
const lockNotAvailable = '55P03';
const maxTries = 30;

/** Lists indexes whose build was interrupted: they remain, are never used, and count as existing for `if not exists`. */
async function listBrokenIndexes(client: pg.Client): Promise<{ name: string; quoted: string }[]> {
  const { rows } = await client.query<{ name: string; quoted: string }>(
    `select c.relname as name, format('%I.%I', n.nspname, c.relname) as quoted from pg_index i
       join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where not i.indisvalid and not exists (select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid)`,
  );
  return rows;
}

/** Without this, another attempt would skip the broken indexes and drop the ones that they replace. */
async function dropBrokenIndexes(client: pg.Client, text: string): Promise<void> {
  for (const { name, quoted } of await listBrokenIndexes(client))
    if (text.split(/\W+/).includes(name)) await client.query(`drop index concurrently if exists ${quoted}`);
}

/** Rebuilds indexes that an earlier upgrade left broken. A failed rebuild is tried again at the next start; until then the shop runs without it. */
async function rebuildBrokenIndexes(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = '2s'`);
  for (const { name, quoted } of await listBrokenIndexes(client)) {
    // An interrupted rebuild leaves a second index alongside the first.
    const repair = /_ccnew\d*$/.test(name) ? 'drop index concurrently' : 'reindex index concurrently';
    await client.query(`${repair} ${quoted}`).catch(() => undefined);
  }
}

async function applyOnce(client: pg.Client, { name, sql, hash }: Migration): Promise<void> {
  const markApplied = () =>
    client.query('insert into schema_migrations (name, hash) values ($1, $2)', [name, hash]);
  if (noTransactionMarker.test(sql)) {
    await dropBrokenIndexes(client, sql);
    for (const statement of sql
      .split(/;\s*(?:\n|$)/)
      .filter((part) => part.replace(/^--.*$/gm, '').trim() !== ''))
      await client.query(statement);
    await markApplied();
    return;
  }
  await client.query('begin');
  try {
    await client.query(sql);
    await markApplied();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Gives up a lock that is not granted soon and requests it again, so that requests do not queue behind the migration for long. */
async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query(`set lock_timeout = '2s'`);
  for (let turn = 1; ; turn += 1) {
    try {
      await applyOnce(client, migration);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || turn === maxTries)
        throw new Error(`Migration ${migration.name}: ${(error as Error).message}`);
      await wait(1_000);
    }
  }
}

const insufficientPrivilege = '42501';
const isForbidden = (error: unknown) => (error as { code?: string }).code === insufficientPrivilege;

/** @throws Error if the database cannot store Bengali, or if only an administrator can create the role of the portal's login */
async function prepare(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ encoding: string; name: string; user: string }>(
    `select current_setting('server_encoding') as encoding, current_database() as name, current_user as user`,
  );
  const { encoding, name, user } = rows[0]!;
  if (encoding !== 'UTF8')
    throw new Error(
      `the database ${name} has the encoding ${encoding}. Make one that holds Bengali: create database nothipotro owner ${user} encoding 'UTF8' template template0`,
    );
  await client
    .query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${applicationRole}') then
      create role ${applicationRole} nologin noinherit;
    elsif exists (select from pg_roles where rolname = '${applicationRole}' and rolcanlogin) then
      alter role ${applicationRole} nologin password null;
    end if;
    -- A dump does not include the right to create temporary tables, so it is revoked again.
    execute format('revoke temporary on database %I from public', current_database());
  end $$`)
    .catch((error: Error) => {
      if (!isForbidden(error)) throw error;
      throw new Error(
        `its user ${user} may not make roles (${error.message}). Let an administrator run: create role ${applicationRole} nologin noinherit; create role nothipotro_own login password '…' in role ${applicationRole}; then set DATABASE_APP_URL to the address with that login`,
      );
    });
  // If an administrator created the role, the owner may not grant it, and nothing here needs that.
  await client.query(`grant ${applicationRole} to current_user`).catch((error: Error) => {
    if (!isForbidden(error)) throw error;
  });
  await client.query(`create table if not exists schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`);
}

/**
 * @param url address of a user that owns the schema and may create roles
 * @param migrations instead of those in the folder
 * @returns names of the migrations applied in this run
 * @throws Error when an applied migration was edited afterwards
 */
export async function migrate(url: string, migrations?: readonly Migration[]): Promise<string[]> {
  const client = await connectClient(url);
  const applied: string[] = [];
  try {
    await waitForLock(client, migrationLock);
    await prepare(client);
    const known = new Map<string, string>(
      (
        await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations')
      ).rows.map((row) => [row.name, row.hash]),
    );
    for (const migration of migrations ?? (await listMigrations())) {
      const hash = known.get(migration.name);
      if (hash === migration.hash) continue;
      if (hash !== undefined) throw new Error(`Migration ${migration.name} was edited after it was applied`);
      await apply(client, migration);
      applied.push(migration.name);
    }
    await rebuildBrokenIndexes(client);
    return applied;
  } finally {
    await client.end();
  }
}
