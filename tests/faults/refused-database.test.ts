// A start that cannot listen, or cannot use the database of DATABASE_URL, reports in one line what to do, and that advice works.
import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { configErrorExitCode } from '#server/platform/config.ts';
import { withDatabase } from '../support/cluster.ts';
import { asOwner, cloneDatabase, useDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { afterFile } from '../support/leftovers.ts';
import { makeDataDir, refusal, signIn, startPortal } from './process.ts';

const clusterUrl = inject('clusterUrl');
const withLogin = (name: string, database: string, password = 'nodir-dhare') => {
  const url = new URL(withDatabase(clusterUrl, database));
  url.username = name;
  url.password = password;
  return url.href;
};
const refuse = (settings: Record<string, string>, exit?: number) =>
  refusal({ DATA_DIR: makeDataDir(), PORT: '0', ...settings }, exit);

// Both share one folder, because reaching this point takes a complete first start.
let hostless: string | undefined;
it.each([
  [
    '203.0.113.7',
    'HOST: 203.0.113.7 is no address of this machine. Take one that it has, or 0.0.0.0 for all of them.',
  ],
  [
    'no-host.invalid',
    'HOST: no address is known for no-host.invalid. Take an address of this machine, or 0.0.0.0 for all of them.',
  ],
])('HOST=%s', async (host, message) => {
  hostless ??= makeDataDir();
  expect(await refuse({ DATA_DIR: hostless, HOST: host, PORT: String(await freePort()) })).toBe(message);
});

const hasPooler = spawnSync('pgbouncer', ['--version']).status === 0;

/** Starts PgBouncer in front of the test databases: every client connects as their owner. */
async function startPooler(mode: string, ...more: string[]): Promise<string> {
  const { hostname, port, username, password } = new URL(clusterUrl);
  const own = await freePort();
  const file = join(makeDataDir(), 'pgbouncer.ini');
  writeFileSync(
    file,
    [
      '[databases]',
      `* = host=${hostname} port=${port} user=${username} password=${password}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${own}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${mode}`,
      ...more,
    ].join('\n'),
  );
  // PgBouncer refuses to run as root.
  const child = spawn('pgbouncer', [...(process.getuid?.() === 0 ? ['-u', 'nobody'] : []), file], {
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('close', done));
  afterFile(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const answers = () =>
    asOwner(`postgres://anybody@127.0.0.1:${own}/postgres`, 'select 1').then(
      () => true,
      () => false,
    );
  while (!(await answers())) await new Promise((done) => setTimeout(done, 100));
  return `127.0.0.1:${own}`;
}

describe.skipIf(!hasPooler)('a pooler in place of the database (where pgbouncer is installed)', () => {
  const database = useDatabase();
  const through = (pooler: string) => `postgres://anybody@${pooler}${new URL(database.ownerUrl).pathname}`;

  it.each(['0', '1'])('in transaction mode is refused, with server_round_robin = %s', async (isInTurn) => {
    const pooler = await startPooler('transaction', `server_round_robin = ${isInTurn}`);
    const url = through(pooler);
    // Leaves idle server connections of other clients.
    await Promise.all([1, 2, 3].map(() => asOwner(url, 'select pg_sleep(0.2)')));
    expect(await refuse({ DATABASE_URL: url })).toBe(
      'DATABASE_URL: leads through a pooler in transaction mode. Name the address of PostgreSQL itself, and the pooler in DATABASE_POOLER.',
    );
  });

  it('in session mode, which does not accept time limits, is refused', async () => {
    const url = through(await startPooler('session'));
    expect(await refuse({ DATABASE_URL: url })).toMatch(
      /^DATABASE_URL: leads through a pooler, which does not take .* pooler in DATABASE_POOLER\.$/,
    );
  });
});

it.skipIf(!hasPooler)('refuses a DATABASE_POOLER in statement mode', async () => {
  const { ownerUrl, drop } = await cloneDatabase();
  onTestFinished(drop);
  expect(await refuse({ DATABASE_URL: ownerUrl, DATABASE_POOLER: await startPooler('statement') })).toBe(
    'DATABASE_POOLER: transaction blocks not allowed in statement pooling mode',
  );
});

describe('an external database', () => {
  const users = ['plain', 'maker', 'own'].map((name) => `refused_${name}`);
  const databases = ['refused_plain', 'refused_maker', 'refused_latin', 'refused_other'];
  const drop = async () => {
    for (const name of databases) await asOwner(clusterUrl, `drop database if exists ${name} with (force)`);
    const client = new pg.Client({ connectionString: clusterUrl });
    await client.connect();
    const { rows } = await client.query<{ rolname: string }>(
      `select rolname from pg_roles where rolname = any($1) or rolname in
         (select member::regrole::text from pg_auth_members where grantor::regrole::text = any($1))`,
      [users],
    );
    for (const { rolname } of rows.reverse()) {
      await client.query(`drop owned by ${rolname} cascade`);
      await client.query(`drop role ${rolname}`);
    }
    await client.end();
  };
  beforeAll(async () => {
    await drop();
    await asOwner(clusterUrl, `create role refused_plain login password 'nodir-dhare'`);
    await asOwner(clusterUrl, `create role refused_maker login createrole password 'nodir-dhare'`);
    await asOwner(clusterUrl, 'create database refused_plain owner refused_plain');
    await asOwner(clusterUrl, 'create database refused_maker owner refused_maker');
    await asOwner(clusterUrl, 'create database refused_other');
    await asOwner(
      clusterUrl,
      `create database refused_latin owner refused_plain encoding 'LATIN1' locale 'C' template template0`,
    );
  });
  afterAll(drop);

  it('that is unreachable, owned by another user or unable to store Bengali is reported with what to do', async () => {
    const port = await freePort();
    for (const [url, message, exit] of [
      [
        `postgres://shop:secret-word@127.0.0.1:${port}/shop`,
        `nothing answers at 127.0.0.1:${port}. Start PostgreSQL there, or correct host and port.`,
      ],
      [
        'postgres://shop:secret/word@no-host.invalid/shop',
        /^cannot be read as an address/,
        configErrorExitCode,
      ],
      ['postgres://shop:secret-word@no-host.invalid/shop', /^no machine called no-host\.invalid is found/],
      [
        withLogin('refused_plain', 'refused_none'),
        /does not exist\. .* create database refused_none owner refused_plain$/,
      ],
      [withLogin('refused_plain', 'refused_other'), /owner to refused_plain$/],
      [
        withLogin('refused_plain', 'refused_latin'),
        /encoding LATIN1\. .* encoding 'UTF8' template template0$/,
      ],
    ] as const) {
      const line = await refuse({ DATABASE_URL: url }, exit);
      expect(line).toMatch(/^DATABASE_URL: /);
      expect(line.slice('DATABASE_URL: '.length)).toMatch(
        message instanceof RegExp ? message : new RegExp(`^${message.replaceAll('.', '\\.')}$`),
      );
      expect(line).not.toMatch(/secret.word/);
    }
  });

  it('whose user may not create roles works with the login that the printed SQL creates', async () => {
    const settings = { DATA_DIR: makeDataDir(), DATABASE_URL: withLogin('refused_plain', 'refused_plain') };
    const line = await refuse(settings);
    const [, sql = ''] =
      /^DATABASE_URL: its user refused_plain may not make .* run: (create role .*); then set DATABASE_APP_URL/.exec(
        line,
      ) ?? [];
    expect(sql, line).toContain('in role nothipotro_app');
    await asOwner(
      clusterUrl,
      sql.replace(/create role \w+ login/, 'create role refused_own login').replace('…', 'nodir-dhare'),
    );
    const portal = await startPortal(settings.DATA_DIR, {
      ...settings,
      DATABASE_APP_URL: withLogin('refused_own', 'refused_plain'),
    });
    await signIn(portal);
    await portal.stop();
  });

  it('whose user may create roles starts after the printed SQL, alongside a shop of another user', async () => {
    const settings = { DATA_DIR: makeDataDir(), DATABASE_URL: withLogin('refused_maker', 'refused_maker') };
    const line = await refuse(settings);
    const [, sql = ''] = / run: (grant .*); then start again\.$/.exec(line) ?? [];
    expect(sql, line).toBe('grant nothipotro_app to refused_maker with admin option');
    await asOwner(clusterUrl, sql);
    const portal = await startPortal(settings.DATA_DIR, settings);
    await signIn(portal);
    await portal.stop();

    // Errors of the portal's own login name the setting that it uses.
    const port = await freePort();
    expect(await refusal({ ...settings, DATABASE_POOLER: `127.0.0.1:${port}` })).toBe(
      `DATABASE_POOLER: nothing answers at 127.0.0.1:${port}. Start PgBouncer there, or correct host and port.`,
    );
    const wrong = withLogin('refused_maker', 'refused_maker', 'secret-word');
    const message = await refusal({ ...settings, DATABASE_APP_URL: wrong });
    expect(message).toMatch(/^DATABASE_APP_URL: password authentication failed .* Correct name and password/);
    expect(message).not.toContain('secret-word');
  });
});
