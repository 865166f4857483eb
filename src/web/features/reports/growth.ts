// How much a figure has grown. Not part of the formats, which every first visit loads.
import type { Format } from '../../lib/format.ts';

export function formatGrowth(format: Pick<Format, 'digits' | 'count'>, percent: number): string {
  const size = Math.abs(percent);
  // After tenfold growth, decimals are meaningless.
  const shown = size < 1000 ? format.digits(size) : format.count(Math.round(size));
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${shown}%`;
}
