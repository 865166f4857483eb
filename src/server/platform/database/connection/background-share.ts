// Limits how many connections background work may hold at once. It has long timeouts, so while the database is unreachable it would otherwise hold all
// of them, and requests would find none.
import { AsyncLocalStorage } from 'node:async_hooks';

export interface BackgroundShare {
  /** Runs one piece of background work, which waits for a slot when it first needs a connection. */
  readonly run: <T>(work: () => T) => T;
}

/** One slot per piece of work, however many connections it holds: work that waited for a second slot while holding the first could deadlock. */
class Slot {
  readonly #take: () => Promise<void>;
  readonly #giveBack: () => void;
  #held = 0;
  #taken = Promise.resolve();

  constructor(take: () => Promise<void>, giveBack: () => void) {
    this.#take = take;
    this.#giveBack = giveBack;
  }

  enter(): Promise<void> {
    if (this.#held === 0) this.#taken = this.#take();
    this.#held += 1;
    return this.#taken;
  }

  leave(): void {
    this.#held -= 1;
    if (this.#held === 0) this.#giveBack();
  }
}

const currentSlot = new AsyncLocalStorage<Slot | undefined>();

/** @param max pieces of work that hold connections at the same time, with the same or different databases */
export function createBackgroundShare(max: number): BackgroundShare {
  const waiting: (() => void)[] = [];
  let free = max;
  const take = async () => {
    if (free > 0) free -= 1;
    else await new Promise<void>((next) => waiting.push(next));
  };
  const giveBack = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return { run: (work) => currentSlot.run(new Slot(take, giveBack), work) };
}

/** Runs a part of background work that must not wait for a slot. */
export const bypassBackgroundShare = <T>(work: () => T): T => currentSlot.run(undefined, work);

/** Undefined for requests. */
export const currentBackgroundSlot = (): Slot | undefined => currentSlot.getStore();
