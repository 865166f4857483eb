// Writes the schema of a migrated database as SQL, for reading: the embedded PostgreSQL has no pg_dump. Everything is sorted by name, so that the
// same migrations give the same text.
import type { Client } from 'pg';

const header = `-- The whole schema as the migrations leave it, made by \`npm run generate\`. It is for reading: a database is made by migrations/ alone.
-- Not shown: the role nothipotro_app and schema_migrations, which src/server/platform/database/migrate.ts makes before the first migration.`;

const ownObjects = (alias: string, catalog: string) =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${alias}.oid and d.deptype = 'e')`;

async function listOf(client: Client, sql: string): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(sql);
  return rows.map(({ line }) => line);
}

/** Rights granted to roles other than the owner; PUBLIC may execute a function unless revoked. */
const grants = (column: string, kind: 'r' | 'S' | 'f', target: string) => `
  select format('grant %s on %s to %s;', string_agg(lower(a.privilege_type), ', ' order by a.privilege_type), ${target},
           case a.grantee when 0 then 'public' else a.grantee::regrole::text end) as line
    from aclexplode(${column === 'proacl' ? `coalesce(o.proacl, acldefault('f', o.proowner))` : `o.${column}`}) a
   where a.grantee <> ${kind === 'f' ? 'o.proowner' : 'o.relowner'}
   group by a.grantee`;

const tables = `
  select c.oid::int, c.relname as name,
         array(select format('  %I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
                      case when a.attcollation <> t.typcollation then ' collate ' || a.attcollation::regcollation else '' end,
                      case when a.attidentity <> '' then ' generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity'
                           when a.attgenerated <> '' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') ' ||
                                case a.attgenerated when 's' then 'stored' else 'virtual' end
                           when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end,
                      case when a.attnotnull then ' not null' else '' end)
                 from pg_attribute a join pg_type t on t.oid = a.atttypid
                 left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum)
         || array(select format('  constraint %I %s', k.conname, pg_get_constraintdef(k.oid, true))
                    from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'c', 'f', 'x')
                   order by position(k.contype::text in 'pucfx'), k.conname collate "C") as parts,
         array_to_string(c.reloptions, ', ') as options
    from pg_class c
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
   order by c.relname collate "C"`;

/** Indexes, triggers and other parts of a table outside its parentheses. */
const belongings = (oid: number) => [
  `select pg_get_indexdef(i.indexrelid, 0, true) || ';' as line from pg_index i join pg_class x on x.oid = i.indexrelid
    where i.indrelid = ${oid} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
    order by x.relname collate "C"`,
  `select pg_get_triggerdef(t.oid, true) || ';' as line from pg_trigger t where t.tgrelid = ${oid} and not t.tgisinternal
    order by t.tgname collate "C"`,
  `select format('comment on %s is %L;',
            case d.objsubid when 0 then 'table ' || d.objoid::regclass
            else 'column ' || d.objoid::regclass || '.' || (select quote_ident(attname) from pg_attribute where attrelid = d.objoid and attnum = d.objsubid) end,
            d.description) as line
     from pg_description d where d.classoid = 'pg_class'::regclass and d.objoid = ${oid} order by d.objsubid`,
  `select line from pg_class o, lateral (${grants('relacl', 'r', 'o.oid::regclass')}) g where o.oid = ${oid} order by line collate "C"`,
  `select format('grant %s (%s) on %s to %s;', lower(a.privilege_type), string_agg(quote_ident(c.attname), ', ' order by c.attnum), c.attrelid::regclass,
            case a.grantee when 0 then 'public' else a.grantee::regrole::text end) as line
     from pg_attribute c, aclexplode(c.attacl) a where c.attrelid = ${oid} and c.attnum > 0
    group by c.attrelid, a.privilege_type, a.grantee order by 1`,
];

async function describeTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ oid: number; name: string; parts: string[]; options: string | null }>(
    tables,
  );
  const described: string[] = [];
  for (const { oid, name, parts, options } of rows) {
    const lines = [`create table ${name} (\n${parts.join(',\n')}\n)${options ? ` with (${options})` : ''};`];
    for (const sql of belongings(oid)) lines.push(...(await listOf(client, sql)));
    described.push(lines.join('\n'));
  }
  return described;
}

const inPublic = (alias: string, prefix: string) => `${alias}.${prefix}namespace = 'public'::regnamespace`;

const sections: readonly (readonly [title: string, sql: string])[] = [
  [
    'Schema and extensions',
    `select line from (
       select format('create extension %I;', extname) as line, 0 as place from pg_extension where extname <> 'plpgsql'
       union all
       select format('grant %s on schema public to %s;', string_agg(lower(a.privilege_type), ', ' order by a.privilege_type),
                case a.grantee when 0 then 'public' else a.grantee::regrole::text end), 1
         from pg_namespace n, aclexplode(n.nspacl) a where n.nspname = 'public' and a.grantee <> n.nspowner group by a.grantee
     ) all_lines order by place, line collate "C"`,
  ],
  [
    'Collations',
    `select format('create collation %I (provider = icu, locale = %L, deterministic = %s);', collname, colllocale, collisdeterministic::text) as line
       from pg_collation where ${inPublic('pg_collation', 'coll')} order by collname collate "C"`,
  ],
  [
    'Sequences that belong to no column',
    `select format('create sequence %I;', o.relname) || coalesce(chr(10) || (select string_agg(g.line, chr(10) order by g.line)
              from (${grants('relacl', 'S', `'sequence ' || o.oid::regclass`)}) g), '') as line
       from pg_class o where ${inPublic('o', 'rel')} and o.relkind = 'S'
        and not exists (select from pg_depend d where d.objid = o.oid and d.deptype in ('a', 'i')) order by o.relname collate "C"`,
  ],
];

const views = `
  select format(E'create view %I as\\n%s', o.relname, pg_get_viewdef(o.oid, true)) || coalesce(chr(10) || (select string_agg(g.line, chr(10) order by g.line)
           from (${grants('relacl', 'r', 'o.oid::regclass')}) g), '')
           || case when obj_description(o.oid, 'pg_class') is null then ''
                   else format(E'\ncomment on view %s is %L;', o.oid::regclass, obj_description(o.oid, 'pg_class')) end as line
    from pg_class o where ${inPublic('o', 'rel')} and o.relkind = 'v' order by o.relname collate "C"`;

const functions = `
  select rtrim(pg_get_functiondef(o.oid), chr(10)) || ';' || coalesce(chr(10) || (select string_agg(g.line, chr(10) order by g.line)
           from (${grants('proacl', 'f', `'function ' || o.oid::regprocedure`)}) g), '')
           || case when obj_description(o.oid, 'pg_proc') is null then ''
                   else format(E'\ncomment on function %s is %L;', o.oid::regprocedure, obj_description(o.oid, 'pg_proc')) end as line
    from pg_proc o where ${inPublic('o', 'pro')} and o.prokind in ('f', 'p') and ${ownObjects('o', 'pg_proc')}
   order by o.proname collate "C", pg_get_function_identity_arguments(o.oid) collate "C"`;

/** The schema `public` of the database that the client is connected to. */
export async function describeSchema(client: Client): Promise<string> {
  const described: [title: string, statements: string[]][] = [];
  for (const [title, sql] of sections) described.push([title, [(await listOf(client, sql)).join('\n')]]);
  described.push(['Tables', await describeTables(client)]);
  described.push(['Views', await listOf(client, views)]);
  described.push(['Functions', await listOf(client, functions)]);
  const bodies = described.map(([title, statements]) => `-- ${title}\n\n${statements.join('\n\n')}`);
  return `${[header, ...bodies].join('\n\n')}\n`;
}
