// Test files share their worker: stubbed globals and fake timers of one are removed after it, and what it left is ended.
import { afterAll, vi } from 'vitest';
import { removeLeftovers } from './leftovers.ts';

afterAll(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await removeLeftovers();
});
