import 'fake-indexeddb/auto';
import { deleteDB } from 'idb';
import { beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { type DeviceStore, openDeviceStore } from '../kept/device-store.ts';
import { classifyFailure } from './classify-failure.ts';
import {
  addIntent,
  cancelIntent,
  faultyMs,
  type Intent,
  keyLifeMs,
  listEntries,
  type OutboxDeps,
  sendAgain,
  sendAll,
} from './outbox.ts';

const intentOf = (key: string, note: string): Intent => ({
  call: 'POST /account/orders/',
  body: { note },
  key,
  title: note,
  facts: [],
});

let store: DeviceStore;
let sent: { note: unknown; ownerId: number }[];

/** @param answer what happens on the server before it responds */
function openOutbox(answer: (note: unknown) => Promise<void> | void = () => undefined): OutboxDeps {
  return {
    store: async () => store,
    classifyFailure,
    now: Date.now,
    onChange: () => undefined,
    runExclusively: (work) => work(),
    async send({ body }, ownerId) {
      sent.push({ note: body.note, ownerId });
      await answer(body.note);
    },
  };
}
const refusal = (status: number, body: object) => () => {
  throw new ApiError(status, body);
};
const lost = () => {
  throw new TypeError('Failed to fetch');
};

beforeEach(async () => {
  await deleteDB('device-outbox');
  store = await openDeviceStore('outbox', 7);
  sent = [];
  return () => store.close();
});

test('a change that replaces one in flight is sent as well', async () => {
  const outbox = openOutbox(async (note) => {
    if (note === 'first') await addIntent(outbox, intentOf('profile phone', 'second'), false);
  });
  await addIntent(outbox, intentOf('profile phone', 'first'), false);
  expect(await sendAll(outbox)).toBe(true);
  expect(await sendAll(outbox)).toBe(false);
  expect(sent.map(({ note }) => note)).toEqual(['first', 'second']);
  expect(await listEntries(outbox)).toEqual([]);
});

test('passes the owner, so that it is not sent in another user’s name', async () => {
  const outbox = openOutbox();
  await addIntent(outbox, intentOf('a', 'a'), false);
  await sendAll(outbox);
  expect(sent).toEqual([{ note: 'a', ownerId: 7 }]);
});

test('the text of a refusal is sealed', async () => {
  const outbox = openOutbox(refusal(400, { number: ['01712345678 is wrong'] }));
  await addIntent(outbox, intentOf('a', 'a'), false);
  await sendAll(outbox);
  expect(await listEntries(outbox)).toMatchObject([{ state: 'refused', words: '01712345678 is wrong' }]);
  expect(JSON.stringify(await store.list())).not.toContain('01712345678');
});

test('a refusal with 403 is shown and does not block later entries', async () => {
  const outbox = openOutbox((note) => {
    if (note === 'a') refusal(403, { detail: 'not for you', code: 'not_allowed' })();
  });
  await addIntent(outbox, intentOf('a', 'a'), false);
  await addIntent(outbox, intentOf('b', 'b'), false);
  expect(await sendAll(outbox)).toBe(false);
  expect(await listEntries(outbox)).toMatchObject([{ id: 'a', state: 'refused', words: 'not for you' }]);
});

test.each([
  [401, { detail: 'signed out' }],
  [403, { detail: 'confirm first', code: 'email_unconfirmed' }],
  [429, { detail: 'slower', code: 'too_many_requests' }],
])('turned away at the door with %i it waits, and can still be taken back', async (status, body) => {
  const outbox = openOutbox(refusal(status, body));
  await addIntent(outbox, intentOf('a', 'a'), false);
  expect(await sendAll(outbox)).toBe(true);
  expect(await listEntries(outbox)).toMatchObject([{ state: 'waiting', isTried: false }]);
  expect(await cancelIntent(outbox, 'a')).toBeDefined();
});

test.each([
  [401, 'waiting', { detail: 'signed out' }],
  [403, 'doubtful', { detail: 'not for you', code: 'not_allowed' }],
  [409, 'doubtful', { error: 'another request', code: 'idempotency_key_reused' }],
  [409, 'refused', { error: 'closed', code: 'service_inactive' }],
])('after a lost answer, %i leaves it %s', async (status, state, body) => {
  const outbox = openOutbox(lost);
  await addIntent(outbox, intentOf('a', 'a'), false);
  await sendAll(outbox);
  await sendAll(openOutbox(refusal(status, body)));
  expect(await listEntries(outbox)).toMatchObject([{ state, isTried: state === 'waiting' }]);
});

test('an entry refused because its key was reused gets another key, and is sent once from two tabs', async () => {
  const outbox = openOutbox(refusal(409, { error: 'another request', code: 'idempotency_key_reused' }));
  await addIntent(outbox, intentOf('a', 'a'), false);
  await sendAll(outbox);
  const [entry] = await listEntries(outbox);
  expect(entry).toMatchObject({ id: 'a', state: 'refused', isReused: true });
  await sendAgain(outbox, entry!);
  await sendAgain(outbox, entry!);
  expect(await listEntries(outbox)).toMatchObject([
    { id: 'a+', state: 'waiting', isTried: false, isReused: false, intent: { key: 'a+' } },
  ]);
  await sendAll(openOutbox());
  expect(await listEntries(outbox)).toEqual([]);
});

test('adding the same key in another tab does not mark it as never sent', async () => {
  const outbox = openOutbox(lost);
  await addIntent(outbox, intentOf('a', 'a'), false);
  await sendAll(outbox);
  await addIntent(outbox, intentOf('a', 'a'), false);
  expect(await cancelIntent(outbox, 'a')).toBeUndefined();
});

test.each([
  ['after the life of its key', keyLifeMs + 1, 'doubtful'],
  ['under a clock that was set back', -3_600_000, 'doubtful'],
  ['under a clock that was put right by a minute', -60_000, 'waiting'],
])('%s', async (_, laterMs, state) => {
  const outbox = openOutbox(lost);
  await addIntent(outbox, intentOf('a', 'a'), false);
  await sendAll(outbox);
  await sendAll({ ...outbox, now: () => Date.now() + laterMs });
  expect(await listEntries(outbox)).toMatchObject([{ state }]);
});

/** Three rounds, ten minutes in total. */
async function fail(outbox: OutboxDeps): Promise<void> {
  for (const laterMs of [0, faultyMs / 2, faultyMs + 1_000])
    await sendAll({ ...outbox, now: () => Date.now() + laterMs });
}
const faultAt = (bad: string) =>
  openOutbox((note) => {
    if (note === bad) refusal(500, { detail: 'broken' })();
  });

test('an order on which the server always fails is set aside, and sent only on a press', async () => {
  const outbox = faultAt('a');
  await addIntent(outbox, intentOf('a', 'a'), false);
  await addIntent(outbox, intentOf('b', 'b'), false);
  await sendAll(outbox);
  await sendAll(outbox);
  await sendAll(outbox);
  expect(sent.map(({ note }) => note)).toEqual(['a', 'a', 'a']);
  await fail(outbox);
  expect(await listEntries(outbox)).toMatchObject([{ id: 'a', state: 'aside' }]);
  expect(sent.at(-1)?.note).toBe('b');
  sent = [];
  await sendAll(outbox);
  expect(sent).toEqual([]);
  await addIntent(outbox, intentOf('c', 'c'), false);
  await sendAgain(outbox, (await listEntries(outbox))[0]!);
  await sendAll(openOutbox());
  // It is in its old position, before what was requested after it.
  expect(sent.map(({ note }) => note)).toEqual(['a', 'c']);
});

test.each([408, 425, 502, 503, 504])('a server that responds with %i sets no entry aside', async (status) => {
  const outbox = openOutbox(refusal(status, {}));
  await addIntent(outbox, intentOf('a', 'a'), false);
  await fail(outbox);
  expect(await listEntries(outbox)).toMatchObject([{ state: 'waiting' }]);
});

test('a later change of the same record does not overtake one that was set aside', async () => {
  const outbox = faultAt('1 older');
  const change = (key: string, id: number) => ({ ...intentOf(key, key), params: { id } });
  await addIntent(outbox, change('1 older', 5), false);
  await addIntent(outbox, change('2 newer', 5), false);
  await addIntent(outbox, change('3 another', 6), false);
  await fail(outbox);
  expect(await listEntries(outbox)).toMatchObject([
    { id: '1 older', state: 'aside' },
    { id: '2 newer', state: 'waiting' },
  ]);
  await cancelIntent(outbox, '1 older');
  await sendAll(outbox);
  expect(sent.map(({ note }) => note).slice(-2)).toEqual(['3 another', '2 newer']);
  expect(await listEntries(outbox)).toEqual([]);
});

test('the lifetime of a key starts with the first attempt, however often it is retried', async () => {
  const outbox = openOutbox(lost);
  await addIntent(outbox, intentOf('a', 'a'), false);
  for (const laterMs of [0, keyLifeMs / 2, keyLifeMs - 60_000, keyLifeMs + 60_000])
    await sendAll({ ...outbox, now: () => Date.now() + laterMs });
  expect(sent).toHaveLength(3);
  expect(await listEntries(outbox)).toMatchObject([{ state: 'doubtful' }]);
});

test('an entry sent again after being set aside tolerates as many failures as before', async () => {
  const outbox = faultAt('a');
  await addIntent(outbox, intentOf('a', 'a'), false);
  await fail(outbox);
  await sendAgain(outbox, (await listEntries(outbox))[0]!);
  for (const laterMs of [0, faultyMs + 1_000]) await sendAll({ ...outbox, now: () => Date.now() + laterMs });
  expect(await listEntries(outbox)).toMatchObject([{ state: 'waiting' }]);
});

test('an entry changed after it was read for sending is not sent in its old version', async () => {
  const outbox = openOutbox();
  await addIntent(outbox, intentOf('profile phone', 'first'), false);
  const read = store.read.bind(store);
  store.read = async (name) => {
    store.read = read;
    const bytes = await read(name);
    await addIntent(outbox, intentOf('profile phone', 'second'), false);
    return bytes;
  };
  expect(await sendAll(outbox)).toBe(true);
  expect(await sendAll(outbox)).toBe(false);
  expect(sent.map(({ note }) => note)).toEqual(['second']);
});
