// Logs staff who read lists of other people's data: once per list in ten minutes rather than once per page, since lists reload
// with each change.
import { isStaff } from '#contract/access.ts';
import type { ReadList } from '#contract/endpoint.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Caller } from '../platform/request/caller.ts';
import { recordEvent } from './record-event.ts';

const quietMilliseconds = 10 * 60_000;

export function createListAccess(db: Database) {
  const recordedAt = new Map<string, number>();
  return async (caller: Caller, kind: ReadList): Promise<void> => {
    if (!isStaff(caller.roles)) return;
    const key = `${caller.userId} ${kind}`;
    const now = performance.now();
    if (now - (recordedAt.get(key) ?? Number.NEGATIVE_INFINITY) < quietMilliseconds) return;
    recordedAt.set(key, now);
    await recordEvent(db, { kind, actorId: caller.userId }).catch((error: unknown) => {
      recordedAt.delete(key);
      throw error;
    });
  };
}
