// Work that repeats while the portal runs.
import type { Log } from './log.ts';

/** What must not happen while somebody is still putting a restored shop together waits. */
export type FirstTurn = 'within five seconds' | 'after a whole interval';

export interface Background {
  /** A turn that fails is tried again at the next; two turns of the same work never overlap. */
  every(seconds: number, name: string, work: () => Promise<unknown>, first?: FirstTurn): void;
  stop(): void;
}

export function createBackground(log: Log): Background {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    every(seconds, name, work, first = 'within five seconds') {
      const wait = (time: number) => timers.set(name, setTimeout(() => void turn(), time * 1000).unref());
      const turn = async () => {
        try {
          await work();
        } catch (error) {
          log.warn({ job: name, fault: (error as { code?: string }).code }, 'a job failed');
        }
        if (timers.has(name)) wait(seconds);
      };
      wait(first === 'after a whole interval' ? seconds : Math.min(seconds, 5));
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
