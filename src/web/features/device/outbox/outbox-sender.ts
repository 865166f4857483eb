// Sends the outbox from this browser when the network is back, from one tab at a time.
import { documentKinds, recordKinds } from '#contract/documents/kinds.ts';
import { call } from '../../../lib/api/api.ts';
import { ApiError } from '../../../lib/api/api-error.ts';
import { connection } from '../../../lib/loading/code.ts';
import { createStore } from '../../../lib/store.ts';
import { deviceOwnerId } from '../device-owner.ts';
import { openUserStore } from '../kept/user-store.ts';
import { classifyFailure } from './classify-failure.ts';
import {
  addIntent,
  cancelIntent,
  type Entry,
  type Intent,
  listEntries,
  type OutboxDeps,
  sendAgain,
  sendAll,
} from './outbox.ts';
import { outboxEntries } from './outbox-entries.ts';

/** The title of the entry sent last, for a short message. */
export const lastSent = createStore<string | undefined>(undefined);

const firstPauseMs = 5_000;
const longestPauseMs = 120_000;
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('outbox');

type Sender = (params: never, body: never, idempotencyKey: string) => Promise<unknown>;

const corrections = Object.fromEntries(
  recordKinds.map((kind): [string, Sender] => {
    const key = `PATCH ${documentKinds[kind].record.path}:id/` as const;
    return [key, (params, body, idempotencyKey) => call(key, { params, body, idempotencyKey })];
  }),
);

const senders: Record<string, Sender> = {
  'POST /account/orders/': (_, body, idempotencyKey) =>
    call('POST /account/orders/', { body, idempotencyKey }),
  'PATCH /account/user/:id/': (params, body) => call('PATCH /account/user/:id/', { params, body }),
  ...corrections,
};

async function send({ call: name, params, body, key, title }: Intent, ownerId: number): Promise<void> {
  // Another user may have signed in since the list was read.
  if (deviceOwnerId() !== ownerId) throw new ApiError(401, '');
  const sender = senders[name];
  if (!sender) throw new ApiError(404, '');
  await sender(params as never, body as never, key);
  lastSent.set(undefined);
  lastSent.set(title);
}

const deps: OutboxDeps = {
  store: () => openUserStore('outbox'),
  send,
  classifyFailure,
  runExclusively: (work) =>
    navigator.locks
      ? navigator.locks.request('outbox', { ifAvailable: true }, (lock) => (lock ? work() : undefined))
      : work(),
  now: Date.now,
  onChange: () => {
    void refreshOutbox();
    channel?.postMessage('changed');
  },
};

export async function refreshOutbox(): Promise<void> {
  outboxEntries.set(await listEntries(deps).catch(() => []));
}

/** @throws if nothing can be kept */
export async function addToOutbox(intent: Intent, isTried: boolean): Promise<void> {
  await addIntent(deps, intent, isTried);
  void flushOutbox();
}

export const cancelEntry = (id: string) => cancelIntent(deps, id);

export async function sendEntryAgain(entry: Entry): Promise<void> {
  await sendAgain(deps, entry);
  void flushOutbox();
}

let timer: ReturnType<typeof setTimeout> | undefined;
let pauseMs = firstPauseMs;

/** Sends what is waiting, and retries what could not be sent. */
export async function flushOutbox(): Promise<void> {
  clearTimeout(timer);
  await refreshOutbox();
  if (!outboxEntries.get().some(({ state }) => state === 'waiting')) return;
  const isLeft = navigator.onLine === false || (await sendAll(deps).catch(() => true));
  await refreshOutbox();
  if (!isLeft) {
    pauseMs = firstPauseMs;
    return;
  }
  timer = setTimeout(() => void flushOutbox(), pauseMs);
  pauseMs = Math.min(pauseMs * 2, longestPauseMs);
}

/** @returns a function that stops it */
export function startOutbox(): () => void {
  const now = () => {
    pauseMs = firstPauseMs;
    void flushOutbox();
  };
  const back = () => connection.get() === 'online' && now();
  const heard = () => void refreshOutbox();
  channel?.addEventListener('message', heard);
  window.addEventListener('online', now);
  const unsubscribe = connection.subscribe(back);
  now();
  return () => {
    clearTimeout(timer);
    channel?.removeEventListener('message', heard);
    window.removeEventListener('online', now);
    unsubscribe();
    outboxEntries.set([]);
    lastSent.set(undefined);
  };
}
