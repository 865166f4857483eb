// Which stored bytes are still named by a row; what is named by none may be swept.
import { sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';

/** Every column that names stored bytes. */
export const storageColumns = [
  { table: 'file_versions', column: 'storage_key' },
  { table: 'attachments', column: 'storage_key' },
  { table: 'money_papers', column: 'storage_key' },
  { table: 'data_exports', column: 'storage_key' },
  { table: 'data_export_parts', column: 'storage_key' },
  { table: 'users', column: 'profile_image_key' },
] as const;

export async function findKeptFiles(reader: Reader, keys: readonly string[]): Promise<Set<string>> {
  const named = storageColumns.map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} as key from ${sql.table(table)} where ${sql.ref(column)} = any(${keys}::text[])`,
  );
  // The shop's logo is a setting like any other: its key stands inside a value.
  named.push(
    sql`select value->>'storage_key' from shop_settings where value->>'storage_key' = any(${keys}::text[])`,
  );
  const { rows } = await sql<{ key: string }>`${sql.join(named, sql` union `)}`.execute(reader);
  return new Set(rows.map(({ key }) => key));
}
