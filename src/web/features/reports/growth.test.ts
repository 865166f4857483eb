import { expect, it } from 'vitest';
import { formatGrowth } from './growth.ts';

it('shows decimals of a small growth, and groups the digits of a large one', () => {
  const format = { digits: String, count: (count: number) => count.toLocaleString('en-IN') };
  expect([0, 12.5, -11.1, 999.9, 470806.6, -1000].map((percent) => formatGrowth(format, percent))).toEqual([
    ...['0%', '+12.5%', '−11.1%', '+999.9%', '+4,70,807%', '−1,000%'],
  ]);
});
