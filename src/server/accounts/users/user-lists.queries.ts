// SQL of the lists of users: filters, order, counts.
import { sql } from 'kysely';
import type { Reader } from '../../platform/database/connect.ts';
import { containsText, hasText } from '../../platform/database/search.ts';
import { countedUpTo, countUpTo, maxCounted } from '../../platform/database/searched-list.ts';
import { userColumns } from '../accounts.queries.ts';

export interface UserSearch {
  search: string;
  isActive: boolean | undefined;
  customersOnly: boolean;
  /** Sorts by available balance, largest first, instead of newest first. */
  byBalance: boolean;
  page: number;
  pageSize: number;
}

/** Subquery for the ids of users whose name, email address or phone contains the text. */
export const usersMatching = (search: string) =>
  sql`select id from users where ${containsText('search_text', search)}`;

type UserFilter = Omit<UserSearch, 'byBalance' | 'page' | 'pageSize'>;

/** @param matches builds the condition that a column matches the search */
function filterUsers(reader: Reader, filter: UserFilter, matches = containsText) {
  let query = reader.selectFrom('users').where('deleted_at', 'is', null);
  if (filter.isActive !== undefined) query = query.where('users.is_active', '=', filter.isActive);
  if (filter.customersOnly) query = query.where(sql<boolean>`roles = '{customer}'`);
  if (filter.search !== '') query = query.where(matches('search_text', filter.search));
  return query;
}

type FilteredUsers = ReturnType<typeof filterUsers>;

const idsByBalance = (query: FilteredUsers) =>
  query
    .leftJoin('wallets', 'wallets.user_id', 'users.id')
    .select('users.id')
    .orderBy(sql`coalesce(posted_paisa - held_paisa, 0)`, 'desc')
    .orderBy('users.id', 'desc');

/** Finds users who still exist, in the order of the ids. */
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

/** Enough for any page that people turn to. Beyond it, the list only states that there are more. */
const maxUsersCounted = 5_000;

/**
 * Finds the matches of a search, up to one more than is counted. Materialised, because a planner that knew the limit would prefer to scan the table
 * from its start.
 */
async function findMatches(reader: Reader, filter: UserFilter): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with named as materialized (${filterUsers(reader, filter).select('users.id')})
    select id from named limit ${sql.lit(maxCounted + 1)}`.execute(reader);
  return rows.map(({ id }) => id);
}

/** Builds the unordered query of a filter's users, and counts them. */
async function openList(reader: Reader, filter: UserFilter) {
  if (filter.search === '') {
    const query = filterUsers(reader, filter);
    const total = countUpTo(maxUsersCounted, sql`${query.select('users.id')}`);
    const { rows } = await sql<{ total: number }>`select (${total}) as total`.execute(reader);
    return { query, ...countedUpTo(maxUsersCounted, rows[0]!.total) };
  }
  const found = await findMatches(reader, filter);
  // For a common name, rechecking every row from the index costs ten times as much as scanning the newest rows.
  const query =
    found.length > maxCounted
      ? filterUsers(reader, filter, hasText)
      : filterUsers(reader, { ...filter, search: '' }).where(
          // A single array parameter, so that the statement is the same for any number of ids.
          sql<boolean>`users.id = any(${found}::integer[])`,
        );
  return { query, ...countedUpTo(maxCounted, found.length) };
}

export async function listUsers(reader: Reader, filter: UserSearch) {
  const { query, ...counted } = await openList(reader, filter);
  const offset = (filter.page - 1) * filter.pageSize;
  if (filter.byBalance) {
    // Full rows are read for the page only, because sorting all of them wouldn't fit in memory.
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
