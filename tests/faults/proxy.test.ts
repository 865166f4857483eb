// deploy/container/Caddyfile in front of a portal, each in its own network namespace, with the addresses of compose.yaml.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { afterFile } from '../support/leftovers.ts';
import { callsTo, makeCustomer, makeDataDir, root, signIn, startPortal } from './process.ts';

const compose = readFileSync(join(root, 'deploy/container/compose.yaml'), 'utf8');
const [portalAddress, proxyAddress] = ['portal', 'caddy'].map(
  (name) => new RegExp(`^  ${name}:\\n(?: {4}.*\\n)+?.*ipv4_address: ([\\d.]+)`, 'm').exec(compose)![1]!,
) as [string, string];

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] });
const mark = `np${process.pid}`;
const [shop, proxy] = [`${mark}s`, `${mark}c`];
/** Of the line between this network and that of the proxy: four addresses that no other run has. */
const block = `10.90.${(process.pid >> 6) & 255}.${(process.pid & 63) * 4}`.split('.');
const onLine = (host: number) => [...block.slice(0, 3), Number(block[3]) + host].join('.');
const [here, there] = [onLine(1), onLine(2)];

function canMakeNetworks(): boolean {
  if (process.getuid?.() !== 0 || spawnSync('caddy', ['version']).status !== 0) return false;
  const tried = `${mark}t`;
  if (spawnSync('ip', ['netns', 'add', tried]).status !== 0) return false;
  return spawnSync('ip', ['netns', 'del', tried]).status === 0;
}

function makeNetworks(): void {
  afterFile(() => {
    for (const name of [shop, proxy]) spawnSync('ip', ['netns', 'del', name]);
  });
  for (const name of [shop, proxy]) {
    ip('netns', 'add', name);
    ip('-n', name, 'link', 'set', 'lo', 'up');
  }
  ip('link', 'add', `${mark}a`, 'type', 'veth', 'peer', 'name', 'outside', 'netns', proxy);
  ip('addr', 'add', `${here}/30`, 'dev', `${mark}a`);
  ip('link', 'set', `${mark}a`, 'up');
  ip('-n', proxy, 'addr', 'add', `${there}/30`, 'dev', 'outside');
  ip('-n', proxy, 'link', 'set', 'outside', 'up');
  ip('-n', proxy, 'link', 'add', 'inside', 'type', 'veth', 'peer', 'name', 'shop', 'netns', shop);
  ip('-n', proxy, 'addr', 'add', `${proxyAddress}/24`, 'dev', 'inside');
  ip('-n', proxy, 'link', 'set', 'inside', 'up');
  ip('-n', shop, 'addr', 'add', `${portalAddress}/24`, 'dev', 'shop');
  ip('-n', shop, 'link', 'set', 'shop', 'up');
}

async function startProxy(): Promise<void> {
  const home = makeDataDir();
  const config = join(root, 'deploy/container/Caddyfile');
  const child = spawn('ip', ['netns', 'exec', proxy, 'caddy', 'run', '--config', config], {
    // With http there is no certificate to fetch.
    env: { PATH: process.env.PATH, SHOP: `http://${there}`, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home },
    stdio: 'ignore',
  });
  const ended = new Promise((done) => child.once('close', done));
  afterFile(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  const answers = () =>
    fetch(`http://${there}/`).then(
      () => true,
      () => false,
    );
  while (!(await answers())) await new Promise((done) => setTimeout(done, 100));
}

describe.skipIf(!canMakeNetworks())('behind Caddy (as root, where caddy and ip are installed)', () => {
  const origin = `http://${there}`;
  const call = callsTo(origin);
  const dataDir = makeDataDir();
  const start = () =>
    startPortal(
      dataDir,
      {
        HOST: '0.0.0.0',
        PORT: '3000',
        PUBLIC_ORIGIN: origin,
        TRUST_PROXY: proxyAddress,
        LOG_LEVEL: 'silent',
      },
      ['ip', 'netns', 'exec', shop],
    );
  let portal: Awaited<ReturnType<typeof start>>;
  let customer: Awaited<ReturnType<typeof makeCustomer>>;

  beforeAll(async () => {
    makeNetworks();
    portal = await start();
    await startProxy();
    customer = await makeCustomer({ call }, '40000');
  }, 120_000);

  it('passes on the real address of clients, regardless of the headers they send', async () => {
    for (const headers of [
      {},
      { 'X-Forwarded-For': '203.0.113.9' },
      { Forwarded: 'for=203.0.113.9' },
    ] as Record<string, string>[]) {
      const { status, body } = await call('GET', '/account/client-ip/', { token: customer.access, headers });
      expect([status, body.ip]).toEqual([200, here]);
    }
  });

  it.each([
    '/metrics',
    '/metrics/',
    '/metrics?x=1',
    '/%6detrics',
    '/%6Detrics/',
    '//metrics',
    '/./metrics',
    '/x/../metrics/',
  ])('does not show metrics at %s', async (path) => {
    const { status, body } = await call('GET', path);
    expect(JSON.stringify(body)).not.toContain('http_request_duration_seconds');
    expect([404, 400]).toContain(status);
  });

  it('passes the live channel', async () => {
    const { body } = await call('POST', '/account/ws-ticket/', { token: customer.admin.access });
    const socket = new WebSocket(`ws://${there}/ws/order-updates/?ticket=${body.ticket}`);
    const messages: string[] = [];
    socket.on('message', (data) => messages.push(data.toString()));
    await new Promise((done, failed) => socket.once('open', done).once('error', failed));
    await expect
      .poll(() => {
        socket.send(JSON.stringify({ type: 'hello' }));
        return messages.some((text) => text.includes('ready'));
      })
      .toBe(true);
    const placed = await call('POST', '/account/orders/', { token: customer.access, body: customer.order });
    expect(placed.status).toBe(201);
    await expect.poll(() => messages.some((text) => text.includes(`${placed.body.id}`))).toBe(true);
    socket.terminate();
  });

  it('passes bodies of nearly 16 MB', async () => {
    const photo_base64 = 'A'.repeat(16 * 1024 * 1024 - 200);
    const { status, body } = await call('POST', '/account/nid-details/', {
      token: customer.access,
      body: { photo_base64 },
    });
    expect(status).toBe(400);
    expect(Object.keys(body)).toContain('photo_base64');
  });

  it('holds reads while the portal restarts, and retried orders are placed exactly once', {
    timeout: 120_000,
  }, async () => {
    const countOrders = async (token: string) =>
      (await call('GET', '/account/orders/', { token })).body.count;
    const before = await countOrders(customer.access);
    const acknowledged = new Set<number>();
    const answers = new Map<number, number>();
    let isOver = false;
    const placing = Array.from({ length: 3 }, async () => {
      while (!isOver) {
        // Retries with the same key until there is a response, as the client does.
        const key = { 'Idempotency-Key': randomUUID() };
        for (;;) {
          const { status, body } = await call('POST', '/account/orders/', {
            token: customer.access,
            body: customer.order,
            headers: key,
          });
          answers.set(status, (answers.get(status) ?? 0) + 1);
          if (status === 503) expect(body.code).toBe('busy');
          else if (status !== 502) {
            expect(status).toBe(201);
            acknowledged.add(body.id);
            break;
          }
          await new Promise((done) => setTimeout(done, 200));
        }
        await new Promise((done) => setTimeout(done, 50));
      }
    });
    const read: number[] = [];
    const reading = (async () => {
      while (!isOver) {
        read.push((await call('GET', '/public/shop/')).status);
        await new Promise((done) => setTimeout(done, 50));
      }
    })();
    const stoppedAt = Date.now();
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
    portal = await start();
    const awayMs = Date.now() - stoppedAt;
    await new Promise((done) => setTimeout(done, 1_000));
    isOver = true;
    await Promise.all([...placing, reading]);
    // A busy machine starts slowly. Caddy 2.6 cannot resend a body, so a write may get 502.
    if (awayMs < 9_000) expect(read).not.toContain(502);
    expect(read).toContain(200);
    const { access } = await signIn({ call }, customer.email, customer.password);
    for (const id of acknowledged)
      expect((await call('GET', `/account/orders/${id}/`, { token: access })).status).toBe(200);
    expect(acknowledged.size).toBeGreaterThan(0);
    expect(await countOrders(access)).toBe(before + acknowledged.size);
    console.info(
      `away for ${awayMs} ms: ${[...answers].map(([status, count]) => `${count} orders ${status}`).join(', ')}; ${read.length} readers, of whom ${read.filter((status) => status !== 200).length} not 200`,
    );
  });

  it('shows browsers a self-refreshing page while the portal is stopped, and API clients an empty 502', {
    timeout: 120_000,
  }, async () => {
    await portal.stop();
    const ask = async (path: string, accept: string) => {
      const answer = await fetch(`${origin}${path}`, { headers: { accept } });
      return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const [page, answer] = await Promise.all([
      ask('/login', 'text/html,application/xhtml+xml,*/*;q=0.8'),
      ask('/public/shop/', 'application/json'),
    ]);
    expect(page).toMatchObject({ status: 502, type: 'text/html; charset=utf-8' });
    expect(page.text).toContain('পোর্টালটি এখন বন্ধ আছে');
    expect(page.text).toContain('<meta http-equiv="refresh"');
    expect(answer).toMatchObject({ status: 502, text: '' });
    portal = await start();
    expect((await ask('/login', 'text/html')).text).toContain('<div id="root">');
  });
});
