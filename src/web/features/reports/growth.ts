// How much a figure has grown. Not among the formats, which every first visit loads.
import type { Format } from '../../lib/format.ts';

export function growthIn(format: Pick<Format, 'digits' | 'count'>, percent: number): string {
  const size = Math.abs(percent);
  // Of what has grown tenfold, tenths say nothing.
  const shown = size < 1000 ? format.digits(size) : format.count(Math.round(size));
  return `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${shown}%`;
}
