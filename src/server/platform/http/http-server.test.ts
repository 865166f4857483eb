import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import '@fastify/websocket';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { createLog } from '../log.ts';
import { createHttpServer } from './http-server.ts';

it('closes even when a channel is never read and a connection is still silent', async () => {
  const server = await createHttpServer(readConfig({}), createLog('silent'));
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

it('breaks off a small body that comes slowly, and lets a file take its time', async () => {
  const server = await createHttpServer(readConfig({}), createLog('silent'), 300);
  const taken = {
    methods: ['POST'],
    path: '/',
    summary: '',
    access: 'public',
    output: z.object({}),
  } as const;
  const take = async () => ({ taken: true });
  server.post('/small', { config: { endpoint: taken } }, take);
  server.post('/file', { config: { endpoint: { ...taken, file: 'held' } } }, take);
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const begin = (path: string) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
    });
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    return { socket, answer: () => answer };
  };
  const [small, file] = [begin('/small'), begin('/file')];
  await once(small.socket, 'close');
  expect(small.answer()).toBe('');
  file.socket.write('"a": 10}');
  await expect.poll(file.answer).toContain('{"taken":true}');
  // Ten megabytes at 300 kbit/s.
  expect(server.server.requestTimeout).toBeGreaterThan((10 * 2 ** 20 * 8) / 300);
  expect(server.server.headersTimeout).toBe(60_000);
  file.socket.destroy();
  await server.close();
}, 20_000);
