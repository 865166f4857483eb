// The outbox: what was asked for without a network, each sent once when the network is back. Knows neither screen nor browser.
import type { DeviceStore, Listed, Marks } from '../kept/device-store.ts';

/** A call that waits, with the key that makes its repeats one. */
export interface Intent {
  call: string;
  params?: Record<string, unknown>;
  body: Record<string, unknown>;
  key: string;
  /** What it is, in the words of the moment when it was made. */
  title: string;
  facts: readonly (readonly [label: string, value: string])[];
  /** Where it can be changed: the page, and the draft that its form begins with. */
  form?: { path: string; draft: string; values: object };
}

/**
 * `waiting`: will be sent. `asks`: it costs more now. `refused`: the server said no, and why. `doubtful`: it was sent so long ago without an
 * answer that a repeat might be done twice. `aside`: the server fails at it again and again, so that it holds up nothing else any more.
 */
export type EntryState = 'waiting' | 'asks' | 'refused' | 'doubtful' | 'aside';

export interface Entry {
  id: string;
  at: number;
  state: EntryState;
  /** It was sent before, without an answer: it may have arrived, and can no longer be changed. */
  isTried: boolean;
  /** With `refused`. */
  words: string;
  /** With `asks`: taka. */
  price: string;
  /** With `refused`: other content has arrived under its key, so it goes under another once the person wants both. */
  isReused: boolean;
  intent: Intent;
}

/**
 * `isUndone`: this attempt did nothing for certain. `isFault`: the server answered, and failed. `isBlind`: refused before the key was looked at, so
 * that an earlier attempt may have been done all the same. `isReused`: its key has been used for other content, and would be refused again.
 */
export type Verdict =
  | { state: 'later'; isUndone?: boolean; isFault?: boolean }
  | { state: 'asks'; price: string }
  | { state: 'refused'; words: string; isBlind?: boolean; isReused?: boolean };

export interface OutboxDeps {
  store: () => Promise<DeviceStore | undefined>;
  /** @param ownerId whose intent it is: it goes in nobody else's name */
  send: (intent: Intent, ownerId: number) => Promise<void>;
  /** What a failed send means. */
  classifyFailure: (error: unknown) => Verdict;
  /** Runs the work unless another tab sends; then undefined. */
  runExclusively: (work: () => Promise<boolean>) => Promise<boolean | undefined>;
  now: () => number;
  onChange: () => void;
}

/** The server forgets its keys after two days. */
export const keyLifeMs = 40 * 3_600_000;
/** A clock corrected by less is no matter. */
const clockSlackMs = 5 * 60_000;

/** An entry at which the server fails so often, for so long, steps aside. A server that is broken for a moment makes none do so. */
export const maxFaults = 3;
export const faultyMs = 10 * 60_000;

/** Sealed as a whole: what the server says to a refusal may name what was typed. */
interface Sealed extends Intent {
  words?: string;
}

/** `version` is new with each content, so that the answer to an earlier one does not remove a later one. */
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

/** @param isTried it has been sent already, and no answer came. @throws where nothing can be kept */
export async function addIntent(deps: OutboxDeps, intent: Intent, isTried: boolean): Promise<void> {
  const store = await deps.store();
  if (!store) throw new Error('nothing can be kept here');
  // The same key from another tab may have been sent from here already.
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

/** @returns what was taken back; undefined when it is on its way, and may have arrived */
export async function cancelIntent(deps: OutboxDeps, id: string): Promise<Intent | undefined> {
  const store = await deps.store();
  const intent = store && (await read(store, id));
  const taken = await store?.update(id, (marks) =>
    marks.state === 'waiting' && triedAt(marks) > 0 ? undefined : 'remove',
  );
  deps.onChange();
  return taken === 'remove' ? intent : undefined;
}

/** Sends it after all: at the price that was said, or once more after a refusal. */
export async function sendAgain(deps: OutboxDeps, entry: Entry): Promise<void> {
  const { id, state, price, intent } = entry;
  const store = await deps.store();
  if (state === 'asks') {
    // Another body needs another key; the same one from every tab that agrees to this price.
    const key = `${intent.key.split('@')[0]}@${price}`;
    const agreed = { ...intent, key, body: { ...intent.body, shown_price: price } };
    await store?.replace(
      id,
      { name: key, bytes: bytesOf(agreed), marks: marksOf('waiting', 0, fresh()) },
      (marks) => marks.state === 'asks' && marks.price === price,
    );
  } else if (entry.isReused) {
    // The same one from every tab that wants both.
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

/** Noted before it goes: whoever is interrupted from here on finds it as sent. @returns when it was first tried before this */
async function claim(store: DeviceStore, { name, marks: listed }: Listed, now: number) {
  let earlier = 0;
  const claimed = await store.update(name, (marks) => {
    if (marks.state !== 'waiting' || marks.version !== listed.version) return undefined;
    earlier = triedAt(marks);
    // With a clock that was set back nobody knows how long ago it was.
    const age = earlier > 0 ? now - earlier : 0;
    return age > keyLifeMs || age < -clockSlackMs
      ? marksOf('doubtful', earlier, marks)
      : marksOf('waiting', earlier || now, marks);
  });
  return claimed?.state === 'waiting' ? earlier : undefined;
}

/** @returns whether the next one may go at once */
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
    // Any other refusal is an answer: nothing was done under this key, neither now nor before.
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

/** What a change is made to; an order is made to nothing that is there already. */
const targetOf = ({ call, params }: Intent) => params && `${call} ${JSON.stringify(params)}`;

/** What has an earlier change that stepped aside: that one would undo a later one if it went after it. */
async function findHeldTargets(store: DeviceStore): Promise<Set<string>> {
  const held = new Set<string>();
  for (const { name, marks } of await store.list()) {
    const intent = marks.state === 'aside' ? await read(store, name) : undefined;
    const target = intent && targetOf(intent);
    if (target) held.add(target);
  }
  return held;
}

/** Sends what waits, oldest first. @returns whether something is left to be sent later */
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
    // Put there meanwhile.
    return (await findWaiting()).length > 0;
  });
  return isLeft ?? true;
}
