// The order of the test files: a long one that began last would keep one worker busy while the others have nothing left.
import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A line of a journey takes a browser some four times as long as a line of any other test takes. */
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
