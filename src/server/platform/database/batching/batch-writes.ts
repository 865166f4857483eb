// Changes of one kind that many calls want at once: those that arrive while a statement is under way are made by one statement when it is back, in a
// transaction of their own. Whoever comes alone waits for nobody.
import { Fault } from '../../fault.ts';
import { tryOnce } from '../connect.ts';
import { batchReads, isStatementError } from './batch-reads.ts';

/** In one statement. */
const maxChanges = 32;

/** @returns the changes without those that are about the same as one before them */
function dropConflicting<Change>(
  changes: readonly Change[],
  subjectsOf: (change: Change) => readonly unknown[],
): readonly Change[] {
  const taken = new Set<unknown>();
  return changes.filter((change) => {
    const subjects = subjectsOf(change);
    if (subjects.some((subject) => taken.has(subject))) return false;
    for (const subject of subjects) taken.add(subject);
    return true;
  });
}

/**
 * @param makeAll makes the changes by a single statement; may leave any of them out
 * @param subjectsOf what a change is about: a statement has no two changes about the same
 * @returns makes a change, by itself where a statement of several leaves it out or is refused for any of them; undefined when it has to be made in a
 *   transaction: it was left out alone, or met a deadlock
 */
export function batchWrites<Change extends object, Result>(
  makeAll: (changes: readonly Change[]) => Promise<ReadonlyMap<Change, Result>>,
  subjectsOf: (change: Change) => readonly unknown[],
): (change: Change) => Promise<Result | undefined> {
  const makeAlone = async (change: Change) => (await tryOnce(() => makeAll([change])))?.get(change);
  const makeTogether = batchReads<Change, { readonly result: Result | undefined }>(async (asked) => {
    const [only] = asked;
    if (asked.length === 1) return new Map([[only!, { result: await makeAlone(only!) }]]);
    try {
      const made = await makeAll(dropConflicting(asked, subjectsOf));
      return new Map([...made].map(([change, result]) => [change, { result }]));
    } catch (error) {
      if (error instanceof Fault || isStatementError(error)) return new Map();
      throw error;
    }
  }, maxChanges);
  return async (change) => {
    const made = await makeTogether(change);
    return made ? made.result : makeAlone(change);
  };
}
