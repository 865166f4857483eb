// The names under which lists of staff call people: whoever shares a name with another member of staff has what tells them apart behind it.
import { sql } from 'kysely';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Reader } from '../platform/database/connect.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  /** What no other has. */
  readonly own: string;
}

export function apart(rows: readonly Named[]): Map<number, string> {
  const times = new Map<string, number>();
  for (const { name } of rows) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    rows.map(({ id, name, own }) => [id, times.get(name)! > 1 && name !== own ? `${name} (${own})` : name]),
  );
}

/** Those with these ids, told apart from each other and from all staff. */
export async function staffNames(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'username'])
    .where(sql<boolean>`(id = any(${[...ids]}::integer[]) or roles <> '{customer}')`)
    .execute();
  return apart(rows.map((row) => ({ id: row.id, name: shownNameOf(row), own: row.username })));
}
