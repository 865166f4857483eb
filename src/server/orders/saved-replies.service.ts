// Use cases of saved replies: sentences that staff reuse, shared by the whole shop.
import { maximumReplies } from '#contract/orders/rules.ts';
import type { SavedReply } from '#contract/orders/tool-calls.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Caller } from '../platform/request/caller.ts';
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

export type SavedReplies = ReturnType<typeof createSavedReplies>;

export function createSavedReplies(db: Database) {
  return {
    async list() {
      const results = (await queries.listReplies(db)).map(present);
      return { results, count: results.length };
    },

    /** @throws Fault `reply_title_taken`, `replies_full` */
    add: (caller: Caller, reply: Omit<SavedReply, 'id'>) =>
      inTransaction(db, async (trx) => {
        if ((await queries.countLocked(trx)) >= maximumReplies) throw new Fault('replies_full');
        return present(await queries.insertReply(trx, reply, caller.userId));
      }).catch(titleTaken),

    /** @throws Fault `not_found`, `reply_title_taken` */
    async change(id: number, reply: queries.ReplyBody) {
      const row = await queries.updateReply(db, id, reply).catch(titleTaken);
      if (!row) throw new Fault('not_found');
      return present(row);
    },

    /** @throws Fault `not_found` */
    async remove(id: number) {
      if (!(await queries.deleteReply(db, id))) throw new Fault('not_found');
      return {};
    },
  };
}
