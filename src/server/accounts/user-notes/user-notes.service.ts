// Use cases of internal notes on a customer, which staff leave for each other.
import { isStaff } from '#contract/access.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import type { Database } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller } from '../../platform/request/caller.ts';
import { type Idempotency, once } from '../../platform/request/idempotency.ts';
import type { Vault } from '../../platform/vault.ts';
import { userNotePurpose } from '../accounts.personal.ts';
import { findUserById } from '../accounts.queries.ts';
import { lockPerson } from '../users/users.queries.ts';
import { presentStaffNotes } from './staff-note.ts';
import * as queries from './user-notes.queries.ts';

interface UserNotesDeps {
  readonly db: Database;
  readonly vault: Vault;
}

export type UserNotes = ReturnType<typeof createUserNotes>;

/** Staff can't have notes, because they could read them themselves. @throws Fault `not_found` */
function assertCustomer(user: { roles: string[] } | undefined): void {
  if (!user || isStaff(user.roles)) throw new Fault('not_found');
}

/** @throws Fault `not_found` */
export async function listUserNotes({ db, vault }: UserNotesDeps, caller: Caller, userId: number) {
  assertCustomer(await findUserById(db, userId));
  const rows = await queries.listNotes(db, userId);
  // Recorded without a subject, because the customer must not learn that there are notes.
  if (rows.length > 0)
    await recordEvent(db, {
      kind: 'user.notes_opened',
      actorId: caller.userId,
      object: { kind: 'user', id: userId },
    });
  const results = await presentStaffNotes(db, vault, userNotePurpose, rows);
  return { results, count: results.length };
}

/** @throws Fault `not_found` */
export async function addUserNote(
  { db, vault }: UserNotesDeps,
  caller: Caller,
  userId: number,
  text: string,
  idempotency: Idempotency | undefined,
) {
  // Only the id is stored under the key, because the text must be stored nowhere but sealed.
  const result = await once(db, caller.userId, idempotency, 201, async (trx) => {
    // Locked, so that a concurrent erasure leaves no note behind.
    assertCustomer(await lockPerson(trx, userId));
    const id = await queries.insertNote(trx, {
      userId,
      authorId: caller.userId,
      textSealed: vault.sealText(text, userNotePurpose),
    });
    return { id };
  });
  const row = await queries.getNote(db, result.body.id);
  const [note] = await presentStaffNotes(db, vault, userNotePurpose, [row]);
  return result.with(note!);
}

export function createUserNotes(deps: UserNotesDeps) {
  return bindDeps(deps, { list: listUserNotes, add: addUserNote });
}
