// A request on an open connection while the portal stops is refused in the portal's own format, and requests in flight get their response. A silent mail
// server does not keep the portal listening.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { startTestPortal } from '../../support/portal.ts';

let letGo: (() => void) | undefined;
let isHeld = false;
const portal = await startTestPortal(
  {},
  {
    storage: (part) => ({
      ...part,
      async check() {
        if (isHeld)
          await new Promise<void>((done) => {
            letGo = done;
          });
        return part.check();
      },
    }),
  },
);
let stopping: Promise<void> | undefined;
afterAll(() => stopping ?? portal.stop());

it('refuses new requests as busy, with a time to retry', async () => {
  const line = connect(Number(new URL(portal.origin).port), '127.0.0.1');
  let said = '';
  line.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(line, 'connect');
  const ask = (path: string) => line.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
  isHeld = true;
  ask('/health/ready');
  await expect.poll(() => letGo).toBeDefined();
  stopping = portal.stop();
  await new Promise((done) => setTimeout(done, 50));
  ask('/public/shop/');
  await new Promise((done) => setTimeout(done, 50));
  letGo!();
  await once(line, 'close');
  const [, second] = said.split(/(?<=\})(?=HTTP\/1\.1)/);
  expect(second).toMatch(/^HTTP\/1\.1 503 /);
  expect(second!.toLowerCase()).toContain('connection: close');
  expect(second!.toLowerCase()).toContain('retry-after: 5');
  expect(second).toContain('"code":"busy"');
  await stopping;
});

it('stops accepting requests even if a mail server does not respond', async () => {
  const mailServer = createServer();
  await new Promise<void>((done) => mailServer.listen(0, '127.0.0.1', done));
  const { port } = mailServer.address() as { port: number };
  const shop = await startTestPortal({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'shop@shop.test' });
  const { mail } = shop.portal;
  const asked = once(mailServer, 'connection');
  await mail.queue(shop.db, { to: 'karim@shop.test', subject: 'x', text: 'x' });
  mail.wake();
  const [line] = await asked;
  const stopped = shop.stop();
  const refused = () =>
    fetch(`${shop.origin}/health/live`).then(
      () => false,
      () => true,
    );
  await expect.poll(refused).toBe(true);
  line.destroy();
  mailServer.close();
  await stopped;
});
