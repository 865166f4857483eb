import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { createHttpServer } from './http-server.ts';

it('closes even when a channel is never read and a connection is still silent', async () => {
  const server = await createHttpServer(readConfig({}), {
    log: createLog('silent'),
    recordError: () => undefined,
  });
  server.get('/channel', { websocket: true }, () => undefined);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const silent = connect(port, '127.0.0.1');
  await once(silent, 'connect');
  const channel = new WebSocket(`ws://127.0.0.1:${port}/channel`);
  await once(channel, 'open');
  channel.pause();
  // Otherwise the test would wait 30 seconds for the channel to close.
  await server.close();
  channel.terminate();
  silent.destroy();
  expect(server.server.listening).toBe(false);
}, 20_000);

/** More than the system keeps for a reader who stands still. */
const paperBytes = 40_000_000;

/** A server with a call that takes a file, and one that is at work until it is let go. */
async function openServer(limits?: Parameters<typeof createHttpServer>[2]) {
  const server = await createHttpServer(
    readConfig({}),
    { log: createLog('silent'), recordError: () => undefined },
    limits,
  );
  const work = Promise.withResolvers<void>();
  const endpoint = {
    methods: ['POST'],
    path: '/',
    summary: '',
    access: 'public',
    output: z.object({}),
  } as const;
  server.post(
    '/file',
    { bodyLimit: 10_000_000, config: { endpoint: { ...endpoint, file: 'held' } } },
    async () => ({ taken: true }),
  );
  server.post('/work', { config: { endpoint } }, async () => {
    await work.promise;
    return { done: true };
  });
  server.get('/paper', async () => Buffer.alloc(paperBytes));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const say = (text: string) => {
    const line = connect(port, '127.0.0.1');
    const heard = { line, text: '', closed: new Promise((done) => line.once('close', done)) };
    line.on('error', () => undefined);
    line.on('data', (chunk) => {
      heard.text += String(chunk);
    });
    line.write(text);
    return heard;
  };
  return { server, work, say };
}

const openLines = (server: FastifyInstance) =>
  new Promise<number>((done) => server.server.getConnections((_, count) => done(count)));

const post = (path: string, bytes: number, type = 'application/json') =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n{`;

it('breaks off a small body that comes slowly, and lets a file take its time', async () => {
  const { server, say } = await openServer({ body: 300 });
  const [small, file] = [say(post('/work', 9)), say(post('/file', 70_000))];
  await small.closed;
  expect(small.text).toBe('');
  file.line.write('"a": 10}'.padEnd(69_999));
  await expect.poll(() => file.text).toContain('{"taken":true}');
  // Ten megabytes at 300 kbit/s.
  expect(server.server.requestTimeout).toBeGreaterThan((10 * 2 ** 20 * 8) / 300);
  expect(server.server.headersTimeout).toBe(60_000);
  file.line.destroy();
  await server.close();
}, 20_000);

it('stops while bodies and heads are on their way, says so, and finishes what it is at', async () => {
  const { server, work, say } = await openServer();
  const [small, file] = [say(post('/work', 9)), say(post('/file', 9_000_000))];
  const refused = say(post('/file', 9_000_000, 'text/x'));
  const head = say('POST /work HTTP/1.1\r\nHost: x\r\n');
  const atWork = say(`${post('/work', 2)}}`);
  await expect.poll(() => refused.text).toContain('415');
  const closed = server.close();
  // Otherwise the test would run out of time.
  await Promise.all([small, file, refused, head].map(({ closed }) => closed));
  for (const { text } of [small, file]) {
    expect(text).toMatch(/^HTTP\/1.1 503 .*retry-after: \d+/is);
    expect(text).toContain('"code":"busy"');
  }
  expect(atWork.text).toBe('');
  work.resolve();
  await Promise.all([closed, atWork.closed]);
  expect(atWork.text).toContain('{"done":true}');
}, 10_000);

it('breaks off slow bodies that it has refused, or that are small where a file may come', async () => {
  const { server, say } = await openServer({ body: 300 });
  const lines = [
    say(post('/file', 9_000_000, 'text/x')),
    say(post('/work', 9, 'text/x')),
    say(post('/missing', 9)),
    say(post('/file', 9)),
  ];
  const large = say(post('/file', 9_000_000));
  await Promise.all(lines.map(({ closed }) => closed));
  expect(large.line.closed).toBe(false);
  large.line.destroy();
  await server.close();
}, 20_000);

it('breaks off an answer whose reader stands still, and no other', async () => {
  const { server, work, say } = await openServer({ stillness: 1_000 });
  const get = 'GET /paper HTTP/1.1\r\nHost: x\r\n\r\n';
  const still = say(get);
  still.line.pause();
  const atWork = say(`${post('/work', 2)}}`);
  let bytes = 0;
  const steady = say(get);
  steady.line.removeAllListeners('data').on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    steady.line.pause();
    setTimeout(() => steady.line.resume(), 6);
  });
  const begun = performance.now();
  await expect.poll(() => openLines(server)).toBe(3);
  // The reader learns of it once it reads on.
  await expect.poll(() => openLines(server)).toBe(2);
  still.line.resume();
  await still.closed;
  expect(still.text.length).toBeLessThan(paperBytes);
  await expect.poll(() => bytes, { timeout: 20_000 }).toBeGreaterThan(paperBytes);
  expect(performance.now() - begun).toBeGreaterThan(2_000);
  work.resolve();
  await expect.poll(() => atWork.text).toContain('{"done":true}');
  steady.line.destroy();
  await server.close();
}, 40_000);

it.each([
  ['53100', 'the disk is full: make room there'],
  ['57P03', 'a part that the portal needs did not answer'],
])('the log says what a call lacked, %s', async (code, said) => {
  const lines: string[] = [];
  const log = { error: (_: unknown, line: string) => lines.push(line) } as unknown as ReturnType<
    typeof createLog
  >;
  const server = await createHttpServer(readConfig({}), { log, recordError: () => undefined });
  server.get('/paper', () => {
    throw Object.assign(new Error('of the database'), { code });
  });
  expect((await server.inject('/paper')).statusCode).toBe(503);
  expect(lines).toEqual([said]);
  await server.close();
});
