// Dumps and restores the database of DATABASE_URL with PostgreSQL's own tools.
import { execFile, spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type pg from 'pg';
import { connectClient } from '../platform/database/connect.ts';
import { BackupError } from './backup-error.ts';
import { type Counts, countAll } from './cluster-copy.queries.ts';
import type { Part } from './manifest.ts';

/** pg_dump rejects a server newer than itself; pg_restore works with any server, but only with dumps that aren't newer than itself. */
async function assertTool(tool: 'pg_dump' | 'pg_restore', serverVersion: string): Promise<void> {
  const { stdout } = await promisify(execFile)(tool, ['--version']).catch(() => ({ stdout: '' }));
  const [, major] = /\(PostgreSQL\) (\d{1,3})/.exec(stdout) ?? [];
  const needed = Number.parseInt(serverVersion, 10);
  if (major === undefined || (tool === 'pg_dump' && Number(major) < needed))
    throw new BackupError(
      `${tool} of PostgreSQL ${needed} or later is needed and ${major === undefined ? 'missing' : `only ${major} is here`}: install the package postgresql-client-${needed}.`,
    );
}

/** Runs a tool, with the password in the environment rather than in its arguments, which every user of the machine can read. */
function runTool(tool: string, url: string, args: readonly string[], input: 'ignore' | 'pipe') {
  const { username, password, hostname, port, pathname, searchParams } = new URL(url);
  const environment = {
    PATH: process.env.PATH,
    PGUSER: decodeURIComponent(username),
    PGPASSWORD: decodeURIComponent(password),
    PGHOST: searchParams.get('host') ?? hostname,
    PGPORT: port === '' ? '5432' : port,
    PGDATABASE: decodeURIComponent(pathname.slice(1)),
    ...(searchParams.has('sslmode') ? { PGSSLMODE: searchParams.get('sslmode')! } : {}),
  };
  const child = spawn(tool, args, { env: environment, stdio: [input, 'pipe', 'pipe'] });
  let complaint = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    complaint = (complaint + chunk.toString()).slice(-2_000);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new BackupError(`${tool} failed: ${complaint.trim().split('\n')[0]}`)),
    );
  });
  ended.catch(() => undefined);
  return { child, ended };
}

export interface DumpedDatabase {
  readonly kind: 'dump';
  readonly firstSegment: string;
  readonly lastSegment: string;
  readonly counts: Counts;
  readonly database: Part[];
  readonly wal: Part[];
}

/** The extensions that the portal's migrations create. */
export const ownExtensions = ['pg_trgm'];

/**
 * Builds the flags of pg_dump that select the shop's own parts. Schemas and extensions that the server's operator added, for a pooler or a monitor, are
 * left out: their roles are missing where a backup is proven, and only a superuser could create them.
 */
async function listOwnParts(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select nspname as name from pg_namespace
      where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
        and oid not in (select extnamespace from pg_extension where extname = any($1))`,
    [ownExtensions],
  );
  return [
    ...ownExtensions.map((name) => `--extension=${name}`),
    ...rows.map(({ name }) => `--exclude-schema="${name.replaceAll('"', '""')}"`),
  ];
}

/** Dumps the database and counts its rows in the same snapshot. */
export async function dumpDatabase(
  { owner, url }: { readonly owner: pg.Client; readonly url: string },
  write: (name: string, stream: ReadableStream<Uint8Array>) => Promise<Part[]>,
): Promise<DumpedDatabase> {
  await owner.query('begin isolation level repeatable read, read only');
  try {
    const { rows } = await owner.query<{ snapshot: string; version: string }>(
      `select pg_export_snapshot() as snapshot, current_setting('server_version') as version`,
    );
    await assertTool('pg_dump', rows[0]!.version);
    const { child, ended } = runTool(
      'pg_dump',
      url,
      ['--format=custom', '--compress=3', `--snapshot=${rows[0]!.snapshot}`, ...(await listOwnParts(owner))],
      'ignore',
    );
    const stream = Readable.toWeb(child.stdout!) as unknown as ReadableStream<Uint8Array>;
    const database = await write('database.dump.age', stream);
    await ended;
    const counts = await countAll(owner);
    return { kind: 'dump', firstSegment: '', lastSegment: '', counts, database, wal: [] };
  } finally {
    await owner.query('rollback');
  }
}

/** @param url of an empty database @throws BackupError if it isn't empty */
export async function restoreDump(
  url: string,
  dump: ReadableStream<Uint8Array>,
  role: string,
): Promise<void> {
  const owner = await connectClient(url);
  try {
    const { rows } = await owner.query<{ tables: number; version: string }>(
      `select (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r') as tables,
              current_setting('server_version') as version`,
    );
    if (rows[0]!.tables > 0)
      throw new BackupError(
        'The database of DATABASE_URL is not empty: create an empty one. Nothing was changed.',
      );
    await assertTool('pg_restore', rows[0]!.version);
    // The dump contains grants to it.
    await owner.query(
      `do $$ begin if not exists (select from pg_roles where rolname = '${role}') then create role ${role} nologin noinherit; end if; end $$`,
    );
  } finally {
    await owner.end();
  }
  const { child, ended } = runTool(
    'pg_restore',
    url,
    ['--no-owner', '--exit-on-error', `--dbname=${decodeURIComponent(new URL(url).pathname.slice(1))}`],
    'pipe',
  );
  child.stdin!.on('error', () => undefined);
  for await (const chunk of dump)
    if (!child.stdin!.write(chunk)) await new Promise((resolve) => child.stdin!.once('drain', resolve));
  child.stdin!.end();
  await ended;
}
