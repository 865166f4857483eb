// Decrypts and presents staff's notes on any subject.
import type { StaffNote } from '#contract/accounts/staff-notes.ts';
import type { Reader } from '../../platform/database/connect.ts';
import type { Vault } from '../../platform/vault.ts';
import { loadStaffNames } from '../staff-names.queries.ts';

interface StaffNoteRow {
  id: number;
  text_sealed: Buffer;
  written_at: Date;
  author_id: number;
}

export async function presentStaffNotes(
  reader: Reader,
  vault: Vault,
  purpose: string,
  rows: readonly StaffNoteRow[],
): Promise<StaffNote[]> {
  const nameOf = await loadStaffNames(
    reader,
    rows.map((row) => row.author_id),
  );
  return rows.map((row) => ({
    id: row.id,
    text: vault.openText(row.text_sealed, purpose),
    by: { id: row.author_id, name: nameOf(row.author_id) },
    at: row.written_at.toISOString(),
  }));
}
