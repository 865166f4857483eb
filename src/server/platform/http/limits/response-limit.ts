// Limits how many bytes of opened files are in memory at once: each stays there until its reader has received all of it.
import type { FastifyReply } from 'fastify';
import { Fault } from '../../fault.ts';
import { onFinished } from './in-flight.ts';

const megabyte = 1024 * 1024;
const maxBytes = { ofAll: 256 * megabyte, ofOne: 64 * megabyte };
const retryAfterSeconds = 3;

interface Held {
  readonly who: string;
  readonly bytes: number;
  readonly reply: FastifyReply;
}

const sumBytes = (held: readonly Held[]) => held.reduce((sum, { bytes }) => sum + bytes, 0);

/** Finds the oldest response of the reader who holds the most bytes. */
function findOldestOfLargestHolder(all: readonly Held[]): Held {
  const each = [...Map.groupBy(all, ({ who }) => who).values()];
  return each.reduce((most, theirs) => (sumBytes(theirs) > sumBytes(most) ? theirs : most))[0]!;
}

export type ResponseLimit = ReturnType<typeof createResponseLimit>;

export function createResponseLimit() {
  /** Oldest first. */
  let all: readonly Held[] = [];

  return {
    /**
     * Reserves memory until the response has been sent. If that exceeds the total, the oldest response of the reader who holds the most is aborted, until
     * there is room: readers who are slow, or request files again and again, keep no one else from theirs.
     * @throws Fault `busy` if this reader alone would exceed the limit per reader
     */
    reserve(who: string, bytes: number, reply: FastifyReply): void {
      if (sumBytes(all.filter((held) => held.who === who)) + bytes > maxBytes.ofOne)
        throw new Fault('busy', {}, retryAfterSeconds);
      while (all.length > 0 && sumBytes(all) + bytes > maxBytes.ofAll) {
        const aborted = findOldestOfLargestHolder(all);
        all = all.filter((held) => held !== aborted);
        aborted.reply.raw.destroy();
      }
      const held = { who, bytes, reply };
      all = [...all, held];
      onFinished(reply, () => {
        all = all.filter((other) => other !== held);
      });
    },
  };
}
