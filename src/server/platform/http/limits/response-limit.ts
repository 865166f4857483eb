// Limits how many bytes of opened files are held at once: each is in memory until its reader has taken the last of it.
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

/** The oldest answer of whoever holds most. */
function findOldestOfLargestHolder(all: readonly Held[]): Held {
  const each = [...Map.groupBy(all, ({ who }) => who).values()];
  return each.reduce((most, theirs) => (sumBytes(theirs) > sumBytes(most) ? theirs : most))[0]!;
}

export type ResponseLimit = ReturnType<typeof createResponseLimit>;

export function createResponseLimit() {
  /** The oldest first. */
  let all: readonly Held[] = [];

  return {
    /**
     * Holds room until the answer has been sent. Where all together take too much, the answers of whoever holds most are broken off, the oldest first:
     * somebody who does not read, or asks again and again, keeps nobody else from their files.
     * @throws Fault `busy` for more than one reader may hold
     */
    reserve(who: string, bytes: number, reply: FastifyReply): void {
      if (sumBytes(all.filter((held) => held.who === who)) + bytes > maxBytes.ofOne)
        throw new Fault('busy', {}, retryAfterSeconds);
      while (all.length > 0 && sumBytes(all) + bytes > maxBytes.ofAll) {
        const broken = findOldestOfLargestHolder(all);
        all = all.filter((held) => held !== broken);
        broken.reply.raw.destroy();
      }
      const held = { who, bytes, reply };
      all = [...all, held];
      onFinished(reply, () => {
        all = all.filter((other) => other !== held);
      });
    },
  };
}
