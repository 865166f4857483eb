// Three portals on one database are stopped and started one after the other, as a new release is put in, under steady requests through a balancer that
// asks each of them whether it is ready: no request fails.

import { cpSync, existsSync } from 'node:fs';
import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { useDatabase } from '../support/database.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { expectNothingWrong, newKey, wait } from './money.ts';
import { freePort, makeCustomer, makeDataDir, type PortalProcess, startPortal } from './process.ts';

const restarts = Number(process.env.RESTARTS ?? 0);
const requestsASecond = Number(process.env.REQUESTS_A_SECOND ?? 100);
const database = useDatabase();
const checkEveryMs = 100;

/** What stands before several portals: round robin over those whose last check said ready. */
class Balancer {
  readonly #ready = new Set<string>();
  readonly #server: Server;
  readonly #checks: NodeJS.Timeout;
  readonly origin: string;
  #next = 0;

  private constructor(server: Server, port: number, origins: readonly string[]) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${port}`;
    this.#checks = setInterval(() => {
      for (const origin of origins)
        void fetch(`${origin}/health/ready/`, { signal: AbortSignal.timeout(1_000) })
          .then(({ ok }) => (ok ? this.#ready.add(origin) : this.#ready.delete(origin)))
          .catch(() => this.#ready.delete(origin));
    }, checkEveryMs);
    server.on('request', (incoming, answer) => {
      const list = [...this.#ready];
      const origin = list[this.#next++ % Math.max(1, list.length)];
      if (origin === undefined) return void answer.writeHead(502).end();
      const onward = ask(
        `${origin}${incoming.url}`,
        { method: incoming.method, headers: incoming.headers },
        (back: IncomingMessage) => {
          answer.writeHead(back.statusCode ?? 502, back.headers);
          back.pipe(answer);
        },
      );
      // A real balancer would try another; this one shows each lost request.
      onward.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()));
      incoming.pipe(onward);
    });
  }

  static async open(origins: readonly string[]): Promise<Balancer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Balancer(server, (server.address() as { port: number }).port, origins);
  }

  isReady(origin: string): boolean {
    return this.#ready.has(origin);
  }

  close(): void {
    clearInterval(this.#checks);
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let balancer: Balancer | undefined;
afterAll(() => balancer?.close());

it.skipIf(restarts === 0)(
  'a rolling restart under requests loses none',
  async () => {
    const settings = {
      DATABASE_URL: database.ownerUrl,
      DRAIN_SECONDS: '1',
      DATABASE_PATIENCE: '10',
      // They are one shop under one address.
      PUBLIC_ORIGIN: 'http://localhost:3999',
    };
    const ports = [await freePort(), await freePort(), await freePort()];
    const first = makeDataDir();
    const folders = [first, makeDataDir(), makeDataDir()];
    const start = (at: number): Promise<PortalProcess> =>
      startPortal(folders[at]!, { ...settings, PORT: String(ports[at]) });
    const portals = [await start(0)];
    const customer = await makeCustomer(portals[0]!, '90000');
    for (const at of [1, 2]) {
      for (const name of ['keys', 'files'])
        if (existsSync(join(first, name)))
          cpSync(join(first, name), join(folders[at]!, name), { recursive: true });
      portals.push(await start(at));
    }
    const origins = ports.map((port) => `http://127.0.0.1:${port}`);
    balancer = await Balancer.open(origins);
    const { origin } = balancer;
    const untilReady = async (at: number) => {
      for (const until = Date.now() + 60_000; !balancer!.isReady(origins[at]!); await wait(50))
        if (Date.now() > until) throw new Error('a portal is not ready again');
    };
    for (const at of [0, 1, 2]) await untilReady(at);

    let token = customer.access;
    const counts = { restarts: 0, calls: 0, orders: 0, failures: 0 };
    const statuses: Record<number, number> = {};
    const open = new Set<Promise<void>>();
    const call = async () => {
      counts.calls += 1;
      const isOrder = counts.calls % 50 === 0;
      const answer = await fetch(
        `${origin}${isOrder ? '/account/orders/' : '/account/transaction-summary/'}`,
        {
          method: isOrder ? 'POST' : 'GET',
          headers: {
            Authorization: `Bearer ${token}`,
            ...(isOrder ? { 'Content-Type': 'application/json', ...newKey() } : {}),
          },
          ...(isOrder ? { body: JSON.stringify(customer.order) } : {}),
        },
      ).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
      const status = answer?.status ?? 0;
      if (status === 201) counts.orders += 1;
      if (status !== 200 && status !== 201) {
        counts.failures += 1;
        statuses[status] = (statuses[status] ?? 0) + 1;
      }
    };
    const traffic = setInterval(() => {
      const one = call().finally(() => open.delete(one));
      open.add(one);
    }, 1000 / requestsASecond);
    try {
      for (; counts.restarts < restarts; counts.restarts += 1) {
        const at = counts.restarts % 3;
        expect(await portals[at]!.stop()).toEqual({ code: 0, signal: null });
        portals[at] = await start(at);
        await untilReady(at);
        const { body } = await portals[at]!.call('POST', '/token/', {
          body: { username: customer.email, password: customer.password },
        });
        token = body.access ?? token;
      }
    } finally {
      clearInterval(traffic);
    }
    await Promise.all(open);
    recordCounts('rolling restart', counts);
    expect(statuses).toEqual({});
    expect(counts.calls).toBeGreaterThan(restarts * 20);
    await expectNothingWrong(database.db);
    await Promise.all(portals.map((portal) => portal.stop()));
  },
  120_000 + restarts * 30_000,
);
