// Names of people for lists that staff read; namesakes among the staff are followed by what tells them apart.
import { sql } from 'kysely';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Reader } from '../platform/database/connect.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  /** Unique, unlike the name. */
  readonly own: string;
}

/** A dot, a space or a sign that nobody sees makes no other name. */
const readAs = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

export function apart(rows: readonly Named[]): Map<number, string> {
  const times = new Map<string, number>();
  for (const { name } of rows) times.set(readAs(name), (times.get(readAs(name)) ?? 0) + 1);
  return new Map(
    rows.map(({ id, name, own }) => [
      id,
      times.get(readAs(name))! > 1 && name !== own ? `${name} (${own})` : name,
    ]),
  );
}

/** '' for nobody. */
export type NameOf = (id: number | null) => string;

/**
 * Those with these ids, told apart from each other and from all staff. For staff alone: a username is an address.
 * @param by the username, or the number where addresses are masked
 */
export async function staffNames(
  reader: Reader,
  ids: readonly (number | null)[],
  by: 'username' | 'id' = 'username',
): Promise<NameOf> {
  const known = ids.filter((id) => id !== null);
  if (known.length === 0) return () => '';
  const rows = await reader
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name', 'username'])
    .where(sql<boolean>`(id = any(${known}::integer[]) or roles <> '{customer}')`)
    .execute();
  const names = apart(rows.map((row) => ({ id: row.id, name: shownNameOf(row), own: String(row[by]) })));
  return (id) => (id === null ? '' : (names.get(id) ?? ''));
}
