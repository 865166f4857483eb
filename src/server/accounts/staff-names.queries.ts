// Names of people for lists that staff read. Namesakes among the staff get their username or number appended.
import { sql } from 'kysely';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Reader } from '../platform/database/connect.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  /** Unique; appended to a name that several people share. */
  readonly own: string;
}

/** Names that differ only in dots, spaces or invisible characters count as the same. */
const normalizeName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Appends `own` to every name that occurs more than once. */
export function disambiguateNames(rows: readonly Named[]): Map<number, string> {
  const times = new Map<string, number>();
  for (const { name } of rows) times.set(normalizeName(name), (times.get(normalizeName(name)) ?? 0) + 1);
  return new Map(
    rows.map(({ id, name, own }) => [
      id,
      times.get(normalizeName(name))! > 1 && name !== own ? `${name} (${own})` : name,
    ]),
  );
}

/** @returns '' for null or an unknown id */
export type NameOf = (id: number | null) => string;

/**
 * Returns the names of these people, distinguished from each other and from all staff. For staff only, because a username is an email address.
 * @param by what namesakes are distinguished by: the number where addresses are masked
 */
export async function loadStaffNames(
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
  const names = disambiguateNames(
    rows.map((row) => ({ id: row.id, name: shownNameOf(row), own: String(row[by]) })),
  );
  return (id) => (id === null ? '' : (names.get(id) ?? ''));
}
