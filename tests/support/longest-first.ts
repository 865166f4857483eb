// The order of the test files: a long one started last would keep one worker busy while the others are idle.
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A line of a journey takes about four times as long as a line of any other test. */
const browserFactor = 4;

function expectedLength({ moduleId }: TestSpecification): number {
  const { size } = statSync(moduleId);
  return moduleId.includes('/tests/journeys/') ? size * browserFactor : size;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((one, other) => expectedLength(other) - expectedLength(one));
  }
}
