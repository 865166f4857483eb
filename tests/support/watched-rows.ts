// Which tables had a row changed, for tests of what must not change anything.
import pg from 'pg';

/** Tables that change with any call or by themselves: tries, live events, and the work of background jobs. */
const movingTables = [
  'rate_limits',
  'jobs',
  'portal_processes',
  'live_events',
  'ledger_snapshots',
  'ledger_audits',
  'mails',
  'data_exports',
  'data_export_parts',
  'stored_files',
];

export interface WatchedRows {
  /** The number of the last committed change. */
  last(): Promise<number>;
  /** The tables with a change after this number. */
  tablesSince(number: number): Promise<string[]>;
  close(): Promise<void>;
}

/** Records every committed change of a row from now on, in all tables except the moving ones and these. */
export async function watchRows(ownerUrl: string, except: readonly string[] = []): Promise<WatchedRows> {
  const ignored = ['watched_changes', 'schema_migrations', ...movingTables, ...except];
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query(
    `create table watched_changes (id bigint generated always as identity, table_name text not null);
     create function watch_change() returns trigger language plpgsql security definer set search_path = public as
       $$ begin insert into watched_changes (table_name) values (tg_table_name); return null; end $$;
     do $$ declare t record; begin
       for t in select tablename from pg_tables where schemaname = 'public'
         and tablename <> all ('{${ignored.join(',')}}') loop
         execute format('create trigger watched after insert or update or delete on %I for each row execute function watch_change()', t.tablename);
       end loop; end $$`,
  );
  return {
    async last() {
      const { rows } = await client.query<{ last: number }>(
        'select coalesce(max(id), 0)::int as last from watched_changes',
      );
      return rows[0]!.last;
    },
    async tablesSince(number) {
      const { rows } = await client.query<{ table_name: string }>(
        'select distinct table_name from watched_changes where id > $1',
        [number],
      );
      return rows.map(({ table_name }) => table_name);
    },
    close: () => client.end(),
  };
}
