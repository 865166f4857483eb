import { expect, it, vi } from 'vitest';
import { markEventsWritten, wakeAfter } from './wake-after.ts';

it('wakes the channel once, after the work that wrote events and not before', async () => {
  const wake = vi.fn();
  const answer = await wakeAfter({ wake }, async () => {
    markEventsWritten();
    await Promise.resolve();
    markEventsWritten();
    expect(wake).not.toHaveBeenCalled();
    return 'answer';
  });
  expect(answer).toBe('answer');
  expect(wake).toHaveBeenCalledOnce();
});

it('does not wake the channel after work that wrote none, even beside other work that did', async () => {
  const quiet = vi.fn();
  const loud = vi.fn();
  await Promise.all([
    wakeAfter({ wake: quiet }, async () => undefined),
    wakeAfter({ wake: loud }, async () => markEventsWritten()),
  ]);
  markEventsWritten();
  expect(quiet).not.toHaveBeenCalled();
  expect(loud).toHaveBeenCalledOnce();
});

it('wakes the channel after failed work: an earlier transaction of it may have committed', async () => {
  const wake = vi.fn();
  const work = wakeAfter({ wake }, async () => {
    markEventsWritten();
    throw new Error('planted');
  });
  await expect(work).rejects.toThrow('planted');
  expect(wake).toHaveBeenCalledOnce();
});
