import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Database } from '../platform/database/connect.ts';
import { currentQueryTimeout, withQueryTimeout } from '../platform/database/connection/query-timeout.ts';
import { createSettings, type SettingsDeps } from './settings.service.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** A database that is asked for the settings, and may take three seconds to fail; the first to ask while `slow` is set waits for it. */
function openDatabase() {
  const state = { isLost: false, asked: 0, slow: undefined as Promise<void> | undefined };
  const executor = {
    transformQuery: <T>(node: T) => node,
    compileQuery: () => ({}),
    executeQuery: async () => {
      state.asked += 1;
      const { slow } = state;
      state.slow = undefined;
      await slow;
      if (slow) return { rows: [{ key: 'shop', value: { name_en: 'New' } }] };
      if (!state.isLost) return { rows: [] };
      await new Promise((done) => setImmediate(done));
      vi.advanceTimersByTime(3_000);
      throw new Error('Query read timeout');
    },
  };
  return { state, db: { getExecutor: () => executor } as unknown as Database };
}

const open = (db: Database) =>
  createSettings({
    db,
    clock: { now: () => new Date() },
    config: { APPROVAL_SUM: 5_000, STAFF_SECOND_FACTOR: false, MAIL_FROM: '', sandbox: {} },
  } as unknown as SettingsDeps);

it('are asked for once in two seconds while the database does not respond', async () => {
  const { state, db } = openDatabase();
  const settings = open(db);
  const known = await settings.get();
  vi.advanceTimersByTime(2_001);
  state.isLost = true;
  expect(await Promise.all([settings.get(), settings.get()])).toEqual([known, known]);
  expect(await settings.get()).toEqual(known);
  await settings.hoursUntilDue(5);
  expect(state.asked).toBe(2);
  vi.advanceTimersByTime(2_001);
  state.isLost = false;
  await settings.get();
  expect(state.asked).toBe(3);
});

it('count what each request waited for them in vain', async () => {
  const { state, db } = openDatabase();
  const settings = open(db);
  await settings.get();
  vi.advanceTimersByTime(2_001);
  state.isLost = true;
  const left = () =>
    withQueryTimeout(3, async () => {
      await settings.get();
      return currentQueryTimeout()!.left;
    });
  expect(await Promise.all([left(), left()])).toEqual([1_000, 1_000]);
});

it('are those of the newest read that succeeded, even if a later one has failed meanwhile', async () => {
  const { state, db } = openDatabase();
  const settings = open(db);
  await settings.get();
  vi.advanceTimersByTime(2_001);
  const { promise, resolve } = Promise.withResolvers<void>();
  state.slow = promise;
  const shown = settings.publicShop();
  state.isLost = true;
  await settings.get();
  resolve();
  expect((await shown).name.en).toBe('New');
  expect((await settings.get()).shop.name_en).toBe('New');
});
