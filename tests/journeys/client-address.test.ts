// The address on the dashboard: as the portal sees it, unless the operator configures a service for browsers to ask.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useBrowser } from '../support/browser.ts';
import { usePortal } from '../support/portal.ts';
import { openAs } from './steps.ts';

const browsing = useBrowser();
const asked: { headers: Record<string, unknown> }[] = [];
let answer = { status: 200, body: '{"ip": "203.0.113.9"}' };
const service = createServer((request, response) => {
  asked.push({ headers: request.headers });
  response.writeHead(answer.status, { 'Access-Control-Allow-Origin': '*' }).end(answer.body);
});
let address = '';

beforeAll(async () => {
  await new Promise<void>((listening) => service.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(service.address() as AddressInfo).port}/ip`;
});
afterAll(() => new Promise((closed) => service.close(closed)));

describe('by default', () => {
  const portal = usePortal();

  it('is what the portal sees; no other host may be asked', async () => {
    const { page } = await browsing.visit(portal.origin);
    await openAs(page, portal, await portal.customer(), '/app');
    await page.getByText('127.0.0.1', { exact: true }).waitFor();
    expect(asked).toEqual([]);
    const refused = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => 'answered',
          () => 'refused',
        ),
      address,
    );
    expect(refused).toBe('refused');
    expect(asked).toEqual([]);
  });
});

describe('with CLIENT_IP_URL', () => {
  const portal = usePortal(() => ({ CLIENT_IP_URL: address }));

  it('is what that service answers the browser, which tells it nothing more; a placeholder without an answer', async () => {
    const { page } = await browsing.visit(portal.origin);
    await openAs(page, portal, await portal.customer(), '/app');
    await page.getByText('203.0.113.9', { exact: true }).waitFor();
    await page.getByText(`${new URL(address).host} থেকে জানা`).waitFor();
    for (const { headers } of asked)
      for (const name of ['authorization', 'cookie', 'referer']) expect(headers).not.toHaveProperty(name);

    for (answer of [
      { status: 500, body: '203.0.113.9' },
      { status: 200, body: '<b>you</b>' },
    ]) {
      await page.reload();
      await page.getByText('0.0.0.0', { exact: true }).waitFor();
    }
  });
});
