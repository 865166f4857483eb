// Reads a sealed note by staff, whatever it is about.
import { fullNameOf } from '#contract/accounts/person-name.ts';
import type { StaffNote } from '#contract/accounts/staff-notes.ts';
import type { Vault } from '../../platform/vault.ts';

interface StaffNoteRow {
  id: number;
  text_sealed: Buffer;
  written_at: Date;
  author_id: number;
  first_name: string;
  last_name: string;
}

export const presentStaffNote = (vault: Vault, purpose: string, row: StaffNoteRow): StaffNote => ({
  id: row.id,
  text: vault.openText(row.text_sealed, purpose),
  by: { id: row.author_id, name: fullNameOf(row) },
  at: row.written_at.toISOString(),
});
