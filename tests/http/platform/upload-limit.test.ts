// Which upload is aborted when the uploads in flight reach the limit.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createUploadLimit } from '#server/platform/http/limits/upload-limit.ts';

const file = 10 * 1024 * 1024;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Fills the limit with uploads of one file each, each sending `paceOf` bytes a second. */
function fillLimit(room: ReturnType<typeof createUploadLimit>, paceOf: (index: number) => number) {
  const bodies = Array.from({ length: 19 }, (_, index) => ({
    complete: false,
    destroy: vi.fn(),
    socket: { bytesRead: 500 },
    pace: paceOf(index),
  }));
  for (const [index, body] of bodies.entries())
    room.reserve('memory', `user ${index}`, file, body as unknown as Parameters<typeof room.reserve>[3]);
  return {
    pass(seconds: number) {
      vi.advanceTimersByTime(seconds * 1_000);
      for (const { socket, pace } of bodies) socket.bytesRead += pace * seconds;
    },
    /** Begins one more upload. */
    knock(who = 'user 99') {
      const body = { complete: false, destroy: vi.fn(), socket: { bytesRead: 0 } };
      return room.reserve('memory', who, file, body as unknown as Parameters<typeof room.reserve>[3]);
    },
    brokenOff: () => bodies.flatMap(({ destroy }, index) => (destroy.mock.calls.length > 0 ? [index] : [])),
    bodies,
  };
}

it('aborts only an upload that is too slow to finish in time, after ten seconds', () => {
  const shop = fillLimit(createUploadLimit(), (index) => (index === 7 ? 1 : 40_000));
  shop.pass(5);
  expect(shop.knock).toThrow(expect.objectContaining({ code: 'busy' }));
  shop.pass(5);
  shop.knock();
  expect(shop.brokenOff()).toEqual([7]);
  expect(() => shop.knock('user 98')).toThrow(expect.objectContaining({ code: 'busy' }));
});

it('aborts an upload that stalls near its end, but not completed ones', () => {
  const shop = fillLimit(createUploadLimit(), () => 900_000);
  shop.pass(11);
  expect(shop.knock).toThrow(expect.objectContaining({ code: 'busy' }));
  for (const [index, body] of shop.bodies.entries()) {
    body.pace = 1;
    body.complete = index !== 3;
  }
  shop.pass(10);
  shop.knock();
  expect(shop.brokenOff()).toEqual([3]);
});

it('keeps an upload with little left, even if its current pace would be too slow for a whole file', () => {
  const shop = fillLimit(createUploadLimit(), () => 900_000);
  shop.pass(11);
  expect(shop.knock).toThrow(expect.objectContaining({ code: 'busy' }));
  // Half a megabyte is left, with 279 seconds to send it.
  for (const body of shop.bodies) body.pace = 20_000;
  shop.pass(10);
  expect(shop.knock).toThrow(expect.objectContaining({ code: 'busy' }));
  expect(shop.brokenOff()).toEqual([]);
});
