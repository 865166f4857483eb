// Error messages of an owner's command when the database does not answer, and when another command is running.
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { connectClient } from '#server/platform/database/connect.ts';
import { explainError } from '../../scripts/command-errors.ts';
import { lockUpgrades, writeLastUpgrade } from '../../scripts/release/history.ts';
import { asOwner } from '../support/database.ts';
import { makeDataDir, run } from './process.ts';

it('explains a missing socket as a database that does not answer, not as a missing file', async () => {
  const sockets = encodeURIComponent(join(makeDataDir(), 'gone'));
  const error = await asOwner(
    `postgres://postgres@127.0.0.1:5432/postgres?host=${sockets}`,
    'select 1',
  ).catch((reason: unknown) => reason);
  expect(explainError(error)).toMatch(/^The database does not answer/);
});

it('gives up after 15 seconds on a database that accepts the connection but never responds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const server = createServer();
  onTestFinished(() => {
    vi.useRealTimers();
    server.close();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const failure = connectClient(`postgres://a:b@127.0.0.1:${port}/shop`).catch((reason: unknown) => reason);
  const [socket] = (await once(server, 'connection')) as [Socket];
  await once(socket, 'data');
  vi.advanceTimersByTime(15_000);
  expect(explainError(await failure)).toBe(
    'The database does not answer: start it, or look at DATABASE_URL.',
  );
});

it.each([
  ['53100', 'The disk of the database is full: make room there, and run the command again.'],
  [
    '53300',
    'The database takes no more connections: stop a portal or another program, or raise its max_connections.',
  ],
  ['3D000', 'database "shop" does not exist: make it, or look at DATABASE_URL.'],
  ['ETIMEDOUT', 'The database does not answer: start it, or look at DATABASE_URL.'],
  ['EHOSTUNREACH', 'The database does not answer: start it, or look at DATABASE_URL.'],
])('explains the error code %s in one sentence', (code, message) => {
  expect(explainError(Object.assign(new Error('database "shop" does not exist'), { code }))).toBe(message);
});

it('refuses a second upgrade while the first is running, without calling the first one broken off', async () => {
  const dataDir = makeDataDir();
  mkdirSync(join(dataDir, 'postgres'));
  writeLastUpgrade(dataDir, { from: 'a', to: 'b', at: '', copy: null, state: 'running' });
  const first = lockUpgrades(dataDir);
  const message = () => run('upgrade.ts', { DATA_DIR: dataDir }, '--check').then(({ stderr }) => stderr);
  expect(await message()).toMatch(/^An upgrade or a rollback is under way /);
  first.release();
  expect(await message()).toMatch(/^The last upgrade or rollback was broken off\. /);
});
