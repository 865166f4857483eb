// A call on an open line while the portal stops: refused in the portal's own words, and what was under way is answered.
import { once } from 'node:events';
import { connect } from 'node:net';
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

it('says that it is busy, and when to try again', async () => {
  const line = connect(Number(new URL(portal.origin).port), '127.0.0.1');
  let said = '';
  line.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(line, 'connect');
  const ask = (path: string) => line.write(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
  isHeld = true;
  ask('/health/ready');
  await expect.poll(() => letGo, { timeout: 5_000 }).toBeDefined();
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
