// Traces: one press of a button is one trace, from the request to the commit, without any text that a user typed; and no collector delays a request.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { shownPeople } from '#server/registry/synthetic.ts';
import { freePort } from '../support/free-port.ts';
import { makeCustomer, makeDataDir, startPortal } from './process.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: { key: string; value: { stringValue?: string } }[];
}

const textOf = ({ attributes }: Span) =>
  attributes.find(({ key }) => key === 'db.query.text')?.value.stringValue ?? '';

/** The raw bodies that the collector received. */
async function openCollector() {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === '/v1/traces') received.push(Buffer.concat(parts).toString());
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    text: () => received.join('\n'),
    spans: (): Span[] =>
      received.flatMap((body) =>
        JSON.parse(body).resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
          scopeSpans.flatMap(({ spans }) => spans),
        ),
      ),
    close: () => server.close(),
  };
}

it('traces an order from the request to the commit, with both attempts in one trace and no personal data', async () => {
  const collector = await openCollector();
  const portal = await startPortal(makeDataDir(), { TRACES_URL: collector.url });
  const customer = await makeCustomer(portal, '500');
  const key = randomUUID();
  const place = () =>
    portal.call('POST', '/account/orders/', {
      token: customer.access,
      headers: { 'Idempotency-Key': key },
      body: customer.order,
    });
  expect((await place()).status).toBe(201);
  expect((await place()).status).toBe(201);
  const [person] = shownPeople;
  const paper = await portal.call('POST', '/account/extract-tin-data/', {
    token: customer.access,
    body: { tin_number: person!.tin },
  });
  expect(paper.status, JSON.stringify(paper.body)).toBeLessThan(300);
  await portal.stop();

  const spans = collector.spans();
  const presses = spans.filter(({ name }) => name === 'POST /account/orders/');
  expect(presses).toHaveLength(2);
  expect(new Set(presses.map(({ traceId }) => traceId)).size).toBe(1);
  const [first] = presses.sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  const steps = spans.filter(({ parentSpanId }) => parentSpanId === first!.spanId);
  // Charging and placing are one statement, and so its own transaction.
  const committed = steps.find((step) => textOf(step).includes('insert into orders'))!;
  expect(BigInt(committed.endTimeUnixNano)).toBeLessThanOrEqual(BigInt(first!.endTimeUnixNano));

  const made = spans.find(({ name }) => name === 'POST /account/extract-tin-data/')!;
  const within = spans.filter(({ traceId }) => traceId === made.traceId).map(({ name }) => name);
  expect(within).toEqual(expect.arrayContaining(['typesetter render', 'storage put', 'COMMIT']));
  // The parent of every step was sent too.
  const known = new Set(spans.map(({ spanId }) => spanId));
  expect(spans.filter(({ parentSpanId }) => parentSpanId && !known.has(parentSpanId))).toEqual([]);

  const { order } = customer;
  const typed = [customer.email, customer.password, customer.access, '01712345678', 'রহিমা', person!.tin];
  for (const words of [...typed, order.nid_or_form_num_or_for_biometric_or_location, key])
    expect(collector.text()).not.toContain(words);
  collector.close();
}, 60_000);

it('serves requests and stops normally when the collector is gone', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const portal = await startPortal(makeDataDir(), { TRACES_URL: url });
  const customer = await makeCustomer(portal, '500');
  const { status } = await portal.call('POST', '/account/orders/', {
    token: customer.access,
    body: customer.order,
  });
  expect(status).toBe(201);
  expect((await portal.stop()).code).toBe(0);
  expect(portal.stderr()).toBe('');
}, 60_000);

it('sends no traces when the configured share is 0', async () => {
  const collector = await openCollector();
  const portal = await startPortal(makeDataDir(), { TRACES_URL: collector.url, TRACES_SHARE: '0' });
  await makeCustomer(portal, '500');
  await portal.stop();
  expect(collector.spans()).toEqual([]);
  collector.close();
}, 60_000);
