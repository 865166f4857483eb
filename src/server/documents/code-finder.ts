// Which of our codes a PDF carries; a file that is broken, hostile or slow carries none.
import { Piscina } from 'piscina';

export interface CodeFinder {
  /** @returns a verification code whose check character is right, or undefined */
  find(pdf: Buffer): Promise<string | undefined>;
  close(): Promise<void>;
}

const longestLookMs = 10_000;

export function createCodeFinder(): CodeFinder {
  const pool = new Piscina<Uint8Array, string | undefined>({
    filename: new URL('./code-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 16,
    idleTimeout: 30_000,
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    atomics: 'disabled',
  });
  return {
    find: (pdf) => pool.run(pdf, { signal: AbortSignal.timeout(longestLookMs) }).catch(() => undefined),
    close: () => pool.destroy(),
  };
}
