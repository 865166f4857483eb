// Health checks for load balancers and monitors: cheap to poll, no figures for strangers, and failing before the server stops listening.
import { expect, it } from 'vitest';
import { createBreaker } from '#server/registry/circuit-breaker.ts';
import { startTestPortal, usePortal } from '../../support/portal.ts';
import { startStopwatch } from '../../support/stopwatch.ts';
import { makeStaff, orderBody, servicesByCode } from '../steps.ts';

const token = 'a-token-for-prometheus';
let asked = 0;
let isStorageDown = false;
let isStorageSilent = false;
const portal = usePortal(
  { METRICS_TOKEN: token, TRUST_PROXY: '127.0.0.1' },
  {
    storage: (part) => ({
      ...part,
      async check() {
        asked += 1;
        if (isStorageDown) throw new Error('the storage is down');
        if (isStorageSilent) await new Promise(() => undefined);
        return part.check();
      },
    }),
  },
);
const metrics = (headers: Record<string, string> = {}) => portal.call('GET', '/metrics/', { headers });

it('checks its dependencies only a few times, even if readiness is polled often', async () => {
  asked = 0;
  const answers = await Promise.all(Array.from({ length: 300 }, () => portal.call('GET', '/health/ready/')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(30);
});

it('reports unavailable storage, and keeps serving requests that do not need it', async () => {
  isStorageDown = true;
  await expect
    .poll(async () => (await portal.call('GET', '/health/ready/')).body.parts.storage)
    .toBe('failed');
  const ready = await portal.call('GET', '/health/ready/');
  expect(ready).toMatchObject({ status: 200, body: { status: 'ok', parts: { database: 'ok' } } });
  const customer = await portal.customer();
  await portal.topUp(customer, '500');
  const { AB } = await servicesByCode(portal);
  const placed = await portal.call('POST', '/account/orders/', {
    token: customer.token,
    body: orderBody(AB!),
  });
  expect(placed.status).toBe(201);
  isStorageDown = false;
});

it('stays ready when the storage does not respond', async () => {
  isStorageSilent = true;
  const stop = startStopwatch();
  await expect
    .poll(async () => (await portal.call('GET', '/health/ready/')).body.parts.storage)
    .toBe('failed');
  expect(stop()).toBeLessThan(5_000);
  const stopReady = startStopwatch();
  expect(await portal.call('GET', '/health/ready/')).toMatchObject({ status: 200, body: { status: 'ok' } });
  expect(stopReady()).toBeLessThan(2_500);
  isStorageSilent = false;
});

it('shows metrics only to this machine and to holders of the token', async () => {
  expect((await metrics()).bytes.toString()).toContain('http_request_duration_seconds');
  for (const headers of [
    { 'X-Forwarded-For': '203.0.113.9' },
    { 'X-Forwarded-For': '127.0.0.1' },
    { Forwarded: 'for=203.0.113.9' },
    { 'X-Real-IP': '203.0.113.9' },
    { 'X-Forwarded-Host': 'shop.test' },
    { Via: '1.1 proxy.test' },
    { 'X-Forwarded-For': '203.0.113.9', Authorization: 'Bearer a-token-for-somebody-' },
  ] as Record<string, string>[]) {
    const { status, bytes } = await metrics(headers);
    expect(status, JSON.stringify(headers)).toBe(404);
    expect(bytes.toString()).not.toContain('http_request');
  }
  const forwarded = { 'X-Forwarded-For': '203.0.113.9', Authorization: `Bearer ${token}` };
  expect((await metrics(forwarded)).status).toBe(200);
  const owner = await makeStaff(portal, 'owner');
  const asOwner = await metrics({ 'X-Forwarded-For': '203.0.113.9', Authorization: `Bearer ${owner.token}` });
  expect(asOwner.status).toBe(404);
});

it('announces a stop first, and serves requests until load balancers have noticed', async () => {
  const draining = await startTestPortal({ DRAIN_SECONDS: '2' });
  const stopped = draining.stop();
  const ready = await draining.call('GET', '/health/ready/');
  expect(ready).toMatchObject({ status: 503, body: { status: 'unavailable' } });
  const person = await draining.signIn(draining.admin.email, draining.admin.password);
  expect(person.status).toBe(200);
  await stopped;
  await expect(draining.call('GET', '/health/live/')).rejects.toThrow();
});

it('reports a proxy that is not trusted', async () => {
  const lines: string[] = [];
  const alone = await startTestPortal({ LOG_LEVEL: 'error' }, {}, { write: (line) => lines.push(line) });
  try {
    expect((await alone.call('GET', '/health/ready/')).body.warnings).toBeUndefined();
    for (let call = 0; call < 3; call += 1)
      await alone.call('GET', '/health/live/', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
    expect((await alone.call('GET', '/health/ready/')).body.warnings).toEqual(['proxy_not_trusted']);
    expect(lines.filter((line) => line.includes('TRUST_PROXY'))).toHaveLength(1);
  } finally {
    await alone.stop();
  }
  await portal.call('GET', '/health/live/', { headers: { 'X-Forwarded-For': '203.0.113.9' } });
  expect((await portal.call('GET', '/health/ready/')).body.warnings).toBeUndefined();
});

it('does not open the registry’s circuit breaker because of one person’s odd requests', async () => {
  const breaker = createBreaker({
    failures: 5,
    restMilliseconds: 30_000,
    refused: () => new Error('left alone'),
    isFailure: (error) => (error as Error).message !== 'odd question',
  });
  const ask = (outcome: string) =>
    breaker
      .run(async () => {
        if (outcome !== 'found') throw new Error(outcome);
        return outcome;
      })
      .catch((error: Error) => error.message);
  for (let round = 0; round < 20; round += 1) expect(await ask('odd question')).toBe('odd question');
  expect(await ask('found')).toBe('found');
  for (let round = 0; round < 5; round += 1) expect(await ask('timed out')).toBe('timed out');
  expect(await ask('found')).toBe('left alone');
});
