// One client cannot have so many requests in flight that others are delayed.
import { connect } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { usePortal } from '../../support/portal.ts';

const portal = usePortal();

/** Pipelines requests on one connection. @returns the statuses once all responses have arrived */
function pipeline(times: number, path: string, token?: string): Promise<number[]> {
  const { hostname, port } = new URL(portal.origin);
  const line = connect(Number(port), hostname);
  const bearer = token === undefined ? '' : `Authorization: Bearer ${token}\r\n`;
  line.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${bearer}\r\n`.repeat(times));
  return new Promise((done, failed) => {
    let text = '';
    line.on('error', failed);
    line.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const found = [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
      if (found.length < times) return;
      line.destroy();
      done(found);
    });
  });
}

const count = (statuses: readonly number[], wanted: number) =>
  statuses.filter((status) => status === wanted).length;

it('limits pipelined requests on one connection, and then serves the client as usual', async () => {
  const statuses = await pipeline(60, '/account/notices/');
  expect(count(statuses, 401)).toBeLessThan(30);
  expect(count(statuses, 503)).toBe(60 - count(statuses, 401));
  expect(await pipeline(10, '/account/notices/')).toEqual(Array.from({ length: 10 }, () => 401));
});

it('refuses a person with too many requests in flight, and nobody else', async () => {
  const [busy, other] = [await portal.customer(), await portal.customer()];
  const { hostname, port } = new URL(portal.origin);
  const refusals: string[] = [];
  // Each request waits for its body.
  const lines = Array.from({ length: 120 }, () => {
    const line = connect(Number(port), hostname);
    line.on('error', () => {});
    line.on('data', (chunk: Buffer) => refusals.push(chunk.toString().slice(0, 12)));
    line.write(
      `POST /account/orders/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${busy.token}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n`,
    );
    return line;
  });
  onTestFinished(() => {
    for (const line of lines) line.destroy();
  });
  await expect.poll(() => refusals).toEqual(Array(20).fill('HTTP/1.1 503'));
  expect(count(await pipeline(8, '/account/transactions/', busy.token), 503)).toBe(8);
  expect(count(await pipeline(8, '/account/transactions/', other.token), 200)).toBe(8);
  for (const line of lines) line.destroy();
  await expect.poll(async () => count(await pipeline(8, '/account/transactions/', busy.token), 200)).toBe(8);
});

/** Sends the text on many connections in turn, and closes each before the response. */
async function sendAndDisconnect(text: string): Promise<void> {
  const { hostname, port } = new URL(portal.origin);
  for (let index = 0; index < 60; index += 1) {
    const line = connect(Number(port), hostname);
    line.on('error', () => {});
    line.write(text);
    await new Promise((done) => setTimeout(done, index % 8));
    line.destroy();
  }
}

it('serves a client that has repeatedly disconnected before the response', async () => {
  const { token } = await portal.customer();
  await sendAndDisconnect(
    `GET /account/transactions/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(10),
  );
  await expect
    .poll(async () => (await portal.call('GET', '/account/transactions/', { token })).status)
    .toBe(200);
});

it('frees the space of uploads that are interrupted behind other requests', async () => {
  const { token } = await portal.customer();
  const head = `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
  const file = 'Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 9000000';
  await sendAndDisconnect(
    `${`GET /account/transactions/ HTTP/1.1\r\n${head}\r\n`.repeat(9)}POST /account/nid-extract/ HTTP/1.1\r\n${head}${file}\r\n\r\n`,
  );
  const form = new FormData();
  form.set('file', new Blob([Buffer.alloc(5_000_000)]), 'a.pdf');
  await expect
    .poll(async () => (await portal.call('POST', '/account/nid-extract/', { token, form })).status)
    .toBe(400);
});

it('lets others upload when a few clients send very slowly', async () => {
  const { hostname, port } = new URL(portal.origin);
  const slow = await Promise.all(Array.from({ length: 6 }, () => portal.customer()));
  const other = await portal.customer();
  const whole = 10 * 1024 * 1024 + 64 * 1024;
  const send = ({ token }: { token: string }, bytes: number) => {
    const line = connect(Number(port), hostname);
    line.on('error', () => {});
    line.write(
      `POST /account/nid-extract/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${bytes}\r\n\r\n`,
    );
    return line;
  };
  // Exactly the total that may be sent concurrently.
  const lines = slow.flatMap((person, index) =>
    (index < 5 ? [whole, whole, whole, 3_997_696] : [whole, whole, 1_966_080]).map((bytes) =>
      send(person, bytes),
    ),
  );
  onTestFinished(() => {
    for (const line of lines) line.destroy();
  });
  await new Promise((done) => setTimeout(done, 1_000));
  const form = new FormData();
  form.set('file', new Blob([Buffer.alloc(5_000_000)]), 'a.pdf');
  const { status } = await portal.call('POST', '/account/nid-extract/', { token: other.token, form });
  expect(status).toBe(400);
  expect(lines.filter(({ closed }) => closed)).toHaveLength(1);
});
