// A logical copy like that of pg_dump and pg_restore: rows as they are, whichever transaction wrote them, and the value of each sequence.
import pg from 'pg';

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** @param target a database with the same schema, whose rows are replaced */
export async function copyDatabase(sourceUrl: string, targetUrl: string): Promise<void> {
  const [source, target] = [await connect(sourceUrl), await connect(targetUrl)];
  try {
    // In a dump, triggers and foreign keys come after the rows.
    await target.query('set session_replication_role = replica');
    const { rows: tables } = await source.query<{ name: string; columns: string }>(
      `select c.relname as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by 1`,
    );
    await target.query(`truncate ${tables.map(({ name }) => name).join()}`);
    for (const { name, columns } of tables) {
      const { rows } = await source.query<{ row: string }>(
        `select row_to_json(t)::text as row from ${name} t`,
      );
      await target.query(
        `insert into ${name} (${columns}) overriding system value
         select ${columns} from unnest($1::json[]) j, json_populate_record(null::${name}, j)`,
        [rows.map(({ row }) => row)],
      );
    }
    const { rows: sequences } = await source.query<{ name: string; last: string | null }>(
      `select sequencename as name, last_value::text as last from pg_sequences where schemaname = 'public'`,
    );
    for (const { name, last } of sequences)
      await target.query('select setval($1::regclass, $2::bigint, $3)', [name, last ?? '1', last !== null]);
  } finally {
    await source.end();
    await target.end();
  }
}
