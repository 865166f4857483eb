// SQL of the lists of people: filters, order, counts.
import { sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';
import { containsText, hasText } from '../platform/database/search.ts';
import { countedUpTo, countUpTo } from '../platform/database/searched-list.ts';
import { userColumns } from './accounts.queries.ts';

export interface UserSearch {
  search: string;
  isActive: boolean | undefined;
  customersOnly: boolean;
  /** Sort by available balance, largest first, instead of newest first. */
  byBalance: boolean;
  page: number;
  pageSize: number;
}

/** Subquery for the ids of users whose name, email address or phone contains the text. */
export const usersMatching = (search: string) =>
  sql`select id from users where ${containsText('search_text', search)}`;

type UserFilter = Omit<UserSearch, 'byBalance' | 'page' | 'pageSize'>;

/** @param found the condition for what is searched for */
function filterUsers(reader: Reader, filter: UserFilter, found = containsText('search_text', filter.search)) {
  let query = reader.selectFrom('users').where('deleted_at', 'is', null);
  if (filter.isActive !== undefined) query = query.where('users.is_active', '=', filter.isActive);
  if (filter.customersOnly) query = query.where(sql<boolean>`roles = '{customer}'`);
  if (filter.search !== '') query = query.where(found);
  return query;
}

type FilteredUsers = ReturnType<typeof filterUsers>;

const idsByBalance = (query: FilteredUsers) =>
  query
    .leftJoin('wallets', 'wallets.user_id', 'users.id')
    .select('users.id')
    .orderBy(sql`coalesce(posted_paisa - held_paisa, 0)`, 'desc')
    .orderBy('users.id', 'desc');

/** Of users who still exist. */
export async function findUsersInOrder(reader: Reader, ids: readonly number[]) {
  const found = await reader
    .selectFrom('users')
    .select(userColumns)
    .where('id', 'in', [0, ...ids])
    .where('deleted_at', 'is', null)
    .execute();
  const place = new Map(ids.map((id, index) => [id, index]));
  return found.sort((one, other) => place.get(one.id)! - place.get(other.id)!);
}

export async function listUserIds(
  reader: Reader,
  filter: Omit<UserSearch, 'page' | 'pageSize'>,
): Promise<number[]> {
  const query = filterUsers(reader, filter);
  const rows = await (filter.byBalance
    ? idsByBalance(query)
    : query.select('id').orderBy('date_joined', 'desc').orderBy('id', 'desc')
  ).execute();
  return rows.map(({ id }) => id);
}

/** Enough for any page that somebody turns to; a larger shop is told that there are more. */
const maxUsersCounted = 5_000;

export async function listUsers(reader: Reader, filter: UserSearch) {
  const ids = filterUsers(reader, filter).select('users.id');
  const { rows: totals } = await sql<{
    total: number;
  }>`select (${countUpTo(maxUsersCounted, sql`${ids}`)}) as total`.execute(reader);
  const counted = countedUpTo(maxUsersCounted, totals[0]!.total);
  // The few are found by the index first. Left to choose, the database walks from the newest to the oldest, past everybody if there are fewer than a
  // page; many are soon met on that walk.
  const isCommon = counted.count_is_minimum === true;
  const found = isCommon
    ? hasText('search_text', filter.search)
    : sql<boolean>`users.id = any(array(${usersMatching(filter.search)}))`;
  const query = filterUsers(reader, filter, found);
  const offset = (filter.page - 1) * filter.pageSize;
  if (filter.byBalance) {
    // Full rows are read for the page only: sorting all of them would not fit in memory.
    const ranked = await idsByBalance(query).limit(filter.pageSize).offset(offset).execute();
    const rows = await findUsersInOrder(
      reader,
      ranked.map(({ id }) => id),
    );
    return { rows, ...counted };
  }
  const rows = await query
    .select(userColumns)
    .orderBy('date_joined', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.pageSize)
    .offset(offset)
    .execute();
  return { rows, ...counted };
}
