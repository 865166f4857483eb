// All SQL about setting changes that wait for a second owner.
import { sql } from 'kysely';
import type { Reader, Trx } from '../platform/database/connect.ts';

type Fields = Record<string, unknown>;

export interface ProposalRow {
  id: number;
  key: string;
  fields_before: Fields;
  fields_after: Fields;
  asked_by: number;
  asked_at: Date;
  applies_at: Date | null;
}

export async function listPending(reader: Reader): Promise<ProposalRow[]> {
  const { rows } = await sql<ProposalRow>`
    select p.id, p.key, p.fields_before, p.fields_after, p.asked_by, p.asked_at, p.applies_at
      from setting_proposals p
     where p.state = 'pending' order by p.id`.execute(reader);
  return rows;
}

/** @returns false if another proposal for the group is pending */
export async function insertProposal(
  trx: Trx,
  proposal: { key: string; before: Fields; after: Fields; by: number; hours: number | null },
): Promise<boolean> {
  const { key, before, after, by, hours } = proposal;
  const { rows } = await sql<{ id: number }>`
    insert into setting_proposals (key, fields_before, fields_after, asked_by, applies_at)
    values (${key}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb, ${by},
            now() + ${hours}::int * interval '1 hour')
    on conflict (key) where state = 'pending' do nothing returning id`.execute(trx);
  return rows.length > 0;
}

/** Locks the pending proposal, so that only one of two concurrent decisions finds it. */
export async function lockPending(
  trx: Trx,
  key: string,
): Promise<(Omit<ProposalRow, 'name'> & { is_due: boolean }) | undefined> {
  const { rows } = await sql<Omit<ProposalRow, 'name'> & { is_due: boolean }>`
    select id, key, fields_before, fields_after, asked_by, asked_at, applies_at,
           coalesce(applies_at <= now(), false) as is_due
      from setting_proposals where key = ${key} and state = 'pending' for update`.execute(trx);
  return rows[0];
}

export async function decide(
  trx: Trx,
  id: number,
  state: 'applied' | 'closed',
  by: number | undefined,
): Promise<void> {
  await trx
    .updateTable('setting_proposals')
    .set({ state, decided_by: by ?? null, decided_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** @param hours from now; null while another owner has to decide */
export async function setDue(trx: Trx, id: number, hours: number | null): Promise<void> {
  await sql`update setting_proposals set applies_at = now() + ${hours}::int * interval '1 hour' where id = ${id}`.execute(
    trx,
  );
}
