// SQL of the audit log's hash chain.
import { sql } from 'kysely';
import type { Database, Reader, Trx } from '../platform/database/connect.ts';
import { dateInDhaka } from '../platform/database/dhaka.ts';

/** Separate locks, so that anchoring doesn't block sealing, and a seal in progress loses no anchor. */
const anchorLock = 7301967;
const sealLock = 7301968;

export interface EventRange {
  first_id: bigint;
  last_id: bigint;
  row_count: bigint;
  hash: Buffer;
}

/** Takes the next rows after the last seal, up to a maximum, and blocks writers of the audit log until the transaction ends. One process at a time. */
export async function lockNextRange(trx: Trx, max: number): Promise<EventRange | undefined> {
  await sql`select pg_advisory_xact_lock(${sealLock})`.execute(trx);
  const { rows } = await sql<
    EventRange & { last_id: bigint | null }
  >`select * from trail_next_stretch(${max})`.execute(trx);
  return rows[0]?.last_id == null ? undefined : rows[0];
}

export async function insertSeal(trx: Trx, stretch: EventRange, mac: Buffer): Promise<void> {
  await trx
    .insertInto('trail_seals')
    .values({ ...stretch, mac })
    .execute();
}

/** Lists seals in order, in batches. */
export async function listSeals(
  reader: Reader,
  after: bigint,
  limit: number,
): Promise<(EventRange & { mac: Buffer })[]> {
  const { rows } = await sql<
    EventRange & { mac: Buffer }
  >`select first_id, last_id, row_count, hash, mac from trail_seals where last_id > ${after}::bigint order by last_id limit ${limit}`.execute(
    reader,
  );
  return rows;
}

/** Finds the end of the chain; the time is the database's. */
export async function findHead(
  reader: Reader,
): Promise<{ lastId: string; hash: string; at: string } | undefined> {
  const { rows } = await sql<{ lastId: string; hash: string; at: Date }>`
    select last_id::text as "lastId", encode(hash, 'hex') as hash, now() as at from trail_seals order by last_id desc limit 1`.execute(
    reader,
  );
  return rows[0] && { ...rows[0], at: rows[0].at.toISOString() };
}

export async function takeAnchorLock(trx: Trx): Promise<boolean> {
  const { rows } = await sql<{
    is_mine: boolean;
  }>`select pg_try_advisory_xact_lock(${anchorLock}) as is_mine`.execute(trx);
  return rows[0]!.is_mine;
}

/** Claims the nightly proof for one process. If that process dies, the proof can be claimed again after two hours. */
export async function beginProof(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`
    insert into trail_proofs (day) select ${dateInDhaka(sql`now() - interval '3 hours'`)}
    on conflict (day) do update set started_at = now()
     where trail_proofs.finished_at is null and trail_proofs.started_at < now() - interval '2 hours'
    returning day`.execute(db);
  return rows[0]?.day;
}

export async function finishProof(db: Database, day: string, broken: number): Promise<void> {
  await sql`update trail_proofs set finished_at = clock_timestamp(), broken = ${broken} where day = ${day}::date`.execute(
    db,
  );
  await sql`delete from trail_proofs where day < now() - interval '400 days'`.execute(db);
}

export async function findLastProof(
  reader: Reader,
): Promise<{ finished_at: Date; broken: number } | undefined> {
  const { rows } = await sql<{ finished_at: Date; broken: number }>`
    select finished_at, broken from trail_proofs where finished_at is not null order by day desc limit 1`.execute(
    reader,
  );
  return rows[0];
}

export async function hashStretch(
  reader: Reader,
  before: Buffer,
  firstId: bigint,
  lastId: bigint,
): Promise<Pick<EventRange, 'row_count' | 'hash'>> {
  const { rows } = await sql<
    Pick<EventRange, 'row_count' | 'hash'>
  >`select row_count, hash from trail_stretch_hash(${before}, ${firstId}, ${lastId})`.execute(reader);
  return rows[0]!;
}

export async function countRowsFrom(reader: Reader, id: bigint): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from trail where id >= ${id}`.execute(reader);
  return rows[0]!.count;
}
