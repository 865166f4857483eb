// Which stored bytes are still named by a print, an attachment or a paper about money; what is named by nothing may be swept.
import { sql } from 'kysely';
import type { Reader } from '../platform/database/connect.ts';

export async function findKeptPrints(reader: Reader, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ storage_key: string }>`
    select storage_key from file_versions where storage_key = any(${keys}::text[])
    union select storage_key from attachments where storage_key = any(${keys}::text[])
    union select storage_key from money_papers where storage_key = any(${keys}::text[])`.execute(reader);
  return rows.map((row) => row.storage_key);
}
