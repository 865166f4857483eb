// Use cases of saved views. Stored filters are validated again when read, because a later release may know other filters. See decision 0083.
import { hasRight } from '#contract/access.ts';
import { fullNameOf } from '#contract/accounts/person-name.ts';
import type { OrderList } from '#contract/orders/rules.ts';
import { type SavedView, ViewQuery } from '#contract/orders/view-calls.ts';
import { type Database, inTransaction, type Trx } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Caller } from '../../platform/request/caller.ts';
import * as queries from './views.queries.ts';

export type SavedViews = ReturnType<typeof createSavedViews>;

/** Keeps the stored filters that are still known and whose value is still valid. */
export function readViewQuery(stored: unknown): ViewQuery {
  const given = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const known = Object.entries(ViewQuery.shape).flatMap(([name, filter]) => {
    const read = filter.safeParse(given[name]);
    return read.success && read.data !== undefined ? [[name, read.data]] : [];
  });
  return Object.fromEntries(known) as ViewQuery;
}

const present = (row: queries.ViewRow): SavedView => ({
  id: row.id,
  name: row.name,
  list: row.list as OrderList,
  query: readViewQuery(row.query),
  is_shared: row.is_shared,
  owner: { id: row.owner_id, name: fullNameOf(row) },
});

const isSame = (one: queries.ViewRow, wanted: queries.NewView) =>
  one.owner_id === wanted.ownerId &&
  one.name === wanted.name &&
  one.list === wanted.list &&
  one.is_shared === wanted.isShared &&
  JSON.stringify(readViewQuery(one.query)) === JSON.stringify(wanted.query);

function nameTaken(error: unknown): never {
  if ((error as { constraint?: string }).constraint === 'saved_views_name_once')
    throw new Fault('view_name_taken');
  throw error;
}

/** Locks a view that the caller may change: their own, or a shared one if they may manage settings. @throws Fault `not_found`, `not_allowed` */
async function lockChangeable(trx: Trx, caller: Caller, id: number) {
  const view = await queries.lockView(trx, id);
  if (!view || (view.owner_id !== caller.userId && !view.is_shared)) throw new Fault('not_found');
  if (view.owner_id !== caller.userId && !hasRight(caller.roles, 'settings.manage'))
    throw new Fault('not_allowed');
}

const insertAtFreePlace = (db: Database, view: queries.NewView): Promise<queries.ViewRow> =>
  inTransaction(db, (trx) => queries.insertView(trx, view)).catch((error: { code?: string }) => {
    // No slot is free.
    if (error.code === '23502') throw new Fault('views_full');
    return nameTaken(error);
  });

export function createSavedViews(db: Database) {
  return {
    async list(caller: Caller) {
      const results = (await queries.listViews(db, caller.userId)).map(present);
      return { results, count: results.length };
    },

    /** Returns an existing identical view, which a retry after a lost response finds. @throws Fault `view_name_taken`, `views_full` */
    async add(caller: Caller, view: Pick<SavedView, 'name' | 'list' | 'query' | 'is_shared'>) {
      const { name, list, is_shared: isShared } = view;
      const query = readViewQuery(view.query);
      const wanted = { ownerId: caller.userId, name, list, query, isShared };
      try {
        return present(await insertAtFreePlace(db, wanted));
      } catch (refusal) {
        if (!(refusal instanceof Fault)) throw refusal;
        const there = (await queries.listViews(db, caller.userId)).find((one) => isSame(one, wanted));
        if (there) return present(there);
        throw refusal;
      }
    },

    /** @throws Fault `not_found`, `not_allowed`, `view_name_taken` */
    async change(caller: Caller, id: number, { query, ...change }: queries.ViewChange) {
      const filters = query === undefined ? {} : { query: readViewQuery(query) };
      return inTransaction(db, async (trx) => {
        await lockChangeable(trx, caller, id);
        await queries.updateView(trx, id, { ...change, ...filters });
        return present((await queries.findView(trx, id))!);
      }).catch(nameTaken);
    },

    /** @throws Fault `not_found`, `not_allowed` */
    async remove(caller: Caller, id: number) {
      return inTransaction(db, async (trx) => {
        await lockChangeable(trx, caller, id);
        await queries.deleteView(trx, id);
        return {};
      });
    },
  };
}
