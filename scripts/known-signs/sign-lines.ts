// The lines of the table of known signs for one font.

import { packMeasures } from '../../src/engines/reading/outlines/known-signs.ts';
import type { LearnedFont } from './learn-font.ts';

export function linesOf({ texts, measures }: LearnedFont): string[] {
  return [...new Set([...texts].map(([sign, text]) => packMeasures(measures.get(sign)!) + text))];
}
