// Orders the test files: a long one that starts last would keep one worker busy while the others are idle.
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** How much longer a line of a test takes if it starts whole portals or drives a browser, compared with a line of any other test. */
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
