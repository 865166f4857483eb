// Test files share their worker: stubbed globals and fake timers of one are removed after it.
import { afterAll, vi } from 'vitest';

afterAll(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
