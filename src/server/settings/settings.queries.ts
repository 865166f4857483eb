// All SQL about the shop's settings.
import { sql } from 'kysely';
import type { Reader, Trx } from '../platform/database/connect.ts';

type Value = Record<string, unknown>;

export interface SettingRow {
  key: string;
  value: Value;
  version: number;
  changed_by: number;
  changed_at: Date;
}

export async function listSettings(reader: Reader): Promise<SettingRow[]> {
  const { rows } = await sql<SettingRow>`
    select key, value, version, changed_by, changed_at from shop_settings`.execute(reader);
  return rows;
}

/** Overwrites the version that was read. @returns false if the version has changed */
export async function putSetting(
  trx: Trx,
  key: string,
  change: { version: number; before: Value; after: Value; by: number },
): Promise<boolean> {
  const { version, before, after, by } = change;
  const { rows } = await sql<{ version: number }>`
    insert into shop_settings (key, value, version, changed_by)
      select ${key}, ${JSON.stringify(after)}::jsonb, 1, ${by} where ${version}::int = 0
    on conflict (key) do nothing returning version`.execute(trx);
  const changed =
    version === 0
      ? rows
      : (
          await sql<{ version: number }>`
            update shop_settings set value = ${JSON.stringify(after)}::jsonb, version = version + 1, changed_by = ${by}, changed_at = now()
             where key = ${key} and version = ${version} returning version`.execute(trx)
        ).rows;
  if (changed.length === 0) return false;
  await sql`
    insert into shop_setting_changes (key, version, value_before, value_after, changed_by)
    values (${key}, ${changed[0]!.version}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${by})`.execute(
    trx,
  );
  return true;
}

interface ChangeRow {
  id: number;
  version: number;
  value_before: Value;
  value_after: Value;
  changed_by: number;
  changed_at: Date;
}

export async function listChanges(
  reader: Reader,
  key: string,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ rows: ChangeRow[]; count: number }> {
  const counted = await sql<{ count: number }>`
    select count(*)::int as count from shop_setting_changes where key = ${key}`.execute(reader);
  const { rows } = await sql<ChangeRow>`
    select id, version, value_before, value_after, changed_by, changed_at from shop_setting_changes
     where key = ${key} order by id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(reader);
  return { rows, count: counted.rows[0]!.count };
}
