// What an owner's command says of a database whose socket is gone, and of another one that is under way.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sayPlainly } from '../../scripts/plain-faults.ts';
import { lockUpgrades, writeLastUpgrade } from '../../scripts/release/history.ts';
import { asOwner } from '../support/database.ts';
import { makeDataDir, run } from './process.ts';

it('a missing socket is a database that does not answer, not a missing file', async () => {
  const sockets = encodeURIComponent(join(makeDataDir(), 'gone'));
  const error = await asOwner(
    `postgres://postgres@127.0.0.1:5432/postgres?host=${sockets}`,
    'select 1',
  ).catch((reason: unknown) => reason);
  expect(sayPlainly(error)).toMatch(/^The database does not answer/);
});

it.each([
  ['53100', 'The disk of the database is full: make room there, and run the command again.'],
  [
    '53300',
    'The database takes no more connections: stop a portal or another program, or raise its max_connections.',
  ],
  ['3D000', 'database "shop" does not exist: make it, or look at DATABASE_URL.'],
])('%s of PostgreSQL is one sentence', (code, said) => {
  expect(sayPlainly(Object.assign(new Error('database "shop" does not exist'), { code }))).toBe(said);
});

it('of two upgrades at a time the second is refused, and not told that the first was broken off', async () => {
  const dataDir = makeDataDir();
  mkdirSync(join(dataDir, 'postgres'));
  writeLastUpgrade(dataDir, { from: 'a', to: 'b', at: '', copy: null, state: 'running' });
  const first = lockUpgrades(dataDir);
  const said = () => run('upgrade.ts', { DATA_DIR: dataDir }, '--check').then(({ stderr }) => stderr);
  expect(await said()).toMatch(/^An upgrade or a rollback is under way /);
  first.release();
  expect(await said()).toMatch(/^The last upgrade or rollback was broken off\. /);
});
