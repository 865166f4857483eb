// Applies migrations/*.sql in the order of their names, each once, each in its own transaction.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { applicationRole } from './connect.ts';

const folder = join(import.meta.dirname, '../../../../migrations');

// Two processes that start together migrate one after the other.
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

async function prepare(client: pg.Client): Promise<void> {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = '${applicationRole}') then
      create role ${applicationRole} nologin noinherit;
    elsif exists (select from pg_roles where rolname = '${applicationRole}' and rolcanlogin) then
      alter role ${applicationRole} nologin password null;
    end if;
    -- A dump of a database does not say who may make temporary tables in it, so it is said anew.
    execute format('revoke temporary on database %I from public', current_database());
  end $$`);
  await client.query(`grant ${applicationRole} to current_user`);
  await client.query(`create table if not exists schema_migrations (
    name text primary key, hash text not null, applied_at timestamptz not null default now())`);
}

/**
 * @param url address of a user that owns the schema and may create roles
 * @returns names of the migrations that were applied now
 * @throws Error when an applied migration was edited afterwards
 */
export async function migrate(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const applied: string[] = [];
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await prepare(client);
    const known = new Map<string, string>(
      (
        await client.query<{ name: string; hash: string }>('select name, hash from schema_migrations')
      ).rows.map((row) => [row.name, row.hash]),
    );
    for (const migration of await listMigrations()) {
      const hash = known.get(migration.name);
      if (hash === migration.hash) continue;
      if (hash !== undefined) throw new Error(`Migration ${migration.name} was edited after it was applied`);
      await client.query('begin');
      try {
        await client.query(migration.sql);
        await client.query('insert into schema_migrations (name, hash) values ($1, $2)', [
          migration.name,
          migration.hash,
        ]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw new Error(`Migration ${migration.name}: ${(error as Error).message}`);
      }
      applied.push(migration.name);
    }
    return applied;
  } finally {
    await client.end();
  }
}
