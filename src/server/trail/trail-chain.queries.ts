// SQL of the chain over the trail.
import { sql } from 'kysely';
import type { Reader, Trx } from '../platform/database/connect.ts';

export interface Stretch {
  first_id: bigint;
  last_id: bigint;
  row_count: bigint;
  hash: Buffer;
}

/** Rows since the last seal; locks the trail against writers until the transaction ends. */
export async function takeNextStretch(trx: Trx): Promise<Stretch | undefined> {
  const { rows } = await sql<
    Stretch & { last_id: bigint | null }
  >`select * from trail_next_stretch()`.execute(trx);
  return rows[0]?.last_id == null ? undefined : rows[0];
}

export async function insertSeal(trx: Trx, stretch: Stretch, mac: Buffer): Promise<void> {
  await trx
    .insertInto('trail_seals')
    .values({ ...stretch, mac })
    .execute();
}

export async function listSeals(reader: Reader): Promise<(Stretch & { mac: Buffer })[]> {
  const { rows } = await sql<
    Stretch & { mac: Buffer }
  >`select first_id, last_id, row_count, hash, mac from trail_seals order by last_id`.execute(reader);
  return rows;
}

export async function hashStretch(
  reader: Reader,
  before: Buffer,
  firstId: bigint,
  lastId: bigint,
): Promise<Pick<Stretch, 'row_count' | 'hash'>> {
  const { rows } = await sql<
    Pick<Stretch, 'row_count' | 'hash'>
  >`select row_count, hash from trail_stretch_hash(${before}, ${firstId}, ${lastId})`.execute(reader);
  return rows[0]!;
}

export async function countRowsFrom(reader: Reader, id: bigint): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from trail where id >= ${id}`.execute(reader);
  return rows[0]!.count;
}
