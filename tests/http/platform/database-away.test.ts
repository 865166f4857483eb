// The connection to the database fails in every way: clients are asked to retry, and everything works again afterwards.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPortal, type Portal } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { throughPooler } from '#server/platform/database/connect.ts';
import { secondsUntilRetry } from '#server/platform/database/connection/failures.ts';
import { createLog } from '#server/platform/log.ts';
import { type BadLine, openBadLine } from '../../support/bad-line.ts';
import { type Person, usePortal } from '../../support/portal.ts';
import { eventually } from '../steps.ts';

const portal = usePortal();

let line: BadLine;
let other: Portal;
let origin: string;
let person: Person;

beforeAll(async () => {
  const target = new URL(portal.databaseUrl);
  line = await openBadLine({ host: target.hostname, port: Number(target.port) });
  other = await createPortal({
    config: readConfig({
      DATA_DIR: portal.dataDir,
      PORT: '0',
      PUBLIC_ORIGIN: portal.origin,
      DATABASE_POOL: '6',
      DOCUMENT_WORKERS: '1',
      LOG_LEVEL: 'silent',
    }),
    databaseUrl: throughPooler(target.href, `127.0.0.1:${line.port}`),
    log: createLog('silent'),
  });
  origin = `http://127.0.0.1:${await other.start()}`;
  person = await portal.customer();
}, 60_000);
afterAll(async () => {
  line.become('none');
  await other.stop();
  line.close();
});

const asked: [method: string, path: string, body?: object][] = [
  ['GET', '/account/orders/'],
  ['GET', '/account/transaction-summary/'],
  ['GET', '/account/notices/'],
  ['POST', '/account/ws-ticket/', {}],
  ['POST', '/account/export/', {}],
  ['POST', '/token/', { username: 'nobody@mail.test', password: 'nothing-at-all' }],
  ['GET', '/nid/none/'],
];

/** Sends three of each concurrently: more than the portal has connections. */
async function askAll() {
  const calls = [...asked, ...asked, ...asked].map(([method, path, body]) =>
    fetch(`${origin}${path}`, {
      method,
      headers: { Authorization: `Bearer ${person.token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    }),
  );
  return Promise.all(
    (await Promise.all(calls)).map(async (answer) => ({
      status: answer.status,
      retryAfter: answer.headers.get('retry-after'),
      body: await answer.json(),
    })),
  );
}

// Failed sign-ins may be rate limited, which requires a working database.
const isWell = async () => (await askAll()).every(({ status }) => [200, 202, 401, 404, 429].includes(status));

describe.each([
  ['swallows', 'silent'],
  ['resets', 'reset'],
] as const)('while the connection to the database %s everything', (_, fault) => {
  it('every request is refused as busy with a time to retry', async () => {
    await eventually(isWell, (well) => well);
    line.become(fault);
    for (let round = 0; round < 2; round += 1)
      for (const answer of await askAll()) {
        expect(answer).toMatchObject({ status: 503, body: { code: 'busy' } });
        expect(Number(answer.retryAfter)).toBeGreaterThan(0);
      }
    expect((await fetch(`${origin}/health/live/`)).status).toBe(200);
    const ready = await eventually(
      async () => (await fetch(`${origin}/health/ready/`)).json(),
      ({ status }) => status === 'unavailable',
    );
    expect(ready.parts).toMatchObject({ database: 'failed', storage: 'ok' });
  }, 60_000);

  it('everything continues when it is back', async () => {
    line.become('none');
    await eventually(isWell, (well) => well);
    await eventually(
      async () => (await fetch(`${origin}/health/ready/`)).status,
      (status) => status === 200,
    );
  }, 60_000);
});

describe('a fault', () => {
  it('of any class that is temporary has a time to retry', () => {
    const codes = [
      '08000',
      '08003',
      '08006',
      '08P01',
      '40001',
      '40P01',
      '53100',
      '53200',
      '53300',
      '55P03',
      '57014',
      '57P01',
      '57P02',
      '57P03',
      '25006',
      'ECONNREFUSED',
      'ECONNRESET',
      'ETIMEDOUT',
      'EPIPE',
      'EAI_AGAIN',
    ];
    for (const code of codes)
      expect(secondsUntilRetry(Object.assign(new Error('x'), { code })), code).toBeGreaterThan(0);
    for (const words of [
      'timeout exceeded when trying to connect',
      'Connection terminated unexpectedly',
      'Query read timeout',
      'Client has encountered a connection error and is not queryable',
      'received invalid response: 11',
      'Received unexpected dataRow message from backend.',
    ])
      expect(secondsUntilRetry(new Error(words)), words).toBeGreaterThan(0);
    const wrapped = new TypeError('fetch failed', {
      cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }),
    });
    expect(secondsUntilRetry(wrapped)).toBeGreaterThan(0);
  });

  it('in the portal itself has no time to retry', () => {
    for (const code of ['23505', '42P01', '42501', '22P02', 'NP402', 'ENOENT', 'ERR_ASSERTION'])
      expect(secondsUntilRetry(Object.assign(new Error('x'), { code })), code).toBeUndefined();
    expect(secondsUntilRetry(new TypeError('x is undefined'))).toBeUndefined();
    expect(secondsUntilRetry(undefined)).toBeUndefined();
  });
});
