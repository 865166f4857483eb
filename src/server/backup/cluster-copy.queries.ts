// All SQL of backups: PostgreSQL's low-level base backup, restore points, and the write-ahead log.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { connectClient, type Reader } from '../platform/database/connect.ts';
import { BackupError } from './backup-error.ts';

/** Allows one backup at a time, across all processes. */
const backupLock = 7_301_969;
/** The slot retains log that hasn't been shipped yet. The server invalidates the slot if it retains too much. */
const logSlot = 'nothipotro_backup_log';

export async function takeBackupLock(owner: pg.Client): Promise<boolean> {
  const { rows } = await owner.query<{ is_mine: boolean }>('select pg_try_advisory_lock($1) as is_mine', [
    backupLock,
  ]);
  return rows[0]!.is_mine;
}

/** Whether a backup is running, in any process of the portal or from the command line. */
export async function isBackingUp(reader: Reader): Promise<boolean> {
  const { rows } = await sql<{ is_held: boolean }>`select exists (
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
     where locktype = 'advisory' and datname = current_database() and classid = 0 and objid = ${backupLock} and objsubid = 1
  ) as is_held`.execute(reader);
  return rows[0]!.is_held;
}

/** Starts a base backup, and retains all segments until the session ends. @returns the first segment that the copy needs */
export async function startCopy(owner: pg.Client, label: string): Promise<string> {
  await owner.query('select pg_create_physical_replication_slot($1, true, true)', [
    `nothipotro_copy_${randomUUID().slice(0, 8)}`,
  ]);
  const { rows } = await owner.query<{ segment: string }>(
    'select pg_walfile_name(pg_backup_start(label => $1, fast => true)) as segment',
    [label],
  );
  return rows[0]!.segment;
}

/** @returns the content of `backup_label`, without which a server wouldn't know that the files are a base backup */
export async function stopCopy(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ labelfile: string }>(
    'select labelfile from pg_backup_stop(wait_for_archive => false)',
  );
  return rows[0]!.labelfile;
}

export interface Counts {
  readonly tables: Record<string, number>;
  readonly balancesPaisa: string;
  readonly schema: string;
  readonly installation: string;
  readonly postgres: string;
}

async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Reads the identity of the shop. @returns undefined if the database contains none */
export async function readInstallation(owner: pg.Client): Promise<string | undefined> {
  const { rows: tables } = await owner.query<{ is_there: boolean }>(
    `select to_regclass('public.installation') is not null as is_there`,
  );
  if (!tables[0]!.is_there) return undefined;
  const { rows } = await owner.query<{ id: string }>('select id::text as id from installation');
  return rows[0]?.id;
}

/** Counts the rows of each table and sums the balances, as the client's snapshot sees them. */
export async function countAll(client: pg.Client): Promise<Counts> {
  const tables: Record<string, number> = {};
  for (const name of await listTables(client)) {
    const { rows } = await client.query<{ count: string }>(
      `select count(*) as count from public.${client.escapeIdentifier(name)}`,
    );
    tables[name] = Number(rows[0]!.count);
  }
  const { rows } = await client.query<Omit<Counts, 'tables' | 'balancesPaisa'> & { balances: string }>(
    `select (select coalesce(sum(posted_paisa), 0)::text from wallets) as balances,
            (select max(name) from schema_migrations) as schema,
            (select id::text from installation) as installation,
            current_setting('server_version') as postgres`,
  );
  const { balances, ...rest } = rows[0]!;
  return { tables, balancesPaisa: balances, ...rest };
}

const isBusy = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');
const markTries = 100;

/**
 * Creates a restore point and counts the rows of exactly that moment. Writers are blocked for milliseconds, because the lock is held only until a
 * snapshot is taken; the counting runs concurrently with them.
 * @param mark name of the restore point
 */
export async function createRestorePoint(
  owner: pg.Client,
  url: string,
  mark: string,
): Promise<{ counts: Counts; lastSegment: string }> {
  const counter = await connectClient(url);
  try {
    for (let attempt = 1; ; attempt += 1) {
      await owner.query('begin isolation level repeatable read');
      try {
        const tables = (await listTablesUnseen(url)).map((name) => `public.${owner.escapeIdentifier(name)}`);
        // Shorter than the server's deadlock timeout, so that in a deadlock this lock gives way and not a sale.
        await owner.query(`set local lock_timeout = '700ms'`);
        await owner.query(`lock table ${tables.join()} in share mode`);
        const { rows } = await owner.query<{ snapshot: string; segment: string }>(
          `select pg_export_snapshot() as snapshot, pg_walfile_name(pg_create_restore_point($1)) as segment`,
          [mark],
        );
        await counter.query('begin isolation level repeatable read, read only');
        await counter.query(`set transaction snapshot '${rows[0]!.snapshot}'`);
        await counter.query('select 1');
        await owner.query('commit');
        return { counts: await countAll(counter), lastSegment: rows[0]!.segment };
      } catch (error) {
        await owner.query('rollback').catch(() => undefined);
        await counter.query('rollback').catch(() => undefined);
        if (!isBusy(error) || attempt === markTries) throw error;
        await wait(50 + Math.random() * 200);
      }
    }
  } finally {
    await counter.end();
  }
}

/** Lists the tables on a separate connection, because the marking transaction must not take its snapshot before its locks. */
async function listTablesUnseen(url: string): Promise<string[]> {
  const client = await connectClient(url);
  return listTables(client).finally(() => client.end());
}

/** Ends the current segment, so that everything up to now is in complete segments. */
export async function switchSegment(owner: pg.Client): Promise<void> {
  await owner.query('select pg_switch_wal()');
}

export async function readDataFolder(owner: pg.Client): Promise<string> {
  const { rows } = await owner.query<{ folder: string }>(
    `select current_setting('data_directory') as folder`,
  );
  return rows[0]!.folder;
}

export interface LogPosition {
  /** Oldest segment retained for shipping. */
  readonly from: string;
  /** Segment being written; those before it are complete. */
  readonly current: string;
}

/** Retains all segments from now on until they have been shipped, unless the server would retain too much. */
async function keepLog(owner: pg.Client): Promise<void> {
  const { rows: slots } = await owner.query<{ status: string }>(
    'select wal_status as status from pg_replication_slots where slot_name = $1',
    [logSlot],
  );
  const isLost = slots[0]?.status === 'lost';
  if (isLost) await owner.query('select pg_drop_replication_slot($1)', [logSlot]);
  if (isLost || slots.length === 0)
    await owner.query('select pg_create_physical_replication_slot($1, true)', [logSlot]);
}

/** Reads the positions, after ending the current segment if anything was written to it. */
export async function readLogPosition(owner: pg.Client): Promise<LogPosition> {
  await keepLog(owner);
  await switchSegment(owner);
  const { rows } = await owner.query<{ from: string; current: string }>(
    `select pg_walfile_name(restart_lsn) as "from", pg_walfile_name(pg_current_wal_insert_lsn()) as current
       from pg_replication_slots where slot_name = $1`,
    [logSlot],
  );
  return rows[0]!;
}

/** Lets the server reuse segments before the current one. */
export async function advanceLog(owner: pg.Client): Promise<void> {
  await owner.query(`select pg_replication_slot_advance($1, pg_current_wal_flush_lsn())`, [logSlot]);
}

/** Lists recently stored files, which are shipped between nightly backups. */
export async function listStoredSince(owner: pg.Client, minutes: number): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>(
    `select key from stored_files where trashed_at is null and put_at > now() - $1 * interval '1 minute' order by key`,
    [minutes],
  );
  return rows.map(({ key }) => key);
}

/** Lists the keys of all files that the store must contain. */
export async function listStored(owner: pg.Client): Promise<string[]> {
  const { rows } = await owner.query<{ key: string }>(
    'select key from stored_files where trashed_at is null order by key',
  );
  return rows.map(({ key }) => key);
}

/** Whether the store must still contain the file. */
export async function isStored(owner: pg.Client, key: string): Promise<boolean> {
  const { rows } = await owner.query('select from stored_files where key = $1 and trashed_at is null', [key]);
  return rows.length > 0;
}

/** @throws BackupError if the server doesn't log enough for a base backup */
export async function assertCopyable(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ level: string }>(`select current_setting('wal_level') as level`);
  if (rows[0]!.level === 'minimal')
    throw new BackupError('The database has wal_level = minimal: set it to replica and start it again.');
}

/** Lists random papers. */
export async function listPapers(
  owner: pg.Client,
  limit: number,
): Promise<{ id: string; storage_key: string }[]> {
  const { rows } = await owner.query<{ id: string; storage_key: string }>(
    `select id::text, storage_key from file_versions where storage_key <> '' order by random() limit $1`,
    [limit],
  );
  return rows;
}
