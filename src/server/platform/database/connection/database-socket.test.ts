import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import type pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { connectClient, createPool } from '../connect.ts';
import { secondsUntilRetry } from './failures.ts';

const message = (kind: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5, kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const signedIn = Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]);
/** A row of two columns, the first of which begins 64,946 bytes before it. */
const spoiledRow = message('D', Buffer.from([0, 2, 0xff, 0xff, 2, 0x4e]), Buffer.alloc(40));

const lines = new Set<Socket>();
/** Speaks enough of the protocol to be asked, and answers with a spoiled row. */
const server = createServer((line) => {
  lines.add(line);
  line.on('error', () => undefined);
  line.once('data', () => {
    line.write(signedIn);
    line.on('data', () => line.write(spoiledRow));
  });
}).listen(0, '127.0.0.1');

afterAll(() => {
  for (const line of lines) line.destroy();
  server.close();
});

it.each([
  ['a pool', async (url: string) => createPool(url, 1)],
  ['a connection of its own', async (url: string) => connectClient(url)],
])('a row that cannot be read breaks the connection of %s, and nothing else', async (_name, open) => {
  if (!server.listening) await once(server, 'listening');
  const thrown: unknown[] = [];
  const listen = (error: unknown) => thrown.push(error);
  process.on('uncaughtExceptionMonitor', listen);
  const { port } = server.address() as AddressInfo;
  const connection = await open(`postgres://nobody:nothing@127.0.0.1:${port}/none?sslmode=disable`);
  const refusal = await (connection as pg.Pool).query('select 1').then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(refusal).toBeInstanceOf(Error);
  expect(secondsUntilRetry(refusal)).toBe(3);
  await connection.end().catch(() => undefined);
  process.off('uncaughtExceptionMonitor', listen);
  expect(thrown).toEqual([]);
});
