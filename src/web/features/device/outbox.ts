// The outbox: what was asked for without a network, each sent once when the network is back. Knows neither screen nor browser.
import type { DeviceStore, Marks } from './store.ts';

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
 * `waiting`: goes by itself. `asks`: it costs more now. `refused`: the server said no, and why. `doubtful`: it was sent so long ago without an
 * answer that a repeat might be done twice.
 */
export type EntryState = 'waiting' | 'asks' | 'refused' | 'doubtful';

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
  intent: Intent;
}

export type Verdict =
  | { state: 'later' }
  | { state: 'asks'; price: string }
  | { state: 'refused'; words: string };

export interface OutboxDeps {
  store: () => Promise<DeviceStore | undefined>;
  send: (intent: Intent) => Promise<void>;
  /** What a failed send means. */
  judge: (error: unknown) => Verdict;
  /** Runs the work unless another tab sends; then undefined. */
  alone: (work: () => Promise<boolean>) => Promise<boolean | undefined>;
  now: () => number;
  onChange: () => void;
}

/** The server forgets its keys after two days. */
export const keyLifeMs = 40 * 3_600_000;

const marksOf = (state: EntryState, triedAt: number, more: Marks = {}): Marks => ({
  state,
  triedAt,
  ...more,
});
const triedAt = (marks: Marks) => Number(marks.triedAt ?? 0);
const bytesOf = (intent: Intent) => new TextEncoder().encode(JSON.stringify(intent));

async function read(store: DeviceStore, id: string): Promise<Intent | undefined> {
  const bytes = await store.read(id);
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Intent);
}

/** @param isTried it has been sent already, and no answer came. @throws where nothing can be kept */
export async function addIntent(deps: OutboxDeps, intent: Intent, isTried: boolean): Promise<void> {
  const store = await deps.store();
  if (!store) throw new Error('nothing can be kept here');
  await store.put(intent.key, bytesOf(intent), marksOf('waiting', isTried ? deps.now() : 0));
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
      words: String(marks.words ?? ''),
      price: String(marks.price ?? ''),
      intent,
    });
  }
  return entries.sort((one, other) => one.at - other.at);
}

/** @returns what was taken back; undefined when it is on its way, and may have arrived */
export async function takeBack(deps: OutboxDeps, id: string): Promise<Intent | undefined> {
  const store = await deps.store();
  const intent = store && (await read(store, id));
  const taken = await store?.decide(id, (marks) =>
    marks.state === 'waiting' && triedAt(marks) > 0 ? undefined : 'remove',
  );
  deps.onChange();
  return taken === 'remove' ? intent : undefined;
}

/** Sends it after all: at the price that was said, or once more after a refusal. */
export async function sendAgain(deps: OutboxDeps, { id, state, price, intent }: Entry): Promise<void> {
  const store = await deps.store();
  if (state === 'asks') {
    // Another body needs another key; the same one from every tab that agrees to this price.
    const key = `${intent.key.split('@')[0]}@${price}`;
    const agreed = { ...intent, key, body: { ...intent.body, shown_price: price } };
    await store?.replace(
      id,
      { name: key, bytes: bytesOf(agreed), marks: marksOf('waiting', 0) },
      (marks) => marks.state === 'asks' && marks.price === price,
    );
  } else await store?.decide(id, (marks) => (marks.state === 'waiting' ? undefined : marksOf('waiting', 0)));
  deps.onChange();
}

/** @returns whether the next one may go at once */
async function sendOne({ send, judge, now }: OutboxDeps, store: DeviceStore, id: string): Promise<boolean> {
  const intent = await read(store, id);
  if (!intent) return true;
  // Noted before it goes: whoever is interrupted from here on finds it as sent.
  const claimed = await store.decide(id, (marks) => {
    if (marks.state !== 'waiting') return undefined;
    const tried = triedAt(marks);
    return tried > 0 && now() - tried > keyLifeMs
      ? marksOf('doubtful', tried)
      : marksOf('waiting', tried || now());
  });
  if (claimed?.state !== 'waiting') return true;
  try {
    await send(intent);
  } catch (error) {
    const { state, ...more } = judge(error);
    if (state === 'later') return false;
    // A refusal is an answer: nothing was done under this key, neither now nor before.
    await store.decide(id, () => marksOf(state, 0, more));
    return true;
  }
  await store.decide(id, () => 'remove');
  return true;
}

/** Sends what waits, oldest first. @returns whether something is left that may go later by itself */
export async function sendAll(deps: OutboxDeps): Promise<boolean> {
  const isLeft = await deps.alone(async () => {
    const store = await deps.store();
    const waiting = (await store?.list())?.filter(({ marks }) => marks.state === 'waiting') ?? [];
    for (const { name } of waiting.sort((one, other) => one.at - other.at)) {
      const mayGoOn = await sendOne(deps, store!, name);
      deps.onChange();
      if (!mayGoOn) return true;
    }
    return false;
  });
  return isLeft ?? true;
}
