// Records when staff read lists of other people's data: once per list in ten minutes rather than once per page, since lists reload
// with each change.
import { isStaff } from '#contract/access.ts';
import type { ReadList } from '#contract/endpoint.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Caller } from '../platform/request/caller.ts';
import { recordEvent } from './record-event.ts';

const quietMilliseconds = 10 * 60_000;

export function createListAccess(db: Database) {
  const recorded = new Map<string, { at: number; row: Promise<void> }>();
  return async (caller: Caller, kind: ReadList): Promise<void> => {
    if (!isStaff(caller.roles)) return;
    const key = `${caller.userId} ${kind}`;
    const now = performance.now();
    const last = recorded.get(key);
    // Concurrent callers wait for the same row: nobody reads a list before its access is recorded.
    if (last && now - last.at < quietMilliseconds) return last.row;
    const row = recordEvent(db, { kind, actorId: caller.userId });
    recorded.set(key, { at: now, row });
    return row.catch((error: unknown) => {
      recorded.delete(key);
      throw error;
    });
  };
}
