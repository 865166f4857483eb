import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findOutagePauses } from './outages.rules.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 10, 24, 0, 0) + hour * 3_600_000);
const hours = (spans: readonly { from: Date; to: Date }[]) =>
  spans.map(({ from, to }) => [from, to].map((one) => (one.getTime() - at(0).getTime()) / 3_600_000));

describe('an outage from ten to thirteen', () => {
  const outage = { from: at(10), to: at(13) };
  it.each([
    ['stops an order from before it for all of it', 9, [], [[10, 13]]],
    ['stops an order from its placing', 11, [], [[11, 13]]],
    [
      'does not count what a question stopped',
      9,
      [[11, 12]],
      [
        [10, 11],
        [12, 13],
      ],
    ],
    ['leaves the rest to a question that is still open', 9, [[11, null]], [[10, 11]]],
    ['adds nothing to a question that covers it', 9, [[9.5, 14]], []],
    ['adds what came after a question from before', 9, [[9.5, 10.5]], [[10.5, 13]]],
  ] as [string, number, [number, number | null][], number[][]][])('%s', (_, created, waits, spans) => {
    const given = waits.map(([from, to]) => ({ from: at(from), to: to === null ? null : at(to) }));
    expect(hours(findOutagePauses(outage, at(created), given))).toEqual(spans);
  });
});

it('covers each minute of the outage exactly once, by the outage or by a wait', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 200 }), { maxLength: 9 }),
      fc.integer({ min: 0, max: 200 }),
      (edges, created) => {
        const sorted = [...new Set(edges)].sort((a, b) => a - b);
        const waits = Array.from({ length: Math.ceil(sorted.length / 2) }, (_, i) => ({
          from: at(sorted[2 * i]!),
          to: sorted[2 * i + 1] === undefined ? null : at(sorted[2 * i + 1]!),
        }));
        const spans = findOutagePauses({ from: at(50), to: at(150) }, at(created), waits);
        for (let hour = 50.5; hour < 150; hour += 1) {
          const isIn = ({ from, to }: { from: Date; to: Date | null }) =>
            from < at(hour) && (to === null || to > at(hour));
          const isCovered = spans.filter(isIn).length + waits.filter(isIn).length;
          expect(isCovered).toBe(hour > created || waits.some(isIn) ? 1 : 0);
        }
      },
    ),
  );
});
