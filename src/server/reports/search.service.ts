// The global search, limited to what the caller's roles may read.
import { hasRight } from '#contract/access.ts';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { nameIn } from '#contract/catalogue/name-in.ts';
import { toAsciiDigits } from '#contract/digits.ts';
import type { Language } from '#contract/language.ts';
import type { Found } from '#contract/reports/search-calls.ts';
import type { Files } from '../files/files.service.ts';
import type { Orders } from '../orders/orders.service.ts';
import type { Database } from '../platform/database/connect.ts';
import type { Caller } from '../platform/request/caller.ts';
import * as queries from './search.queries.ts';

const most = 5;

export type Search = ReturnType<typeof createSearch>;

export function createSearch(db: Database, orders: Pick<Orders, 'list'>, files: Pick<Files, 'list'>) {
  async function findOrders(caller: Caller, search: string, language: Language): Promise<Found[]> {
    const { results } = await orders.list(caller, {
      status: undefined,
      service: undefined,
      due: undefined,
      takenBy: undefined,
      search,
      user: undefined,
      page: 1,
      pageSize: most,
    });
    return results.map((order) => ({
      kind: 'order',
      id: String(order.id),
      title: nameIn(language, order.service.name, order.service.name_en),
      detail: shownNameOf(order.user),
      user_id: order.user.id,
    }));
  }

  async function findFiles(search: string, code: string): Promise<Found[]> {
    const [coded, listed] = await Promise.all([
      queries.findFilesByCode(db, code),
      files.list({ ownerId: undefined, search, page: 1, pageSize: most, isWhole: () => false }),
    ]);
    const found = [
      ...coded,
      ...listed.results.map((file) => ({
        id: String(file.id),
        title: file.full_name,
        detail: file.verification_code,
        user_id: file.user.id,
      })),
    ];
    return [...new Map(found.map((file) => [file.id, { kind: 'file' as const, ...file }])).values()].slice(
      0,
      most,
    );
  }

  return {
    /** Text of fewer than three letters finds nothing, because no index could bound it. Numbers may be short. */
    async find(
      caller: Caller,
      typed: string,
      language: Language,
    ): Promise<{ results: Found[]; count: number }> {
      const ascii = toAsciiDigits(typed);
      const may = (right: Parameters<typeof hasRight>[1]) => hasRight(caller.roles, right);
      if (typed.length < 3 && !/^\d+$/.test(ascii)) return { results: [], count: 0 };
      const as = async (kind: Found['kind'], rows: Promise<Omit<Found, 'kind'>[]>) =>
        (await rows).map((row): Found => ({ kind, ...row }));
      const found = await Promise.all([
        may('users.read') ? as('user', queries.findUsers(db, typed, most)) : [],
        may('orders.read') ? findOrders(caller, typed, language) : [],
        may('files.read') && typed.length > 2 ? findFiles(typed, ascii) : [],
        may('wallets.read') ? as('payment', queries.findPayments(db, ascii, most)) : [],
        may('wallets.read') ? as('transfer', queries.findTransfer(db, ascii)) : [],
      ]);
      const results = found.flat();
      return { results, count: results.length };
    },
  };
}
