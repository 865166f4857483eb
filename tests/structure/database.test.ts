// What must hold for every function and for the application's login, checked in a real database, and attacked as someone with SQL access would.
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { makeCustomer } from '#server/ledger/ledger.test-support.ts';
import { assertApplicationLogin } from '#server/platform/database/assert-login.ts';
import { assertSettings } from '#server/platform/database/assert-settings.ts';
import { createDatabase, createPool } from '#server/platform/database/connect.ts';
import { asOwner, useDatabase } from '../support/database.ts';

const database = useDatabase();

const findUnguarded = () =>
  asOwner<{ name: string }>(
    database.ownerUrl,
    `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace and prosecdef
       and not coalesce(proconfig @> array['search_path=pg_catalog, public, pg_temp'], false)`,
  );

describe('functions that run as their owner', () => {
  it('look for names in pg_temp last', async () => {
    expect(await findUnguarded()).toEqual([]);
    const { length } = await asOwner(
      database.ownerUrl,
      `select from pg_proc where pronamespace = 'public'::regnamespace and prosecdef`,
    );
    expect(length).toBeGreaterThan(5);
  });

  it('would be found without it', async () => {
    const make = (path: string) =>
      asOwner(
        database.ownerUrl,
        `create or replace function planted() returns integer language sql security definer ${path} as 'select 1'`,
      );
    for (const path of ['', 'set search_path = pg_catalog, public', 'set search_path = pg_temp, public']) {
      await make(path);
      expect(await findUnguarded()).toEqual([{ name: 'planted' }]);
    }
    await asOwner(database.ownerUrl, 'drop function planted()');
  });
});

/** Everything in one session, as someone with SQL access would; stops at the first error. */
async function attack(url: string, ...statements: string[]): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
    return 'done';
  } catch (error) {
    return (error as Error).message;
  } finally {
    await client.end();
  }
}

const balances = () =>
  asOwner(database.ownerUrl, 'select user_id, posted_paisa, held_paisa, version from wallets order by 1');

describe('the application’s login', () => {
  it('cannot substitute its own table for the books', async () => {
    const userId = await makeCustomer(database.db);
    const before = await balances();
    const post = `select * from ledger_post(gen_random_uuid(), 'recharge', ${userId}, 'admin_cash', 100000000, 'x', null, null, null, '')`;
    for (const table of ['ledger_transfers', 'wallets', 'ledger_frozen']) {
      const plant = [
        `create temp table ${table} (like public.${table} including defaults)`,
        `grant all on ${table} to public`,
      ];
      expect(await attack(database.applicationUrl, ...plant)).toMatch(/permission denied/);
      expect(await balances()).toEqual(before);
    }
    // Even where temporary tables can be created, the functions do not use them.
    const name = new URL(database.ownerUrl).pathname.slice(1);
    await asOwner(database.ownerUrl, `grant temporary on database ${name} to public`);
    for (const table of ['ledger_transfers', 'wallets']) {
      expect(
        await attack(
          database.applicationUrl,
          `create temp table ${table} (like public.${table} including defaults)`,
          `grant all on ${table} to public`,
          post.replace(`'x'`, `'${table}'`),
        ),
      ).toBe('done');
    }
    await asOwner(database.ownerUrl, `revoke temporary on database ${name} from public`);
    const [after] = await asOwner(
      database.ownerUrl,
      `select posted_paisa::text as posted, (select sum(amount_paisa) from ledger_transfers where user_id = $1)::text as moved
         from wallets where user_id = $1`,
      [userId],
    );
    expect(after).toEqual({ posted: '200000000', moved: '200000000' });
  });

  it.each([
    'set role none',
    'reset role',
    'set session authorization default',
    'reset session authorization',
    'discard all',
  ])('is nobody else after "%s"', async (statement) => {
    for (const act of [
      'update wallets set posted_paisa = posted_paisa + 1',
      'delete from ledger_transfers',
      `alter function ledger_post set search_path = 'pg_temp'`,
      'drop table trail_seals',
    ])
      expect(await attack(database.applicationUrl, statement, act)).toMatch(
        /permission denied|must be owner/,
      );
  });

  it('can assume no role with more rights', async () => {
    for (const statement of [
      'set role postgres',
      'set session authorization postgres',
      'grant postgres to tests_login',
      'create role helper superuser',
      'create function public.ledger_post() returns integer language sql as $$ select 1 $$',
      'create table public.shadow (a integer)',
    ])
      expect(await attack(database.applicationUrl, statement)).toMatch(/permission denied|must be/);
  });

  it('stays restricted when the connection’s startup options are lost', async () => {
    const bare = createDatabase(createPool(database.applicationUrl, 1));
    await expect(assertApplicationLogin(bare)).resolves.toBeUndefined();
    await bare.destroy();
  });

  it.each([
    ['the owner of the books', async () => database.ownerUrl, /can do everything/],
    [
      'the owner that has stepped down by an option',
      async () => withOptions(database.ownerUrl, '-c role=nothipotro_app'),
      /can do everything/,
    ],
    [
      'somebody who can become the owner',
      () => loginWith('in_owner', 'grant books_owner to in_owner'),
      /owns tables/,
    ],
    [
      'somebody who writes the books',
      () => loginWith('writer', 'grant update on wallets to writer'),
      /write the books/,
    ],
    ['somebody without the grants', () => loginWith('stranger', 'select 1', false), /lacks the grants/],
  ])('is refused as %s', async (_, urlOf, why) => {
    const db = createDatabase(createPool(await urlOf(), 1));
    try {
      await expect(assertApplicationLogin(db)).rejects.toThrow(why);
    } finally {
      await db.destroy();
    }
  });
});

describe('a database whose administrator changed settings', () => {
  const assertWith = async (options: string) => {
    const db = createDatabase(createPool(withOptions(database.applicationUrl, options), 1));
    try {
      await assertSettings(db);
    } finally {
      await db.destroy();
    }
  };

  it.each([
    ['-c synchronous_commit=off', "synchronous_commit = 'off', and the portal needs 'on'"],
    [
      '-c default_transaction_isolation=repeatable\\ read',
      "default_transaction_isolation = 'repeatable read', and the portal needs 'read committed'",
    ],
    ['-c datestyle=german', "DateStyle = 'German, DMY', and the portal needs 'ISO'"],
    ['-c datestyle=sql,mdy', "DateStyle = 'SQL, MDY', and the portal needs 'ISO'"],
  ])('is refused with %s', async (options, why) => {
    await expect(assertWith(options)).rejects.toThrow(why);
  });

  it.each(['-c datestyle=iso,dmy', '-c synchronous_commit=remote_apply', '-c timezone=Asia/Dhaka'])(
    'is used with %s',
    async (options) => {
      await expect(assertWith(options)).resolves.toBeUndefined();
    },
  );
});

function withOptions(url: string, options: string): string {
  const address = new URL(url);
  address.searchParams.set('options', options);
  return address.href;
}

async function loginWith(name: string, statement: string, isMember = true): Promise<string> {
  await asOwner(
    database.ownerUrl,
    `do $$ begin create role books_owner nologin; exception when duplicate_object then null; end $$`,
  );
  await asOwner(database.ownerUrl, 'alter table trail_seals owner to books_owner');
  await asOwner(
    database.ownerUrl,
    `create role ${name} login password 'of-the-tests' ${isMember ? 'in role nothipotro_app' : ''}`,
  );
  await asOwner(database.ownerUrl, statement);
  const url = new URL(database.applicationUrl);
  url.username = name;
  return url.href;
}
