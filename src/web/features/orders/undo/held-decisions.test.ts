// Any mixture of deciding, undoing, waiting, leaving the page and failing sends each decision at most once, and never one that was undone.
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../lib/api/api-error.ts';
import { createHeldDecisions, fitAfterClose, type NewDecision, retryUnanswered } from './held-decisions.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const decisionOf = (key: string): NewDecision => ({
  key,
  userId: 1,
  action: 'reject',
  values: { reason: key },
  order: { id: Number(key) } as NewDecision['order'],
  form: new FormData(),
});

interface Model {
  /** By key: when it is due, and what may have happened to it. */
  held: Map<string, number>;
  sent: Map<string, number>;
  undone: Set<string>;
  failed: Set<string>;
}

const step = fc.oneof(
  fc.record({ kind: fc.constant('hold' as const), at: fc.constant(0) }),
  fc.record({ kind: fc.constant('undo' as const), at: fc.nat(6) }),
  fc.record({ kind: fc.constant('retry' as const), at: fc.nat(6) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1, 999, 5_000, 9_999, 10_000) }),
  fc.record({ kind: fc.constant('flush' as const), isClosing: fc.boolean() }),
  fc.record({ kind: fc.constant('break' as const), isDown: fc.boolean() }),
);

test('each decision is sent at most once unless it failed, never when undone, never before its time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      vi.setSystemTime(0);
      let isDown = false;
      const model: Model = { held: new Map(), sent: new Map(), undone: new Set(), failed: new Set() };
      // An exception in here would count as a failed request, so violations are collected.
      const faults: string[] = [];
      const decisions = createHeldDecisions({
        ms: 10_000,
        send({ key, until }, keepalive) {
          if (model.undone.has(key)) faults.push(`${key} was undone`);
          if (model.sent.has(key)) faults.push(`${key} was sent already`);
          if (!(keepalive || isFlushing || model.failed.has(key) || Date.now() >= until))
            faults.push(`${key} was sent before its time`);
          if (isDown) {
            model.failed.add(key);
            return Promise.reject(new TypeError('fetch failed'));
          }
          model.sent.set(key, 1);
          return Promise.resolve();
        },
      });
      let isFlushing = false;
      let made = 0;
      for (const each of steps) {
        if (each.kind === 'hold') {
          made += 1;
          decisions.hold(decisionOf(String(made)));
          model.held.set(String(made), Date.now() + 10_000);
        } else if (each.kind === 'undo') {
          const key = String(each.at);
          const wasInTime =
            (model.held.get(key) ?? 0) > Date.now() && !model.sent.has(key) && !model.failed.has(key);
          const undone = decisions.undo(key);
          expect(undone !== undefined).toBe(wasInTime && !model.undone.has(key));
          if (undone) {
            expect(undone.values).toEqual({ reason: key });
            model.undone.add(key);
          }
        } else if (each.kind === 'retry') await decisions.retry(String(each.at)).catch(() => undefined);
        else if (each.kind === 'wait') await vi.advanceTimersByTimeAsync(each.ms);
        else if (each.kind === 'break') isDown = each.isDown;
        else {
          isFlushing = true;
          await decisions.flush(each.isClosing);
          isFlushing = false;
        }
      }
      await vi.advanceTimersByTimeAsync(10_000);
      for (let index = 1; index <= made; index += 1) {
        const key = String(index);
        const state = decisions.store.get().find((each) => each.key === key)?.state;
        // Either sent, or still on the screen with what was typed.
        expect(state).toBe(model.sent.has(key) ? undefined : model.undone.has(key) ? 'undone' : 'failed');
      }
      expect(faults).toEqual([]);
    }),
    {
      numRuns: 300,
      examples: [
        [
          [
            { kind: 'hold', at: 0 },
            { kind: 'retry', at: 1 },
          ],
        ],
      ],
    },
  );
});

test('a decision sent early, because the page was left, is not sent again by its timer', async () => {
  const send = vi.fn(() => Promise.resolve());
  const decisions = createHeldDecisions({ ms: 10_000, send });
  decisions.hold(decisionOf('1'));
  await decisions.flush();
  await vi.advanceTimersByTimeAsync(20_000);
  expect(send).toHaveBeenCalledTimes(1);
});

test('requests without a response are retried when the network is back; refused ones stay', async () => {
  let isDown = true;
  const sent: string[] = [];
  const decisions = createHeldDecisions({
    ms: 10_000,
    send({ key }) {
      if (key === '2') return Promise.reject(new ApiError(409, { error: 'অর্ডারটি বদলে গেছে' }));
      if (isDown)
        return Promise.reject(
          key === '4' ? new ApiError(502, '<h1>Bad Gateway</h1>') : new TypeError('fetch failed'),
        );
      sent.push(key);
      return Promise.resolve();
    },
  });
  for (const key of ['1', '2', '3', '4']) decisions.hold(decisionOf(key));
  decisions.undo('3');
  await vi.advanceTimersByTimeAsync(10_000);
  await retryUnanswered(decisions);
  isDown = false;
  await retryUnanswered(decisions);
  await retryUnanswered(decisions);
  expect(sent).toEqual(['1', '4']);
  expect(decisions.store.get().map(({ key, state }) => [key, state])).toEqual([
    ['2', 'failed'],
    ['3', 'undone'],
  ]);
});

test('a decision is never sent in another user’s name: it waits until its user is back', async () => {
  const sent: number[] = [];
  let speaking = 1;
  const decisions = createHeldDecisions({
    ms: 10_000,
    isCurrent: (userId) => userId === speaking,
    send: ({ userId }) => {
      sent.push(userId);
      return Promise.resolve();
    },
  });
  decisions.hold(decisionOf('1'));
  speaking = 2;
  await vi.advanceTimersByTimeAsync(10_000);
  await retryUnanswered(decisions);
  await decisions.retry('1');
  await decisions.flush(true);
  expect(sent).toEqual([]);
  expect(decisions.store.get().map(({ state }) => state)).toEqual(['failed']);
  speaking = 1;
  await retryUnanswered(decisions);
  expect(sent).toEqual([1]);
  expect(decisions.store.get()).toEqual([]);
});

test('fitAfterClose tells what a closed page can still send', () => {
  const form = new FormData();
  form.set('data', 'ক'.repeat(10_000));
  expect(fitAfterClose([{ form }])).toBe(true);
  // A Bengali letter takes three bytes.
  form.set('data', 'ক'.repeat(17_000));
  expect(fitAfterClose([{ form }])).toBe(false);
  form.set('data', 'ক');
  form.set('file', new File([new Uint8Array(60_000)], 'slip.pdf'));
  expect(fitAfterClose([{ form }])).toBe(false);
});

test('a closing page keeps alive only as many requests as the browser allows', async () => {
  const sent: [string, boolean][] = [];
  const decisions = createHeldDecisions({
    ms: 10_000,
    send: ({ key }, keepalive) => {
      sent.push([key, keepalive]);
      return Promise.resolve();
    },
  });
  for (const [key, bytes] of [
    ['1', 40_000],
    ['2', 40_000],
    ['3', 1_000],
  ] as const) {
    const decision = decisionOf(key);
    decision.form.set('file', new File([new Uint8Array(bytes)], 'slip.pdf'));
    decisions.hold(decision);
  }
  expect(fitAfterClose(decisions.store.get())).toBe(false);
  await decisions.flush(true);
  expect(sent).toEqual([
    ['1', true],
    ['2', false],
    ['3', true],
  ]);
});
