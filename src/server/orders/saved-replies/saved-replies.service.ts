// Use cases of saved replies: sentences that staff reuse, shared by the whole shop.
import { maximumReplies } from '#contract/orders/rules.ts';
import type { SavedReply } from '#contract/orders/tool-calls.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { type Database, inTransaction, type Trx } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller } from '../../platform/request/caller.ts';
import * as queries from './saved-replies.queries.ts';

function titleTaken(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'saved_replies_title_once')
    throw new Fault('reply_title_taken');
  throw error;
}

const present = (row: Omit<SavedReply, 'kind'> & { kind: string }): SavedReply => ({
  ...row,
  kind: row.kind as SavedReply['kind'],
});

const isSame = (one: queries.ReplyBody, other: queries.ReplyBody) =>
  one.kind === other.kind && one.title === other.title && one.body === other.body;

const record = (trx: Trx, kind: 'reply.added' | 'reply.changed' | 'reply.removed', by: Caller, id: number) =>
  recordEvent(trx, { kind, actorId: by.userId, object: { kind: 'reply', id } });

export type SavedReplies = ReturnType<typeof createSavedReplies>;

export function createSavedReplies(db: Database) {
  return {
    async list() {
      const results = (await queries.listReplies(db)).map(present);
      return { results, count: results.length };
    },

    /** Returns an existing reply with the same text, which a retry after a lost response finds. @throws Fault `reply_title_taken`, `replies_full` */
    add: (caller: Caller, reply: Omit<SavedReply, 'id'>) =>
      inTransaction(db, async (trx) => {
        const count = await queries.countLocked(trx);
        const there = (await queries.listReplies(trx)).find((one) => isSame(one, reply));
        if (there) return present(there);
        if (count >= maximumReplies) throw new Fault('replies_full');
        const row = await queries.insertReply(trx, reply, caller.userId);
        await record(trx, 'reply.added', caller, row.id);
        return present(row);
      }).catch(titleTaken),

    /** @throws Fault `not_found`, `record_changed`, `reply_title_taken` */
    change: (
      caller: Caller,
      id: number,
      { seen, ...reply }: queries.ReplyBody & { seen?: queries.ReplyBody | undefined },
    ) =>
      inTransaction(db, async (trx) => {
        const row = await queries.updateReply(trx, id, reply, seen);
        if (!row) {
          const now = await queries.findReply(trx, id);
          if (!now) throw new Fault('not_found');
          // A retry after a lost response finds its own change.
          if (!isSame(now, { ...now, ...reply })) throw new Fault('record_changed');
          return present(now);
        }
        await record(trx, 'reply.changed', caller, id);
        return present(row);
      }).catch(titleTaken),

    /** @throws Fault `not_found` */
    remove: (caller: Caller, id: number) =>
      inTransaction(db, async (trx) => {
        if (!(await queries.deleteReply(trx, id))) throw new Fault('not_found');
        await record(trx, 'reply.removed', caller, id);
        return {};
      }),
  };
}
