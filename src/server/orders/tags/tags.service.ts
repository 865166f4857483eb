// Use cases of tags, which staff set on one order or many at once. See decision 0083.
import type { OrderTag } from '#contract/orders/calls.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { type Database, inTransaction, type Trx } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import { emit } from '../../platform/live/live.ts';
import type { Caller } from '../../platform/request/caller.ts';
import { type Idempotency, once } from '../../platform/request/idempotency.ts';
import * as queries from './tags.queries.ts';

export type OrderTags = ReturnType<typeof createOrderTags>;

function nameTaken(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'order_tags_name_once')
    throw new Fault('tag_name_taken');
  throw error;
}

const present = (row: { id: number; name: string; color: string }): OrderTag => ({
  ...row,
  color: row.color as OrderTag['color'],
});

type TagEvent = 'tag.added' | 'tag.changed' | 'tag.removed' | 'tag.put' | 'tag.taken_off';

const record = (trx: Trx, kind: TagEvent, by: Caller, id: number, details = {}) =>
  recordEvent(trx, { kind, actorId: by.userId, object: { kind: 'tag', id }, details });

export function createOrderTags(db: Database) {
  return {
    async list() {
      const results = (await queries.listTags(db)).map(present);
      return { results, count: results.length };
    },

    /** @throws Fault `tag_name_taken`, `tags_full` */
    async add(caller: Caller, tag: Omit<OrderTag, 'id'>, idempotency: Idempotency | undefined) {
      try {
        // Only the id is stored under the key, since staff may name a tag after a person.
        const made = await once(db, caller.userId, idempotency, 201, async (trx) => {
          const { id } = await queries.insertTag(trx, tag, caller.userId);
          await record(trx, 'tag.added', caller, id);
          return { id };
        });
        const row = (await queries.listTags(db)).find(({ id }) => id === made.body.id);
        if (!row) throw new Fault('not_found');
        return made.with(present(row));
      } catch (error) {
        // No slot is free.
        if ((error as { code?: string }).code === '23502') throw new Fault('tags_full');
        nameTaken(error);
      }
    },

    /** @throws Fault `not_found`, `tag_name_taken` */
    change: (caller: Caller, id: number, tag: queries.TagChange) =>
      inTransaction(db, async (trx) => {
        const row = await queries.updateTag(trx, id, tag);
        if (!row) throw new Fault('not_found');
        await record(trx, 'tag.changed', caller, id);
        return present(row);
      }).catch(nameTaken),

    /** @throws Fault `not_found` */
    remove: (caller: Caller, id: number) =>
      inTransaction(db, async (trx) => {
        if (!(await queries.deleteTag(trx, id))) throw new Fault('not_found');
        await record(trx, 'tag.removed', caller, id);
        return {};
      }),

    /** Emitted to staff only. @throws Fault `not_found` */
    async put(caller: Caller, id: number, ids: readonly number[], isSet: boolean) {
      return inTransaction(db, async (trx) => {
        if (!(await queries.lockTag(trx, id))) throw new Fault('not_found');
        const changed = isSet
          ? await queries.tagOrders(trx, id, ids, caller.userId)
          : await queries.untagOrders(trx, id, ids);
        if (changed.length > 0) {
          await record(trx, isSet ? 'tag.put' : 'tag.taken_off', caller, id, { marked: changed.length });
          await emit(
            trx,
            changed.map((orderId) => ({ audience: 'staff', event: { type: 'order_updated', orderId } })),
          );
        }
        return { changed: changed.length };
      });
    },
  };
}
