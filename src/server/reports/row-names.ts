// The names under which reports list services and staff: whoever shares a name with another has what tells them apart behind it.
import { shownNameOf } from '#contract/accounts/person-name.ts';
import { nameIn } from '#contract/catalogue/name-in.ts';
import type { Language } from '#contract/language.ts';
import type { Reader } from '../platform/database/connect.ts';
import { listNames, type listServiceNames } from './shop/shop-reports.queries.ts';

interface Named {
  readonly id: number;
  readonly name: string;
  /** What no other has. */
  readonly own: string;
}

function apart(rows: readonly Named[]): Map<number, string> {
  const times = new Map<string, number>();
  for (const { name } of rows) times.set(name, (times.get(name) ?? 0) + 1);
  return new Map(
    rows.map(({ id, name, own }) => [id, times.get(name)! > 1 && name !== own ? `${name} (${own})` : name]),
  );
}

export async function staffNames(reader: Reader, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await listNames(reader, ids);
  return apart(rows.map((row) => ({ id: row.id, name: shownNameOf(row), own: row.username })));
}

export const serviceNames = (
  services: Awaited<ReturnType<typeof listServiceNames>>,
  language: Language,
): Map<number, string> =>
  apart(
    services.map(({ id, name, name_en, code }) => ({ id, name: nameIn(language, name, name_en), own: code })),
  );
