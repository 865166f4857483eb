import { expect, it } from 'vitest';
import { currentQueryTimeout, withQueryTimeout } from './query-timeout.ts';

it('long waits of one call come off what its next query may take, down to a third; short ones do not', () => {
  withQueryTimeout(3, () => {
    const timeout = currentQueryTimeout()!;
    for (let query = 0; query < 50; query += 1) timeout.spend(900);
    expect(timeout.left).toBe(3_000);
    timeout.spend(1_500);
    expect(timeout.left).toBe(1_500);
    timeout.spend(1_400);
    expect(timeout.left).toBe(1_000);
  });
  expect(currentQueryTimeout()).toBeUndefined();
});
