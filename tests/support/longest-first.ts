// The order of the test files: a long one started last would keep one worker busy while the others are idle.
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How much longer than a line of any other test a line takes that starts whole portals, or works a browser. */
const factors: readonly (readonly [folder: string, factor: number])[] = [
  ['/tests/faults/', 5],
  ['/tests/journeys/', 4],
];

function expectedLength({ moduleId }: TestSpecification): number {
  const [, factor] = factors.find(([folder]) => moduleId.includes(folder)) ?? ['', 1];
  return statSync(moduleId).size * factor;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => expectedLength(other) - expectedLength(one));
  }
}
