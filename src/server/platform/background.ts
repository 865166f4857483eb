// Work that repeats while the portal runs.
import type { Log } from './log.ts';

export interface Background {
  /** A turn that fails is tried again at the next; two turns of the same work never overlap. The first comes within five seconds. */
  every(seconds: number, name: string, work: () => Promise<unknown>): void;
  stop(): void;
}

export function createBackground(log: Log): Background {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    every(seconds, name, work) {
      const wait = (time: number) => timers.set(name, setTimeout(() => void turn(), time * 1000).unref());
      const turn = async () => {
        try {
          await work();
        } catch (error) {
          log.warn({ job: name, fault: (error as { code?: string }).code }, 'a job failed');
        }
        if (timers.has(name)) wait(seconds);
      };
      wait(Math.min(seconds, 5));
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
