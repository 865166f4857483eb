// The channel's own line to the database falls silent: neither a start nor a stop waits for what never answers.
import { createServer, type Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { useDatabase } from '../../../../tests/support/database.ts';
import { timed } from '../../../../tests/support/stopwatch.ts';
import type { Database } from '../database/connect.ts';
import { createLog } from '../log.ts';
import { createLive } from './live.ts';

const base = useDatabase();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const openLive = (db: Database, listenUrl: string) => createLive({ db, listenUrl, log: createLog('silent') });

const ready = '5a0000000549';
/** Nobody has to say who they are. */
const welcome = `520000000800000000${ready}`;
const listening = `430000000b4c495354454e00${ready}`;

/** Gives so many answers, each to one message, and keeps what is closed open: like a host that has gone. */
async function openServer(...answers: readonly string[]): Promise<string> {
  const lines = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (line) => {
    const left = [...answers];
    lines.add(line);
    line.on('error', () => undefined).on('data', () => line.write(Buffer.from(left.shift() ?? '', 'hex')));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ends.push(() => {
    server.close();
    for (const line of lines) line.destroy();
  });
  const { port } = server.address() as { port: number };
  return `postgres://shop@127.0.0.1:${port}/shop`;
}

it('a start does not wait for a server that lets it in and says nothing more', async () => {
  const live = openLive(base.db, await openServer(welcome));
  ends.push(() => live.stop());
  expect(await timed(live.start())).toBeLessThan(5_000);
});

it('a stop does not wait for a server that says nothing more', async () => {
  const live = openLive(base.db, await openServer(welcome, listening));
  await live.start();
  expect(await timed(live.stop())).toBeLessThan(3_000);
});
