// Per-user mutex within this process.
import { Fault } from '../platform/fault.ts';

const longestQueue = 40;

export function createMutexes() {
  const queues = new Map<number, { last: Promise<unknown>; length: number }>();
  return {
    /** @throws Fault `busy` if too much work of this user is waiting already, and those of the work */
    async run<T>(userId: number, work: () => Promise<T>): Promise<T> {
      const queue = queues.get(userId) ?? { last: Promise.resolve(), length: 0 };
      if (queue.length >= longestQueue) throw new Fault('busy', {}, 5);
      queues.set(userId, queue);
      queue.length += 1;
      const turn = queue.last.then(work, work);
      queue.last = turn.catch(() => undefined);
      try {
        return await turn;
      } finally {
        queue.length -= 1;
        if (queue.length === 0) queues.delete(userId);
      }
    },
  };
}
