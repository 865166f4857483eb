// Test files share their worker: after each file its stubbed globals and fake timers are removed, and its registered clean-ups run.
import { afterAll, vi } from 'vitest';
import { removeLeftovers } from './leftovers.ts';

afterAll(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
  await removeLeftovers();
});
