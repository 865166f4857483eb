// Limits how many bytes of large bodies are held at once, so that a few senders cannot fill the memory or the disk.
import type { IncomingMessage } from 'node:http';
import { Fault } from '../../fault.ts';

const megabyte = 1024 * 1024;
/** While it is read, a body is in memory several times over: as bytes, as text, and parsed. */
const maxBytes = {
  memory: { ofAll: 192 * megabyte, ofOne: 34 * megabyte },
  disk: { ofAll: 512 * megabyte, ofOne: 34 * megabyte },
} as const;
const retryAfterSeconds = 3;
/** A large body at 300 kbit/s, as from a phone at the edge of its network. */
export const longestUploadMs = 300_000;
const minMeasuredMs = 10_000;

export type Medium = keyof typeof maxBytes;
export type UploadLimit = ReturnType<typeof createUploadLimit>;

interface Held {
  readonly medium: Medium;
  readonly who: string;
  readonly bytes: number;
  readonly body: Pick<IncomingMessage, 'complete' | 'destroy' | 'socket'>;
  /** By when, and up to which byte of its line, it has to have come. */
  readonly end: number;
  readonly to: number;
  /** Since when, and from which byte on, its pace is watched. */
  since: number;
  from: number;
  isTooSlow: boolean;
}

const sumBytes = (held: readonly Held[]) => held.reduce((sum, { bytes }) => sum + bytes, 0);

/** The oldest body that is still on its way, of whoever holds most, if that is more than this. */
function findOldestOfLargestHolder(held: readonly Held[], moreThan: number): Held | undefined {
  const each = [...Map.groupBy(held, ({ who }) => who).values()]
    .map((theirs) => ({ bytes: sumBytes(theirs), oldest: theirs.find(({ body }) => !body.complete) }))
    .filter(({ bytes, oldest }) => oldest && bytes > moreThan);
  return each.sort((one, other) => other.bytes - one.bytes)[0]?.oldest;
}

/** Whether what each still lacks would come too late, if it went on as in the last ten seconds or more. */
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
  /** The oldest first. */
  let all: readonly Held[] = [];

  return {
    /**
     * Where there is no room, bodies on their way are broken off: those that come too slowly to arrive in time, then those of whoever holds most and
     * more than this sender. A few who send slowly keep nobody else from sending.
     * @returns a function that releases the room @throws Fault `busy` when there is none
     */
    reserve(medium: Medium, who: string, bytes: number, body: Held['body']): () => void {
      measurePace(all);
      let here = all.filter((held) => held.medium === medium);
      const own = sumBytes(here.filter((held) => held.who === who)) + bytes;
      if (own > maxBytes[medium].ofOne) throw new Fault('busy', {}, retryAfterSeconds);
      const broken: Held[] = [];
      while (sumBytes(here) + bytes > maxBytes[medium].ofAll) {
        const next =
          here.find((held) => held.isTooSlow && !held.body.complete) ?? findOldestOfLargestHolder(here, own);
        if (!next) throw new Fault('busy', {}, retryAfterSeconds);
        broken.push(next);
        here = here.filter((held) => held !== next);
      }
      const [since, from] = [performance.now(), body.socket.bytesRead];
      const due = { end: since + longestUploadMs, to: from + bytes };
      const held = { medium, who, bytes, body, ...due, since, from, isTooSlow: false };
      all = [...all.filter((other) => !broken.includes(other)), held];
      for (const other of broken) other.body.destroy();
      return () => {
        all = all.filter((other) => other !== held);
      };
    },
  };
}
