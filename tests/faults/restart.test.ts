import { statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import {
  databaseProcesses,
  makeCustomer,
  makeCustomers,
  makeDataDir,
  pidFiles,
  run,
  runAlone,
  signIn,
  startPortal,
} from './process.ts';

/** Reads the books with the operator's command while the portal runs. */
const auditBooks = async (dataDir: string): Promise<string> =>
  (await run('audit-ledger.ts', { DATA_DIR: dataDir })).stdout;

describe('a portal that is stopped and started again', () => {
  it('stops cleanly with the database last, and keeps all its data', async () => {
    const dataDir = makeDataDir();
    const first = await startPortal(dataDir);
    const customer = await makeCustomer(first, '1000');
    const placed = await first.call('POST', '/account/orders/', {
      token: customer.access,
      body: customer.order,
      headers: { 'Idempotency-Key': 'before' },
    });
    const form = new FormData();
    form.set('data', JSON.stringify({ status: 'completed', note: 'হয়েছে', text_content: 'গোপন লেখা' }));
    form.set('file', new Blob(['%PDF-1.7\nresult']), 'result.pdf');
    const done = await first.call('PATCH', `/account/orders/${placed.body.id}/`, {
      token: customer.admin.access,
      form,
    });
    const nid = await first.call('POST', '/account/nid-details/', {
      token: customer.access,
      body: {
        name_bangla: 'আয়েশা',
        name_english: 'Ayesha',
        national_id: '1234567890',
        date_of_birth: '1995-03-15',
        father_name: 'ক',
        mother_name: 'খ',
      },
    });
    expect([placed.status, done.status, nid.status]).toEqual([201, 200, 201]);
    const document = await first.call('GET', nid.body.data.open_path, { token: customer.access });
    const order = await first.call('GET', `/account/orders/${placed.body.id}/`, { token: customer.access });
    expect(databaseProcesses(dataDir).length).toBeGreaterThan(0);

    expect(await first.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(databaseProcesses(dataDir)).toEqual([]);
    expect(pidFiles(dataDir)).toEqual([]);
    expect(first.stderr()).toBe('');
    expect(first.stdout()).toContain('admin@shop.test');
    for (const name of await readdir(join(dataDir, 'keys')))
      expect(statSync(join(dataDir, 'keys', name)).mode & 0o077, name).toBe(0);

    const second = await startPortal(dataDir, {
      PORT: first.origin.split(':').at(-1)!,
      PUBLIC_ORIGIN: first.origin,
    });
    const again = { ...second, origin: first.origin };
    expect(again.stdout()).not.toContain('amar-gopon');
    expect((await fetch(`${first.origin}/health/ready`)).status).toBe(200);
    const ask = async (path: string) => {
      const response = await fetch(`${first.origin}${path}`, {
        headers: { Authorization: `Bearer ${customer.access}` },
      });
      expect(response.status, path).toBe(200);
      return Buffer.from(await response.arrayBuffer());
    };
    expect((await ask(nid.body.data.open_path)).equals(document.bytes)).toBe(true);
    expect((await ask(done.body.file)).toString()).toBe('%PDF-1.7\nresult');
    expect(JSON.parse((await ask(`/account/orders/${placed.body.id}/`)).toString())).toEqual(order.body);
    expect(JSON.parse((await ask('/account/transaction-summary/')).toString())).toEqual({
      current_balance: 835,
      held: 0,
      is_active: true,
    });
    const repeated = await fetch(`${first.origin}/account/orders/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${customer.access}`,
        'Idempotency-Key': 'before',
      },
      body: JSON.stringify(customer.order),
    });
    // The idempotency key remembers which order it created; the response shows the order's current state.
    expect(await repeated.json()).toMatchObject({ id: placed.body.id, charge: placed.body.charge });
    const refreshed = await fetch(`${first.origin}/token/refresh/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ refresh: customer.refresh }),
    });
    expect(refreshed.status).toBe(200);
    expect(await auditBooks(dataDir)).toMatch(/^The books balance: \d+ rules, nothing wrong\.\n$/);

    expect(await second.stop('SIGINT')).toEqual({ code: 0, signal: null });
    expect(databaseProcesses(dataDir)).toEqual([]);
    expect(pidFiles(dataDir)).toEqual([]);
    // The audit starts the database itself when no portal runs, and stops it afterwards.
    expect((await runAlone('audit-ledger.ts', { DATA_DIR: dataDir })).stdout).toMatch(/^The books balance/);
    expect(databaseProcesses(dataDir)).toEqual([]);
  });

  it('finishes requests in flight before it stops', async () => {
    const dataDir = makeDataDir();
    const portal = await startPortal(dataDir);
    const customer = await makeCustomer(portal, '3000');
    const calls = Array.from({ length: 20 }, () =>
      portal
        .call('POST', '/account/orders/', { token: customer.access, body: customer.order })
        .catch(() => undefined),
    );
    await Promise.race(calls);
    const stopped = portal.stop('SIGTERM');
    const answers = await Promise.all(calls);
    expect(await stopped).toEqual({ code: 0, signal: null });
    for (const answer of answers) if (answer) expect([201, 503]).toContain(answer.status);
    const acknowledged = answers
      .filter((answer) => answer?.status === 201)
      .map((answer) => answer!.body.id as number);
    const next = await startPortal(dataDir);
    const { access } = await signIn(next, customer.email, customer.password);
    const { body } = await next.call('GET', '/account/orders/?page_size=100', { token: access });
    const kept = new Set(body.results.map((order: { id: number }) => order.id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    await next.stop();
  });
});

describe('a portal that is asked to stop', () => {
  it('reports not ready before it stops accepting requests, and does not wait for idle or unresponsive clients', async () => {
    const portal = await startPortal(makeDataDir(), { DRAIN_SECONDS: '2' });
    const admin = await signIn(portal);
    const { body } = await portal.call('POST', '/account/ws-ticket/', { token: admin.access });
    const socket = new WebSocket(
      `${portal.origin.replace('http', 'ws')}/ws/order-updates/?ticket=${body.ticket}`,
    );
    await new Promise((done) => socket.once('open', done));
    // The client stops reading, like a phone without a network.
    socket.pause();
    const idle = connect(Number(new URL(portal.origin).port), '127.0.0.1');
    await new Promise((done) => idle.once('connect', done));
    const stopped = portal.stop();
    await expect
      .poll(async () => (await portal.call('GET', '/health/ready')).status, { interval: 20 })
      .toBe(503);
    expect((await portal.call('GET', '/public/shop/')).status).toBe(200);
    expect(await stopped).toEqual({ code: 0, signal: null });
    socket.terminate();
    idle.destroy();
  });
});

describe('a portal that is killed while orders are being placed', () => {
  it.each([
    ['alone, its database living on', false],
    ['together with its database, as when the machine fails', true],
  ])('heals at the next start: %s', async (_what, withDatabase) => {
    const dataDir = makeDataDir();
    const portal = await startPortal(dataDir, { APPROVAL_SUM: '10000000' });
    const customers = await makeCustomers(portal, 4, '50000');
    const acknowledged: number[] = [];
    let isDown = false;
    const placing = customers.map(async (customer) => {
      while (!isDown) {
        const answer = await portal
          .call('POST', '/account/orders/', { token: customer.access, body: customer.order })
          .catch(() => undefined);
        if (answer?.status === 201) acknowledged.push(answer.body.id);
        else isDown = true;
        if (acknowledged.length >= 60 && !isDown) {
          isDown = true;
          if (withDatabase)
            process.kill(
              Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]),
              'SIGKILL',
            );
          portal.child.kill('SIGKILL');
        }
      }
    });
    await Promise.all(placing);
    expect((await portal.ended).signal).toBe('SIGKILL');
    expect(acknowledged.length).toBeGreaterThanOrEqual(60);
    expect(pidFiles(dataDir)).toEqual(['portal.pid', 'postgres/postmaster.pid']);

    const healed = await startPortal(dataDir);
    const admin = await signIn(healed);
    const kept = new Set<number>();
    for (let page = 1; ; page += 1) {
      const { body } = await healed.call('GET', `/account/orders/?page_size=100&page=${page}`, {
        token: admin.access,
      });
      for (const order of body.results) kept.add(order.id);
      if (body.results.length < 100) break;
    }
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    expect(await auditBooks(dataDir)).toMatch(/^The books balance/);
    const placed = await healed.call('POST', '/account/orders/', {
      token: customers[0]!.access,
      body: customers[0]!.order,
    });
    // The earlier token was issued for another address, so it is no longer accepted; a new sign-in is.
    expect([201, 401]).toContain(placed.status);
    const anew = await signIn(healed, customers[0]!.email, customers[0]!.password);
    expect(
      (await healed.call('POST', '/account/orders/', { token: anew.access, body: customers[0]!.order }))
        .status,
    ).toBe(201);
    expect(await healed.stop()).toEqual({ code: 0, signal: null });
    expect(databaseProcesses(dataDir)).toEqual([]);
  });
});

describe('a portal whose database dies', () => {
  it('logs the failure in its own format, restarts the database, and keeps running', async () => {
    const dataDir = makeDataDir();
    const portal = await startPortal(dataDir, { LOG_LEVEL: 'silent' });
    const admin = await signIn(portal);
    const serverOf = async () =>
      Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
    for (let death = 0; death < 2; death += 1) {
      const pid = await serverOf();
      process.kill(pid, 'SIGKILL');
      const ask = () => portal.call('GET', '/account/orders/', { token: admin.access });
      const answers: Awaited<ReturnType<typeof ask>>[] = [];
      await expect
        .poll(async () => {
          answers.push(await ask());
          return answers.at(-1)!.status === 200 && answers.some(({ status }) => status !== 200);
        })
        .toBe(true);
      for (const { status, body } of answers.filter((answer) => answer.status !== 200))
        expect({ status, code: body.code }).toEqual({ status: 503, code: 'busy' });
      expect(await serverOf()).not.toBe(pid);
      expect((await portal.call('GET', '/health/live')).status).toBe(200);
      await expect.poll(async () => (await portal.call('GET', '/health/ready')).status).toBe(200);
    }
    expect(await portal.stop()).toEqual({ code: 0, signal: null });
    expect(databaseProcesses(dataDir)).toEqual([]);
    expect(pidFiles(dataDir)).toEqual([]);
  });
});
