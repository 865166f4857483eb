// Changes of one kind that many calls want at once: those that arrive while a statement is under way are made by one statement when it is back, in a
// transaction of their own. Whoever comes alone waits for nobody.
import { Fault } from '../fault.ts';
import { askedTogether } from './asked-together.ts';

/** Values that a column does not take, constraint violations, deadlocks and serialisation failures, locks that were not got: the statement changed nothing. */
const refused = /^(?:22|23|40|55)...$/;

const changedNothing = (error: unknown) =>
  error instanceof Fault || refused.test((error as { code?: string }).code ?? '');

/** In one statement. */
const mostChanges = 32;

/**
 * @param makeAll makes the changes by a single statement; may leave any of them out
 * @param subjectsOf what a change is about: a statement has no two changes about the same
 * @returns makes a change; undefined when it was not made, because it was left out, or the statement was refused for any of its changes. Then it has to be
 *   tried by itself, which tells why.
 */
export function doneTogether<Change extends object, Result>(
  makeAll: (changes: readonly Change[]) => Promise<ReadonlyMap<Change, Result>>,
  subjectsOf: (change: Change) => readonly unknown[],
): (change: Change) => Promise<Result | undefined> {
  return askedTogether<Change, Result>(async (asked) => {
    const taken = new Set<unknown>();
    const changes = asked.filter((change) => {
      const subjects = subjectsOf(change);
      if (subjects.some((subject) => taken.has(subject))) return false;
      for (const subject of subjects) taken.add(subject);
      return true;
    });
    try {
      return await makeAll(changes);
    } catch (error) {
      if (changedNothing(error)) return new Map();
      throw error;
    }
  }, mostChanges);
}
