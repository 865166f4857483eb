// A start that cannot listen, or cannot use the database of DATABASE_URL, says in one line what to do; what it says to do helps.
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { withDatabase } from '../support/cluster.ts';
import { asOwner } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { makeDataDir, refusal, signIn, startPortal } from './process.ts';

const clusterUrl = inject('clusterUrl');
const withLogin = (name: string, database: string, password = 'nodir-dhare') => {
  const url = new URL(withDatabase(clusterUrl, database));
  url.username = name;
  url.password = password;
  return url.href;
};
const refuse = (settings: Record<string, string>) =>
  refusal({ DATA_DIR: makeDataDir(), PORT: '0', ...settings });

it.each([
  [
    '203.0.113.7',
    'HOST: 203.0.113.7 is no address of this machine. Take one that it has, or 0.0.0.0 for all of them.',
  ],
  [
    'no-host.invalid',
    'HOST: no address is known for no-host.invalid. Take an address of this machine, or 0.0.0.0 for all of them.',
  ],
])('HOST=%s', async (host, said) => {
  expect(await refuse({ HOST: host, PORT: String(await freePort()) })).toBe(said);
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

  it('that is not there, not its own, or cannot hold Bengali, is told with what to do', async () => {
    const port = await freePort();
    for (const [url, said] of [
      [
        `postgres://shop:secret-word@127.0.0.1:${port}/shop`,
        `nothing answers at 127.0.0.1:${port}. Start PostgreSQL there, or correct host and port.`,
      ],
      ['postgres://shop:secret/word@no-host.invalid/shop', /^cannot be read as an address/],
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
      const line = await refuse({ DATABASE_URL: url });
      expect(line).toMatch(/^DATABASE_URL: /);
      expect(line.slice('DATABASE_URL: '.length)).toMatch(
        said instanceof RegExp ? said : new RegExp(`^${said.replaceAll('.', '\\.')}$`),
      );
      expect(line).not.toMatch(/secret.word/);
    }
  });

  it('whose user may not make roles works with the login that the printed SQL makes', async () => {
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

  it('whose user makes roles, beside a shop of another user, starts after the printed SQL', async () => {
    const settings = { DATA_DIR: makeDataDir(), DATABASE_URL: withLogin('refused_maker', 'refused_maker') };
    const line = await refuse(settings);
    const [, sql = ''] = / run: (grant .*); then start again\.$/.exec(line) ?? [];
    expect(sql, line).toBe('grant nothipotro_app to refused_maker with admin option');
    await asOwner(clusterUrl, sql);
    const portal = await startPortal(settings.DATA_DIR, settings);
    await signIn(portal);
    await portal.stop();
  });
});
