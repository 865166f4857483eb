import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { onFinished } from './in-flight.ts';

const call = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** A server that counts the calls that are not over, each of which waits before it counts and before it answers. */
async function openServer() {
  const server = Fastify();
  const [gate, held, seen] = [Promise.withResolvers<void>(), new Set<string>(), [] as string[]];
  const work = Promise.withResolvers<void>();
  server.decorateRequest('work', undefined);
  server.get('/late/', async (request, reply) => {
    seen.push(request.url);
    await gate.promise;
    held.add(request.url);
    onFinished(reply, () => held.delete(request.url));
    seen.push('counted');
    return '';
  });
  server.get('/:name/', async (request, reply) => {
    held.add(request.url);
    onFinished(reply, () => held.delete(request.url));
    if (request.url === '/working/') request.work = work.promise;
    seen.push(request.url);
    await gate.promise;
    return '';
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const line = connect((server.server.address() as AddressInfo).port, '127.0.0.1');
  const closed = new Promise((done) =>
    server.server.once('connection', (socket) => socket.once('close', () => setImmediate(done))),
  );
  return { server, gate, work, held, seen, line, closed };
}

const waitFor = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((done) => setTimeout(done, 5));
};

it('of answers that wait for another on one line, each is over when the line closes', async () => {
  const { server, held, line, closed, gate } = await openServer();
  line.write(call('/a/') + call('/b/') + call('/c/'));
  await waitFor(() => held.size === 3);
  line.destroy();
  await closed;
  expect([...held]).toEqual([]);
  gate.resolve();
  await server.close();
});

it('a line that closed before anything was counted is over at once', async () => {
  const { server, gate, held, seen, line, closed } = await openServer();
  line.write(call('/late/'));
  await waitFor(() => seen.length === 1);
  line.destroy();
  await closed;
  gate.resolve();
  await waitFor(() => seen.length === 2);
  expect([...held]).toEqual([]);
  await server.close();
});

it('what was begun for somebody who has gone counts until it is done', async () => {
  const { server, gate, work, held, line, closed } = await openServer();
  line.write(call('/working/'));
  await waitFor(() => held.size === 1);
  line.destroy();
  await closed;
  expect(held.size).toBe(1);
  work.reject(new Error('failed'));
  await waitFor(() => held.size === 0);
  gate.resolve();
  await server.close();
});

it('an answered call is over, and its line goes on', async () => {
  const { server, gate, held, line } = await openServer();
  gate.resolve();
  for (const name of ['/a/', '/b/']) {
    line.write(call(name));
    await once(line, 'data');
    await waitFor(() => held.size === 0);
  }
  line.destroy();
  await server.close();
});
