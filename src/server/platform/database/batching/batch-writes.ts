// Batches changes of one kind: those that arrive while a statement is in flight are made together by the next one, which commits on its own. A lone change
// does not wait.
import { Fault } from '../../fault.ts';
import { tryOnce } from '../connect.ts';
import { batchReads, isStatementError } from './batch-reads.ts';

/** Per statement. */
const maxChanges = 32;

/** @returns the changes without those that share a subject with an earlier one */
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
 * @param makeAll makes the changes by a single statement; may skip any of them
 * @param subjectsOf what a change is about: no statement contains two changes with the same subject
 * @returns a function that makes a change, on its own if the batch skips it or is refused because of any change in it. It returns undefined when the
 *   change must be made in a transaction instead, because it was skipped even alone or ran into a deadlock
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
