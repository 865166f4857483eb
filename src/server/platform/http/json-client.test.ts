// Calls to providers that answer badly.
import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { timed } from '../../../../tests/support/stopwatch.ts';
import { createJsonClient } from './json-client.ts';

const sockets = new Set<Socket>();
let asked: { path: string | undefined; headers: Record<string, unknown>; body: string }[] = [];
let answer: RequestListener;
const server = createServer((request, response) => {
  sockets.add(request.socket);
  let body = '';
  request.on('data', (chunk) => (body += chunk));
  request.on('end', () => {
    asked.push({ path: request.url, headers: request.headers, body });
    answer(request, response);
  });
});
let base: string;
const caller = createJsonClient({ timeoutMilliseconds: 500 });
const post = (path = '/x?y=1') => caller.post(new URL(path, base), { 'Content-Type': 'text/x' }, '{"ক":1}');

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return () => {
    caller.close();
    server.closeAllConnections();
    server.close();
  };
});
afterEach(() => {
  asked = [];
});

it('sends the body with its length, and keeps the connection', async () => {
  answer = (_, response) => response.writeHead(201).end('{"a":[1]}');
  for (let round = 0; round < 10; round += 1) expect(await post()).toEqual({ status: 201, body: { a: [1] } });
  expect(sockets.size).toBeLessThanOrEqual(2);
  expect(asked[0]).toMatchObject({
    path: '/x?y=1',
    body: '{"ক":1}',
    headers: { accept: 'application/json', 'content-type': 'text/x', 'content-length': '9' },
  });
});

it('follows no redirect', async () => {
  answer = (_, response) => response.writeHead(302, { Location: '/elsewhere' }).end('{}');
  expect(await post()).toEqual({ status: 302, body: {} });
  expect(asked).toHaveLength(1);
});

it.each<[string, RequestListener]>([
  ['no JSON', (_, response) => response.end('<html>')],
  ['nothing', (_, response) => response.writeHead(200).end()],
  ['half an answer', (_, response) => response.writeHead(200, { 'Content-Length': '50' }).write('{"a":1}')],
  ['a cut connection', (request) => request.socket.destroy()],
  ['silence', () => undefined],
  ['more than 8 MiB', (_, response) => response.end(JSON.stringify('x'.repeat(8 * 1024 * 1024)))],
  [
    'an endless answer',
    (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    },
  ],
])('rejects for %s, asks once, and goes on', async (_, badly) => {
  answer = badly;
  expect(await timed(expect(post()).rejects.toThrow(Error))).toBeLessThan(3_000);
  expect(asked).toHaveLength(1);
  answer = (_, response) => response.end('{}');
  expect(await post()).toEqual({ status: 200, body: {} });
});

// Both share the default agent; other systems bring their own Node.
it.runIf(process.execPath.includes('node_modules'))('uses the release of undici that is in Node', () => {
  const manifest = new URL('../../../../node_modules/undici/package.json', import.meta.url);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  expect(version).toBe(process.versions.undici);
});
