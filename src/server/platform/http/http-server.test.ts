import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import '@fastify/websocket';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
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
