// Limits how many bytes of large bodies are held at once, so that a few senders cannot fill the memory or the disk.
import type { IncomingMessage } from 'node:http';
import { Fault } from '../../fault.ts';

const megabyte = 1024 * 1024;
/** While it is read, a body is in memory several times: as bytes, as text, and parsed. */
const maxBytes = {
  memory: { ofAll: 192 * megabyte, ofOne: 34 * megabyte },
  disk: { ofAll: 512 * megabyte, ofOne: 34 * megabyte },
} as const;
const retryAfterSeconds = 3;
/** Enough for a large body at 300 kbit/s, as from a phone with poor reception. */
export const longestUploadMs = 300_000;
const minMeasuredMs = 10_000;

export type Medium = keyof typeof maxBytes;
export type UploadLimit = ReturnType<typeof createUploadLimit>;

interface Held {
  readonly medium: Medium;
  readonly who: string;
  readonly bytes: number;
  readonly body: Pick<IncomingMessage, 'complete' | 'destroy' | 'socket'>;
  /** The time by which the connection must have received up to byte `to`. */
  readonly end: number;
  readonly to: number;
  /** The start of the current measurement: its time, and the bytes received until then. */
  since: number;
  from: number;
  isTooSlow: boolean;
}

const sumBytes = (held: readonly Held[]) => held.reduce((sum, { bytes }) => sum + bytes, 0);

/** Finds the oldest incomplete body of the sender who holds the most bytes, if that is more than this. */
function findOldestOfLargestHolder(held: readonly Held[], moreThan: number): Held | undefined {
  const each = [...Map.groupBy(held, ({ who }) => who).values()]
    .map((theirs) => ({ bytes: sumBytes(theirs), oldest: theirs.find(({ body }) => !body.complete) }))
    .filter(({ bytes, oldest }) => oldest && bytes > moreThan);
  return each.sort((one, other) => other.bytes - one.bytes)[0]?.oldest;
}

/** Marks bodies that would arrive too late at the pace of the last ten seconds or more. */
function measurePace(held: readonly Held[]): void {
  const now = performance.now();
  for (const one of held) {
    const milliseconds = now - one.since;
    if (milliseconds < minMeasuredMs) continue;
    const { bytesRead } = one.body.socket;
    one.isTooSlow = ((bytesRead - one.from) / milliseconds) * (one.end - now) < one.to - bytesRead;
    one.since = now;
    one.from = bytesRead;
  }
}

export function createUploadLimit() {
  /** Oldest first. */
  let all: readonly Held[] = [];

  return {
    /**
     * Reserves bytes for a body. When there is no room, incomplete bodies are aborted: first those too slow to arrive in time, then those of the sender
     * who holds the most and more than this one. A few slow senders thus keep no one else from sending.
     * @returns a function that releases the bytes
     * @throws Fault `busy` when there is still no room
     */
    reserve(medium: Medium, who: string, bytes: number, body: Held['body']): () => void {
      measurePace(all);
      let here = all.filter((held) => held.medium === medium);
      const own = sumBytes(here.filter((held) => held.who === who)) + bytes;
      if (own > maxBytes[medium].ofOne) throw new Fault('busy', {}, retryAfterSeconds);
      const aborted: Held[] = [];
      while (sumBytes(here) + bytes > maxBytes[medium].ofAll) {
        const next =
          here.find((held) => held.isTooSlow && !held.body.complete) ?? findOldestOfLargestHolder(here, own);
        if (!next) throw new Fault('busy', {}, retryAfterSeconds);
        aborted.push(next);
        here = here.filter((held) => held !== next);
      }
      const [since, from] = [performance.now(), body.socket.bytesRead];
      const due = { end: since + longestUploadMs, to: from + bytes };
      const held = { medium, who, bytes, body, ...due, since, from, isTooSlow: false };
      all = [...all.filter((other) => !aborted.includes(other)), held];
      for (const other of aborted) other.body.destroy();
      return () => {
        all = all.filter((other) => other !== held);
      };
    },
  };
}
