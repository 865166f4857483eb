// Three portals on one database are restarted one after the other, as in a rolling release, under steady requests through a balancer with readiness checks:
// no request fails.

import { cpSync, existsSync } from 'node:fs';
import { request as ask, createServer, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { hello, reconnectFirstMs, reconnectLongestMs } from '#contract/live/rules.ts';
import { useDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { recordCounts } from '../support/proof-counts.ts';
import { expectNothingWrong, newKey, wait } from './money.ts';
import { makeCustomer, makeDataDir, type PortalProcess, startPortal } from './process.ts';

const restarts = Number(process.env.RESTARTS ?? 0);
const requestsASecond = Number(process.env.REQUESTS_A_SECOND ?? 100);
const database = useDatabase();
const channels = 30;
const checkEveryMs = 100;

/** A balancer in front of several portals: round robin over those whose last readiness check passed. */
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
    server.on('upgrade', (incoming, socket, head) => this.#passOn(incoming, socket, head));
    server.on('request', (incoming, answer) => {
      const origin = this.#choose();
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

  #choose(): string | undefined {
    const list = [...this.#ready];
    return list[this.#next++ % Math.max(1, list.length)];
  }

  /** A live channel stays with one portal for as long as it is open. */
  #passOn(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const origin = this.#choose();
    if (origin === undefined) return void socket.destroy();
    const there = connect(Number(new URL(origin).port), '127.0.0.1', () => {
      const lines = incoming.rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`));
      there.write(`${incoming.method} ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      there.write(head);
      socket.pipe(there).pipe(socket);
    });
    for (const side of [socket, there]) {
      side.on('error', () => undefined);
      side.on('close', () => (side === socket ? there : socket).destroy());
    }
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

/** A live channel that reconnects as the browser does. */
function keepChannel(origin: string, token: () => string) {
  const backMs: number[] = [];
  let isOver = false;
  let socket: WebSocket | undefined;
  let droppedAt: number | undefined;
  let pause = reconnectFirstMs;
  let opened = () => {};
  const isOpen = new Promise<void>((resolve) => {
    opened = resolve;
  });
  const later = () => {
    if (isOver) return;
    droppedAt ??= performance.now();
    setTimeout(() => void open(), pause * (0.75 + Math.random() * 0.5));
    pause = Math.min(pause * 2, reconnectLongestMs);
  };
  const open = async () => {
    const answer = await fetch(`${origin}/account/ws-ticket/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token()}` },
    }).catch(() => undefined);
    if (isOver) return;
    if (answer?.status !== 200 && answer?.status !== 201) return later();
    const { ticket } = (await answer.json()) as { ticket: string };
    socket = new WebSocket(`${origin.replace('http', 'ws')}/ws/order-updates/?ticket=${ticket}`);
    socket.onopen = () => {
      pause = reconnectFirstMs;
      socket?.send(JSON.stringify(hello));
    };
    socket.onmessage = ({ data }) => {
      if (JSON.parse(String(data)).type !== 'ready') return;
      if (droppedAt !== undefined) backMs.push(Math.round(performance.now() - droppedAt));
      droppedAt = undefined;
      opened();
    };
    socket.onclose = later;
  };
  void open();
  return {
    backMs,
    isOpen,
    isBack: () => droppedAt === undefined,
    close() {
      isOver = true;
      socket?.close();
    },
  };
}

let balancer: Balancer | undefined;
afterAll(() => balancer?.close());

it.skipIf(restarts === 0)(
  'loses no request during a rolling restart',
  async () => {
    const settings = {
      DATABASE_URL: database.ownerUrl,
      DRAIN_SECONDS: '1',
      DATABASE_PATIENCE: '10',
      // All three are one shop under one address.
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
    const live = Array.from({ length: channels }, () => keepChannel(origin, () => token));
    await Promise.all(live.map(({ isOpen }) => isOpen));
    const began = performance.now();
    // A late timer sends the requests that it missed.
    const traffic = setInterval(() => {
      while (counts.calls < ((performance.now() - began) / 1000) * requestsASecond) {
        const one = call().finally(() => open.delete(one));
        open.add(one);
      }
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
    const seconds = (performance.now() - began) / 1000;
    await Promise.all(open);
    await expect.poll(() => live.every((one) => one.isBack()), { timeout: 20_000 }).toBe(true);
    for (const one of live) one.close();
    const backMs = live.flatMap((one) => one.backMs).sort((a, b) => a - b);
    recordCounts('rolling restart', { ...counts, aSecond: Math.round(counts.calls / seconds) });
    recordCounts('live channels', {
      channels,
      dropped: backMs.length,
      medianMs: backMs[backMs.length >> 1] ?? 0,
      slowestBackMs: backMs.at(-1) ?? 0,
    });
    expect(statuses).toEqual({});
    expect(counts.calls).toBeGreaterThan(restarts * 20);
    await expectNothingWrong(database.db);
    await Promise.all(portals.map((portal) => portal.stop()));
  },
  120_000 + restarts * 30_000,
);
