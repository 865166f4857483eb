// Migrations run while portals are working: from now on none builds an index under one long lock.
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { ownExtensions } from '#server/backup/dump.ts';
import { listMigrations, migrate } from '#server/platform/database/migrate.ts';
import { withDatabase } from '../support/cluster.ts';

/** Earlier ones have been applied everywhere and are never edited. */
const since = '20261124';

interface Named {
  readonly name: string;
  readonly sql: string;
}

/** Applied before the check below saw constraints within a column, or after a line break. They are never edited. */
const appliedLongLocks: Readonly<Record<string, string>> = {
  '20261124022000_pause_services_in_outages.sql': 'services has a few dozen rows',
  '20261126150000_tell_channels_who_lost_access.sql': 'live_events has the rows of an hour',
  '20261128140300_take_cash_requests_back.sql': 'cash_requests has only what needed two people',
};

/** Splits at top-level commas, which separate the actions of an `alter table`. */
function splitActions(list: string): string[] {
  const actions = [''];
  let depth = 0;
  for (const sign of list) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += sign;
  }
  return actions.map((action) => action.trim());
}

const validateApart =
  'add the constraint by itself, "not valid", and validate it in a file that begins with -- no transaction';
const indexApart =
  'build the index concurrently in a file that begins with -- no transaction, then add the constraint "using index"';
const fillApart =
  'add the column without it, set the default for new rows, and fill earlier rows in batches from a job';

/** Why an action holds the table's lock for as long as all its rows take, and what to do instead. */
function slowActionOf(action: string): string | undefined {
  const added = /^add (?:column )?(?!constraint |check\b|foreign |unique\b|primary |exclude\b)(.*)/.exec(
    action,
  )?.[1];
  if (added !== undefined) {
    // A column cannot have a constraint that is not valid. A reference without a default is not looked up.
    if (/ check ?\(/.test(added) || (/ references /.test(added) && / default /.test(added)))
      return validateApart;
    if (/ unique\b| primary key\b/.test(added)) return indexApart;
    const isComputed = / generated .*(?:stored|as identity)|^\w+ (?:small|big)?serial\b/.test(added);
    const isVolatile = / default [^,]*\b(?:gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\b/.test(
      added,
    );
    return isComputed || isVolatile ? fillApart : undefined;
  }
  if (/^add (?:constraint \w+ )?(?:foreign key|check)\b/.test(action))
    return action.endsWith('not valid') ? undefined : validateApart;
  if (/^add (?:constraint \w+ )?(?:unique|primary key|exclude)\b/.test(action))
    return / using index \w+/.test(action) ? undefined : indexApart;
  if (/^alter column \w+ set not null/.test(action)) return `add a check "is not null": ${validateApart}`;
  if (/^alter (?:column )?\w+ (?:set data )?type /.test(action))
    return 'add a column of the new type, and fill it in batches from a job';
  return undefined;
}

function findLongLocks(migrations: readonly Named[]): string[] {
  return migrations
    .filter(({ name }) => name >= since)
    .flatMap(({ name, sql }) => {
      const code = sql
        .replace(/--.*$/gm, '')
        .replace(/'(?:[^']|'')*'/g, "''")
        .replace(/"|\bpublic\./gi, '')
        .replace(/\s+/g, ' ')
        .toLowerCase();
      const own = new Set(
        [...code.matchAll(/create table (?:if not exists )?(\w+)/g)].map((match) => match[1]),
      );
      const indexes = [
        ...code.matchAll(
          /create (?:unique )?index (concurrently )?(?:if not exists )?(?:\w+ )?on (?:only )?(\w+)/g,
        ),
      ];
      const isAlone = sql.startsWith('-- no transaction\n');
      const found = indexes
        .filter((match) => !own.has(match[2]) && !match[1])
        .map(
          (match) =>
            `${name}: an index on ${match[2]} that is not built concurrently: use a file that begins with -- no transaction`,
        );
      if (indexes.some((match) => match[1]) && !isAlone)
        found.push(
          `${name}: an index built concurrently in a transaction: begin the file with -- no transaction`,
        );
      for (const statement of code.split(';')) {
        const altered = /alter table (?:if exists )?(?:only )?(\w+) (.*)/.exec(statement);
        if (!altered || own.has(altered[1])) continue;
        for (const action of splitActions(altered[2]!)) {
          const instead = slowActionOf(action);
          if (instead)
            found.push(
              `${name}: "${action}" reads or writes all of ${altered[1]} under its lock: ${instead}`,
            );
        }
      }
      return found;
    });
}

/** From here on, the release before has to run with what a migration leaves, so that an upgrade can be taken back. */
const undoableSince = '20261124030000';

/** What a release that does not know the migration would trip over; `-- contract: …` as the first line says why nothing uses it any more. */
function findTakenAway(migrations: readonly Named[]): string[] {
  const takes = [
    /drop (?:table|column|view|function|type)/i,
    /rename (?:to|column|constraint)/i,
    /alter column \w+ (?:set data )?type/i,
    /alter column \w+ set not null/i,
    /alter column \w+ drop default/i,
    /add column (?:if not exists )?\w+ (?![^,;]*default)[^,;]*not null/i,
    /revoke /i,
  ];
  return migrations
    .filter(({ name, sql }) => name >= undoableSince && !/^-- contract: \S/.test(sql))
    .flatMap(({ name, sql }) => {
      const code = sql.replace(/--.*$/gm, '');
      const own = new Set(
        [...code.matchAll(/create table (?:if not exists )?(\w+)/gi)].map((match) => match[1]),
      );
      const newFunctions = [...code.matchAll(/create function (\w+)/gi)].map((match) => match[1]);
      const isOfNew = (statement: string) =>
        newFunctions.includes(/revoke all on function (\w+) from public/i.exec(statement)?.[1]);
      return code
        .split(';')
        .filter((statement) => takes.some((take) => take.test(statement)) && !isOfNew(statement))
        .filter((statement) => !own.has(/alter table (?:only )?(\w+)/i.exec(statement)?.[1]))
        .map(
          (statement) =>
            `${name}: the release before may still use it (if not, say why in a first line "-- contract: …"): ${statement.trim().split('\n')[0]}`,
        );
    });
}

/** Up to here the digits were made up to sort, and some are not a valid time (20261122700000). They are applied, so they keep their names. */
const lastDrawn = '20261123060000_turn_other_keys.sql';
const drawnCount = 49;

/** When two branches each add a migration, their creation times decide the order. */
function findFalseNames(names: readonly string[], now: Date): string[] {
  const drawn = names.filter((name) => name <= lastDrawn);
  const found = drawn.length > drawnCount ? [`one of ${drawn.length} sorts before ${lastDrawn}`] : [];
  // The made-up ones run a little ahead of the clock, so a migration that has to sort after them may too.
  const latest = new Date(now.getTime() + 2 * 24 * 60 * 60 * 1000);
  for (const name of names.filter((each) => each > lastDrawn)) {
    const digits = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)_[a-z0-9_]+\.sql$/.exec(name)?.slice(1) ?? [];
    const [year, month, day, hour, minute, second] = digits;
    const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    // A day the month does not have rolls over into the next month.
    const isReal = !Number.isNaN(moment.getTime()) && moment.getUTCDate() === Number(day);
    if (!isReal) found.push(`${name} does not begin with a time`);
    else if (moment > latest) found.push(`${name} begins with a time to come`);
  }
  return found;
}

describe('names of migrations', () => {
  it('start with their creation time, and sort after earlier ones', async () => {
    const names = (await listMigrations()).map(({ name }) => name);
    expect(names.filter((name) => name <= lastDrawn)).toHaveLength(drawnCount);
    expect(findFalseNames(names, new Date())).toEqual([]);
  });

  it.each([
    ['20261202091500_add_note.sql', 0],
    ['20261202700000_add_note.sql', 1],
    ['20261131091500_add_note.sql', 1],
    ['20261202096100_add_note.sql', 1],
    ['20261302091500_add_note.sql', 1],
    ['20270102091500_add_note.sql', 1],
    ['2026120209150_add_note.sql', 1],
    ['20261202091500-add-note.sql', 1],
  ])('would be found: %s', (name, count) => {
    expect(findFalseNames([name], new Date('2026-12-02T09:20:00Z'))).toHaveLength(count);
  });

  it('would be found among earlier ones', async () => {
    const names = (await listMigrations()).map(({ name }) => name);
    expect(findFalseNames(['20261122110000_slipped_in.sql', ...names], new Date())).toHaveLength(1);
  });
});

describe('migrations from now on', () => {
  it('lock no table for long', async () => {
    const migrations = await listMigrations();
    const isApplied = ({ name }: Named) => name in appliedLongLocks;
    expect(findLongLocks(migrations.filter((migration) => !isApplied(migration)))).toEqual([]);
    expect(findLongLocks(migrations.filter(isApplied))).toHaveLength(Object.keys(appliedLongLocks).length);
  });

  it.each([
    ['create index orders_by_day on orders (created_on);', 1],
    ['create unique index concurrently once on orders (id);', 1],
    ['alter table orders alter column note type varchar(9);', 1],
    ['alter table orders add constraint much check (id > 0);', 1],
    ['alter table orders alter column note set not null;', 1],
    ['alter table orders add constraint much\n  check (id > 0);', 1],
    ['alter table public.orders alter column note set not null;', 1],
    ['alter table "orders" add constraint much check (id > 0);', 1],
    ['alter table orders alter column "note" set not null;', 1],
    ['alter table orders add check (id > 0), add check (id < 9) not valid;', 1],
    ['alter table orders add column extra text constraint extra_short check (length(extra) < 9);', 1],
    [`alter table orders add column extra text not null default 'a, b' check (extra <> '');`, 1],
    ['alter table orders add extra integer, add column if not exists more text check(more > 0);', 1],
    ['alter table orders add column payer integer default 1 references users (id);', 1],
    ['alter table orders add column extra text unique;', 1],
    ['alter table orders add constraint once unique (id);', 1],
    ['alter table orders add column extra uuid default gen_random_uuid();', 1],
    ['alter table orders add column extra integer generated always as (id + 1) stored;', 1],
    ['alter table orders add column extra bigserial;', 1],
    ['create index on orders (created_on);', 1],
    ['-- no transaction\ncreate index concurrently if not exists orders_by_day on orders (created_on);', 0],
    ['create table fresh (id integer); create index fresh_ids on fresh (id);', 0],
    ['alter table orders add constraint much check (id > 0) not valid;', 0],
    ['alter table orders add column extra text;', 0],
    ['alter table orders add column payer integer references users (id);', 0],
    ['alter table orders add constraint once unique using index orders_once;', 0],
    [`alter table orders add column check_word text not null default 'check (unique)';`, 0],
    ['create table fresh (id integer); alter table fresh add column extra text unique;', 0],
  ])('would be found: %s', (sql, count) => {
    expect(findLongLocks([{ name: '20261124000000_planted.sql', sql }])).toHaveLength(count);
  });
});

describe('migrations that an upgrade can be taken back over', () => {
  it('take nothing away that the release before may use', async () => {
    expect(findTakenAway(await listMigrations())).toEqual([]);
  });

  it.each([
    ['alter table orders drop column note;', 1],
    ['drop table orders;', 1],
    ['alter table orders rename column note to remark;', 1],
    ['alter table orders rename to jobs;', 1],
    ['alter table orders alter column note type varchar(9);', 1],
    ['alter table orders alter column note set not null;', 1],
    ['alter table orders add column kind text not null;', 1],
    ['revoke insert on orders from nothipotro_app;', 1],
    [`alter table orders add column kind text not null default 'plain';`, 0],
    ['alter table orders add column kind text;', 0],
    ['-- contract: nothing reads note since 1.4\nalter table orders drop column note;', 0],
    ['create table fresh (id integer not null); alter table fresh drop column id;', 0],
    ['create function fresh() returns int; revoke all on function fresh from public;', 0],
    ['create or replace function old() returns int; revoke all on function old from public;', 1],
  ])('would be found: %s', (sql, count) => {
    expect(findTakenAway([{ name: '20261124030001_planted.sql', sql }])).toHaveLength(count);
    expect(findTakenAway([{ name: '20261123030000_applied.sql', sql }])).toEqual([]);
  });
});

/** A database of its own in which a table exists, and a second connection to it. */
async function withBusyTable(work: (url: string, holder: pg.Client) => Promise<void>): Promise<void> {
  const clusterUrl = inject('clusterUrl');
  const administrator = new pg.Client({ connectionString: clusterUrl });
  await administrator.connect();
  await administrator.query('create database migrations_tried');
  const url = withDatabase(clusterUrl, 'migrations_tried');
  const holder = new pg.Client({ connectionString: url });
  try {
    await migrate(url, [planted('1', 'create table busy (id integer)')]);
    await holder.connect();
    await work(url, holder);
  } finally {
    await holder.end();
    await administrator.query('drop database migrations_tried with (force)');
    await administrator.end();
  }
}

const planted = (name: string, sql: string) => ({ name, sql, hash: sql });

describe('applying migrations', () => {
  it('builds an index without a transaction, and waits for a lock in short attempts', () =>
    withBusyTable(async (url, holder) => {
      await holder.query('begin');
      await holder.query('lock table busy in access share mode');
      const altering = migrate(url, [
        planted('2', 'alter table busy add column more text'),
        planted(
          '3',
          '-- no transaction\ncreate index concurrently if not exists busy_ids on busy (id);\ncreate index concurrently if not exists busy_more on busy (more);\n',
        ),
      ]);
      const other = new pg.Client({ connectionString: url });
      await other.connect();
      // Queries queued behind the waiting migration get through between its attempts.
      await other.query('select count(*) from busy');
      await other.end();
      await holder.query('rollback');
      expect(await altering).toEqual(['2', '3']);
      const { rows } = await holder.query(
        `select indexname as name from pg_indexes where tablename = 'busy' order by 1`,
      );
      expect(rows).toEqual([{ name: 'busy_ids' }, { name: 'busy_more' }]);
    }));

  it('builds an index anew that an earlier attempt broke off, before the one that it replaces is dropped', () =>
    withBusyTable(async (url, holder) => {
      await holder.query('create index busy_before on busy (id)');
      await holder.query('begin');
      await holder.query('insert into busy values (1)');
      const building = migrate(url, [
        planted(
          '2',
          '-- no transaction\ncreate index concurrently if not exists busy_ids on busy (id);\ndrop index concurrently if exists busy_before;\n',
        ),
      ]);
      // An attempt that gives up waiting for the insert leaves an index that is never used.
      const isBroken = async () => {
        await holder.query('select pg_stat_clear_snapshot()');
        const { rows } = await holder.query(
          `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and query like '%busy_ids%' and state = 'idle'`,
        );
        return rows.length > 0;
      };
      while (!(await isBroken())) await new Promise((done) => setTimeout(done, 50));
      await holder.query('commit');
      expect(await building).toEqual(['2']);
      const { rows } = await holder.query(
        `select indexrelid::regclass::text as name, indisvalid from pg_index where indrelid = 'busy'::regclass`,
      );
      expect(rows).toEqual([{ name: 'busy_ids', indisvalid: true }]);
    }));

  it('builds anew at the next start what an earlier upgrade left broken', () =>
    withBusyTable(async (url, holder) => {
      await holder.query('insert into busy values (1)');
      await holder.query('create index busy_ids on busy (id); create index busy_ids_ccnew on busy (id)');
      await holder.query(
        `update pg_index set indisvalid = false where indexrelid in ('busy_ids'::regclass, 'busy_ids_ccnew'::regclass)`,
      );
      expect(await migrate(url, [])).toEqual([]);
      const { rows } = await holder.query(
        `select indexrelid::regclass::text as name, indisvalid from pg_index where indrelid = 'busy'::regclass`,
      );
      expect(rows).toEqual([{ name: 'busy_ids', indisvalid: true }]);
    }));
});

it('make no extension that a backup leaves out', async () => {
  const made = (await listMigrations()).flatMap(({ sql }) =>
    [...sql.matchAll(/create extension (?:if not exists )?"?([\w-]+)/gi)].map((match) => match[1]!),
  );
  expect([...new Set(made)].sort()).toEqual([...ownExtensions].sort());
});
