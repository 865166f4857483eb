// The outbox: requests made without a network, each sent once when the network is back. Independent of screen and browser.
import type { DeviceStore, Listed, Marks } from '../kept/device-store.ts';

/** A waiting request, with the key that makes repeating it harmless. */
export interface Intent {
  call: string;
  params?: Record<string, unknown>;
  body: Record<string, unknown>;
  key: string;
  /** What it is, in the language in which it was made. */
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
  /** Where it can be changed: the page, and the draft with which its form opens. */
  form?: { path: string; draft: string; values: object };
}

/**
 * `waiting`: will be sent. `asks`: the price has gone up. `refused`: the server refused it, with a reason. `doubtful`: it was sent so long ago
 * without a response that repeating it might do it twice. `aside`: the server keeps failing on it, so it no longer blocks the others.
 */
export type EntryState = 'waiting' | 'asks' | 'refused' | 'doubtful' | 'aside';

export interface Entry {
  id: string;
  at: number;
  state: EntryState;
  /** It was sent before without a response: it may have arrived, and can no longer be changed. */
  isTried: boolean;
  /** Only if `refused`. */
  words: string;
  /** Only if it `asks`: in taka. */
  price: string;
  /** Only if `refused`: other content has arrived under its key, so it gets a new key once the user wants both. */
  isReused: boolean;
  intent: Intent;
}

/**
 * `isUndone`: this attempt certainly had no effect. `isFault`: the server responded with a failure. `isBlind`: refused before the key was checked, so
 * an earlier attempt may still have succeeded. `isReused`: its key was used for other content and would be refused again.
 */
export type Verdict =
  | { state: 'later'; isUndone?: boolean; isFault?: boolean }
  | { state: 'asks'; price: string }
  | { state: 'refused'; words: string; isBlind?: boolean; isReused?: boolean };

export interface OutboxDeps {
  store: () => Promise<DeviceStore | undefined>;
  /** @param ownerId whose request it is: it is never sent in another user's name */
  send: (intent: Intent, ownerId: number) => Promise<void>;
  /** Decides what a failed send means. */
  classifyFailure: (error: unknown) => Verdict;
  /** Runs the work unless another tab is sending; returns undefined then. */
  runExclusively: (work: () => Promise<boolean>) => Promise<boolean | undefined>;
  now: () => number;
  onChange: () => void;
}

/** Shorter than the two days after which the server forgets its keys. */
export const keyLifeMs = 40 * 3_600_000;
/** Clock corrections smaller than this are ignored. */
const clockSlackMs = 5 * 60_000;

/** An entry on which the server fails so often and for so long is set aside. A short outage of the server sets none aside. */
export const maxFaults = 3;
export const faultyMs = 10 * 60_000;

/** Sealed as a whole, because the server's text for a refusal may quote what was typed. */
interface Sealed extends Intent {
  words?: string;
}

/** `version` changes with the content, so that the response to an earlier version does not remove a later one. */
const marksOf = (
  state: EntryState,
  triedAt: number,
  { version = '', faults = 0 }: Marks,
  more: Marks = {},
): Marks => ({ state, triedAt, version, faults, ...more });
const triedAt = (marks: Marks) => Number(marks.triedAt ?? 0);
const fresh = () => ({ version: crypto.randomUUID() });
const bytesOf = (intent: Sealed) => new TextEncoder().encode(JSON.stringify(intent));

async function read(store: DeviceStore, id: string): Promise<Sealed | undefined> {
  const bytes = await store.read(id);
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Sealed);
}

/**
 * @param isTried it has already been sent, without a response
 * @throws if nothing can be kept
 */
export async function addIntent(deps: OutboxDeps, intent: Intent, isTried: boolean): Promise<void> {
  const store = await deps.store();
  if (!store) throw new Error('nothing can be kept here');
  // The same key may already have been sent from another tab.
  await store.put(intent.key, bytesOf(intent), (before) =>
    marksOf(
      'waiting',
      (before?.state === 'waiting' && triedAt(before)) || (isTried ? deps.now() : 0),
      fresh(),
    ),
  );
  deps.onChange();
}

export async function listEntries(deps: OutboxDeps): Promise<Entry[]> {
  const store = await deps.store();
  const entries: Entry[] = [];
  for (const { name, at, marks } of (await store?.list()) ?? []) {
    const intent = await read(store!, name);
    if (!intent) continue;
    const state = marks.state as EntryState;
    entries.push({
      id: name,
      at,
      state,
      isTried: state === 'waiting' && triedAt(marks) > 0,
      words: intent.words ?? '',
      price: String(marks.price ?? ''),
      isReused: marks.isReused === true,
      intent,
    });
  }
  return entries.sort((one, other) => one.at - other.at);
}

/** @returns the cancelled request; undefined if it is in flight and may have arrived */
export async function cancelIntent(deps: OutboxDeps, id: string): Promise<Intent | undefined> {
  const store = await deps.store();
  const intent = store && (await read(store, id));
  const taken = await store?.update(id, (marks) =>
    marks.state === 'waiting' && triedAt(marks) > 0 ? undefined : 'remove',
  );
  deps.onChange();
  return taken === 'remove' ? intent : undefined;
}

/** Sends it after all: at the new price, or once more after a refusal. */
export async function sendAgain(deps: OutboxDeps, entry: Entry): Promise<void> {
  const { id, state, price, intent } = entry;
  const store = await deps.store();
  if (state === 'asks') {
    // A different body needs a different key. It is the same in every tab that agrees to this price.
    const key = `${intent.key.split('@')[0]}@${price}`;
    const agreed = { ...intent, key, body: { ...intent.body, shown_price: price } };
    await store?.replace(
      id,
      { name: key, bytes: bytesOf(agreed), marks: marksOf('waiting', 0, fresh()) },
      (marks) => marks.state === 'asks' && marks.price === price,
    );
  } else if (entry.isReused) {
    // The same key in every tab that wants both.
    const key = `${intent.key}+`;
    await store?.replace(
      id,
      { name: key, bytes: bytesOf({ ...intent, key }), marks: marksOf('waiting', 0, fresh()) },
      (marks) => marks.state === 'refused' && marks.isReused === true,
    );
  } else
    await store?.update(id, (marks) =>
      marks.state === 'waiting' ? undefined : marksOf('waiting', 0, marks, { faults: 0 }),
    );
  deps.onChange();
}

/**
 * Records the attempt before it is sent, so that an interrupted tab leaves it marked as sent.
 * @returns when it was first tried before this, or 0; undefined if it is not to be sent
 */
async function claim(store: DeviceStore, { name, marks: listed }: Listed, now: number) {
  let earlier = 0;
  const claimed = await store.update(name, (marks) => {
    if (marks.state !== 'waiting' || marks.version !== listed.version) return undefined;
    earlier = triedAt(marks);
    // If the clock was set back, the time since then is unknown.
    const age = earlier > 0 ? now - earlier : 0;
    return age > keyLifeMs || age < -clockSlackMs
      ? marksOf('doubtful', earlier, marks)
      : marksOf('waiting', earlier || now, marks);
  });
  return claimed?.state === 'waiting' ? earlier : undefined;
}

/** @returns whether the next entry may be sent at once */
async function sendOne(
  { send, classifyFailure, now }: OutboxDeps,
  store: DeviceStore,
  listed: Listed,
): Promise<boolean> {
  const { name: id } = listed;
  const intent = await read(store, id);
  if (!intent || (await findHeldTargets(store)).has(targetOf(intent) ?? '')) return true;
  const earlier = await claim(store, listed, now());
  if (earlier === undefined) return true;
  const isSame = (marks: Marks) => marks.state === 'waiting' && marks.version === listed.marks.version;
  const mark = (state: EntryState, at: number, more?: Marks) =>
    store.update(id, (marks) => (isSame(marks) ? marksOf(state, at, marks, more) : undefined));
  try {
    await send(intent, store.ownerId);
  } catch (error) {
    const verdict = classifyFailure(error);
    if (verdict.state === 'later') {
      if (verdict.isUndone && earlier === 0) await mark('waiting', 0);
      if (!verdict.isFault) return false;
      const firstAt = earlier || now();
      const faults = Number(listed.marks.faults ?? 0) + 1;
      const isAside = faults >= maxFaults && now() - firstAt >= faultyMs;
      await mark(isAside ? 'aside' : 'waiting', firstAt, { faults });
      return isAside;
    }
    if (verdict.state === 'asks') await mark('asks', 0, { price: verdict.price });
    else if (verdict.isBlind && earlier > 0) await mark('doubtful', earlier);
    // Any other refusal is final: nothing was done under this key, neither now nor before.
    else {
      const bytes = bytesOf({ ...intent, words: verdict.words });
      const marks = marksOf('refused', 0, listed.marks, verdict.isReused ? { isReused: true } : {});
      await store.replace(id, { name: id, bytes, marks }, isSame);
    }
    return true;
  }
  await store.update(id, (marks) => (isSame(marks) ? 'remove' : undefined));
  return true;
}

/** The record that a change applies to; an order applies to none. */
const targetOf = ({ call, params }: Intent) => params && `${call} ${JSON.stringify(params)}`;

/** Returns the records with an earlier change that was set aside: sent after a later change, it would undo that. */
async function findHeldTargets(store: DeviceStore): Promise<Set<string>> {
  const held = new Set<string>();
  for (const { name, marks } of await store.list()) {
    const intent = marks.state === 'aside' ? await read(store, name) : undefined;
    const target = intent && targetOf(intent);
    if (target) held.add(target);
  }
  return held;
}

/**
 * Sends what is waiting, oldest first.
 * @returns whether anything is left to be sent later
 */
export async function sendAll(deps: OutboxDeps): Promise<boolean> {
  const isLeft = await deps.runExclusively(async () => {
    const store = await deps.store();
    if (!store) return false;
    const findWaiting = async () => (await store.list()).filter(({ marks }) => marks.state === 'waiting');
    for (const listed of (await findWaiting()).sort((one, other) => one.at - other.at)) {
      const mayGoOn = await sendOne(deps, store, listed);
      deps.onChange();
      if (!mayGoOn) return true;
    }
    // Entries added meanwhile.
    return (await findWaiting()).length > 0;
  });
  return isLeft ?? true;
}
