// Request bodies: rejected unread where nobody may send them, limited where anyone may, and validated in one pass.
import { connect, type Socket } from 'node:net';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { defaultBodyBytes, type Endpoint, maxBytesOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { maximumUploadBytes } from '#contract/files/upload-rules.ts';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();

const calls = Object.values(endpoints as Record<string, Endpoint>).flatMap((endpoint) =>
  endpoint.methods.filter((method) => method !== 'GET').map((method) => ({ endpoint, method })),
);
const isOpen = ({ access }: Endpoint) => access === 'public' || access === 'optional';
const addressOf = ({ path }: Endpoint) => path.replace(/:provider/, 'sandbox').replace(/:\w+/g, '1');

interface RawCall {
  readonly socket: Socket;
  /** Resolves to the status line, headers and body once the response has ended. */
  readonly answer: Promise<string>;
}

/** Sends the headers and only the given part of the body, as a slow or lying client does. */
function send(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string | Buffer = '',
): RawCall {
  const { hostname, port } = new URL(portal.origin);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  socket.write(body);
  const answer = new Promise<string>((done) => {
    let text = '';
    const isWhole = () => {
      const [head = '', rest] = text.split('\r\n\r\n', 2);
      const length = /content-length: (\d+)/i.exec(head)?.[1];
      return rest !== undefined && length !== undefined && Buffer.byteLength(rest) >= Number(length);
    };
    socket.on('data', (chunk) => {
      text += chunk.toString();
      if (isWhole()) done(text);
    });
    socket.on('error', () => done(text));
    socket.on('close', () => done(text));
  });
  return { socket, answer };
}

async function askUnread(
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string | Buffer,
) {
  const { socket, answer } = send(method, path, headers, body);
  const text = await answer;
  socket.destroy();
  return { status: Number(text.split(' ')[1]), text };
}

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'multipart/form-data; boundary=xx' };
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

it('is not read at all for an unknown address', async () => {
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    for (const kind of [json, form, {}]) {
      const { status, text } = await askUnread(method, '/nowhere/', { ...kind, 'Content-Length': '9000000' });
      expect(status, text).toBe(404);
      expect(text).toContain('not_found');
    }
});

it('is not read before the sender is identified, if sending requires a sign-in', async () => {
  const closed = calls.filter(({ endpoint }) => !isOpen(endpoint));
  expect(closed.length).toBeGreaterThan(50);
  for (const { endpoint, method } of closed) {
    const kind = endpoint.multipart ? form : json;
    const bytes = { 'Content-Length': String(maxBytesOf(endpoint)) };
    for (const bearer of [{}, { Authorization: 'Bearer made-up' }]) {
      const { status, text } = await askUnread(method, addressOf(endpoint), { ...kind, ...bytes, ...bearer });
      expect(status, `${method} ${endpoint.path} ${text}`).toBe(401);
    }
  }
});

it('is refused by its stated length if anyone may send it', async () => {
  const open = calls.filter(({ endpoint }) => isOpen(endpoint));
  expect(open.length).toBeGreaterThan(8);
  for (const { endpoint, method } of open) {
    expect(endpoint.bodyLimit ?? defaultBodyBytes, endpoint.path).toBeLessThanOrEqual(256 * 1024);
    for (const kind of [json, form, { 'Content-Type': 'application/x-www-form-urlencoded' }]) {
      const { status, text } = await askUnread(method, addressOf(endpoint), {
        ...kind,
        'Content-Length': String(maxBytesOf(endpoint) + 1),
      });
      expect([400, 413], text).toContain(status);
      expect(text).toMatch(/body_too_large|file_too_large/);
    }
  }
});

it('is read only up to its limit when no length is stated', async () => {
  const chunked = { 'Transfer-Encoding': 'chunked' };
  const wide = chunk('x'.repeat(30_000)).repeat(3);
  const plain = await askUnread('POST', '/token/', { ...json, ...chunked }, chunk('{"username":"') + wide);
  expect(plain.status, plain.text).toBe(413);
  expect(plain.text).toContain('body_too_large');

  const field = (name: string) => chunk(`--xx\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`);
  const fields = await askUnread(
    'POST',
    '/account/sign-up/',
    { ...form, ...chunked },
    Array.from(
      { length: 5 },
      (_, index) => field(`f${index}`) + chunk('x'.repeat(20_000)) + chunk('\r\n'),
    ).join(''),
  );
  expect(fields.status, fields.text).toBe(413);
  const between = await askUnread('POST', '/account/sign-up/', { ...form, ...chunked }, wide + field('a'));
  expect(between.status, between.text).toBe(413);
});

it('is refused when compressed, when it is another site’s form, and when it is not simple JSON', async () => {
  const packed = await portal.call('POST', '/token/', { body: {}, headers: { 'Content-Encoding': 'gzip' } });
  expect(packed.status).toBe(415);
  const sent = await portal.call('POST', '/token/', {
    body: `username=${portal.admin.email}&password=${portal.admin.password}`,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  expect(sent.status).toBe(415);
  for (const body of [
    `${'['.repeat(30_000)}${']'.repeat(30_000)}`,
    `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
    `{"username":[${'[],'.repeat(20_500)}[]]}`,
  ]) {
    const data = new FormData();
    data.set('data', body);
    const inForm = await portal.call('POST', '/account/sign-up/', { form: data });
    expect(inForm).toMatchObject({ status: 400, body: { code: 'malformed_json' } });
    for (const [path, token] of [
      ['/token/', undefined],
      ['/account/orders/', portal.admin.token],
    ] as const) {
      const refused = await portal.call('POST', path, {
        body,
        token,
        headers: { 'Idempotency-Key': 'deep' },
      });
      expect(refused.status).toBe(400);
      expect(refused.body.code).toBe('malformed_json');
    }
  }
  const poisoned = await portal.call('POST', '/token/', {
    body: '{"username":"a","password":"b","__proto__":{"remember":"x"},"x":{"\\u005f_proto__":{"y":1}}}',
  });
  expect(poisoned.status).toBe(401);
});

it('is accepted from strangers a few files at a time, and fewer still from one address', async () => {
  const head = '--xx\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n';
  const tail = '\r\n--xx--\r\n';
  const bytes = { 'Content-Length': String(head.length + maximumUploadBytes - 10 + tail.length) };
  const begin = () => send('POST', '/verify-document/', { ...form, ...bytes }, head);
  const held = [begin(), begin(), begin()];
  // A fourth being rejected shows that the first three are being held.
  const fourth = await askUnread('POST', '/verify-document/', { ...form, ...bytes }, head);
  expect(fourth.status, fourth.text).toBe(503);
  expect(fourth.text).toMatch(/retry-after: \d/i);
  for (const { socket } of held.slice(1)) socket.destroy();
  held[0]!.socket.write(Buffer.concat([Buffer.alloc(maximumUploadBytes - 10, 0x20), Buffer.from(tail)]));
  const answered = await held[0]!.answer;
  expect(answered).toContain('"state":"unknown"');
  held[0]!.socket.destroy();
  const asked = await portal.call('POST', '/verify-document/', { body: { sha256: 'a'.repeat(64) } });
  expect(asked.body).toEqual({ state: 'unknown' });
});

it('is validated in linear time, even if hostile', async () => {
  const long = 60_000;
  const shapes = [
    `a@${'.'.repeat(long)}@`,
    `${'a'.repeat(long)}@`,
    `${' '.repeat(long)}x`,
    '1'.repeat(long),
    `${'-'.repeat(long)}\n`,
    `<${'<a@'.repeat(long / 3)}`,
    `${'ক্'.repeat(9_000)}`,
    'AEMA-'.repeat(12_000),
  ];
  const fieldsOf = (schema: z.ZodType | undefined) =>
    schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  let sent = 0;
  for (const { endpoint, method } of calls.filter((call) => isOpen(call.endpoint)))
    for (const field of fieldsOf(endpoint.body))
      for (const shape of shapes) {
        const { status } = await portal.call(method, addressOf(endpoint), { body: { [field]: shape } });
        expect([400, 401, 404, 413, 429], `${endpoint.path} ${field}`).toContain(status);
        expect((await portal.call('GET', '/health/live/')).status).toBe(200);
        sent += 1;
      }
  expect(sent).toBeGreaterThan(100);
});
