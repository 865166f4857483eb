// The audit log is changed by the owner of the database, in every column of every kind of row: TAMPERINGS changes, each of which must be located.
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { type EventKind, eventKinds } from '#contract/audit-log/event-words.ts';
import { proveAuditLog, sealAuditLog } from '#server/audit-log/chain.ts';
import { recordEvent } from '#server/audit-log/record-event.ts';
import { createDatabase, createPool, type Trx } from '#server/platform/database/connect.ts';
import { useDatabase } from '../../support/database.ts';
import { proofSeed, recordCounts, seededRandom } from '../../support/proof-counts.ts';

const base = useDatabase();
/** 0 means all of them. */
const wanted = Number(process.env.TAMPERINGS ?? 40);
const key = randomBytes(32);
const kinds = Object.keys(eventKinds.bn) as EventKind[];
const random = seededRandom(proofSeed);

interface Tampering {
  readonly kind: string;
  readonly statements: readonly string[];
  /** A row of the stretch that must be reported. */
  readonly at: bigint;
}

const changed = {
  at: `at + interval '1 microsecond'`,
  kind: `kind || '.'`,
  actor_id: 'coalesce(actor_id, 0) + 1',
  subject_id: 'nullif(subject_id, subject_id)',
  object_kind: `object_kind || ' '`,
  object_id: `object_id || '0'`,
  reason: `translate(reason, 'এ', 'ই')`,
  ip: `ip || '1'`,
  details: `details || '{"count": 2}'`,
};

/** All tamperings of one row, whose neighbour is in the same stretch. */
function tamperWith(id: bigint): Tampering[] {
  const columns = Object.keys(changed) as (keyof typeof changed)[];
  const others = columns.join(', ');
  return [
    ...columns.map((column) => ({
      kind: column,
      statements: [`update trail set ${column} = ${changed[column]} where id = ${id}`],
      at: id,
    })),
    { kind: 'removed', statements: [`delete from trail where id = ${id}`], at: id },
    {
      kind: 'number',
      statements: [`update trail set id = 1000000 + id where id = ${id}`],
      at: id,
    },
    {
      kind: 'swapped',
      statements: [
        `update trail set id = -1 where id = ${id}`,
        `update trail set id = ${id} where id = ${id + 1n}`,
        `update trail set id = ${id + 1n} where id = -1`,
      ],
      at: id,
    },
    {
      kind: 'replaced by a copy',
      statements: [
        `delete from trail where id = ${id + 1n}`,
        `insert into trail (id, ${others}) overriding system value select id + 1, ${others} from trail where id = ${id}`,
      ],
      at: id,
    },
  ];
}

/** All tamperings of the seals, except of their time, which is informational only. */
function tamperWithSeal(last: bigint, next: bigint): Tampering[] {
  const where = `where last_id = ${last}`;
  return [
    ...[
      'first_id = first_id - 1',
      'row_count = row_count + 1',
      'hash = sha256(hash)',
      'mac = sha256(mac)',
      `mac = ''`,
    ].map((change) => ({
      kind: 'seal',
      statements: [`update trail_seals set ${change} ${where}`],
      at: last,
    })),
    { kind: 'seal', statements: [`update trail_seals set last_id = last_id - 1 ${where}`], at: last - 1n },
    { kind: 'seal removed', statements: [`delete from trail_seals ${where}`], at: next },
    {
      kind: 'row inserted and sealed anew',
      statements: [
        `delete from trail where id = ${last}`,
        `insert into trail (id, kind) overriding system value values (${last}, 'signed_in')`,
        `update trail_seals s set hash = (select h.hash from trail_stretch_hash(coalesce((select b.hash from trail_seals b where b.last_id < s.last_id order by b.last_id desc limit 1), ''::bytea), s.first_id, s.last_id) h) ${where}`,
      ],
      at: last,
    },
  ];
}

class Undone extends Error {}

it(`detects and locates every change to the log, ${wanted || 'all'} of them`, async () => {
  for (const kind of kinds)
    for (const turn of [1, 2])
      await recordEvent(base.db, {
        kind,
        actorId: 7,
        subjectId: 8,
        object: { kind: 'order', id: turn },
        reason: `এর কারণ ${turn}`,
        ip: '203.0.113.7',
        details: { count: 1 },
      });
  while ((await sealAuditLog(base.db, key, 10)) > 0);
  expect((await proveAuditLog(base.db, key)).openRows).toBe(0);
  const seals = await base.db
    .selectFrom('trail_seals')
    .select(['first_id', 'last_id'])
    .orderBy('last_id')
    .execute();
  expect((await proveAuditLog(base.db, key)).broken).toEqual([]);
  const all = [
    ...kinds.flatMap((_, index) => tamperWith(BigInt(2 * index + 1))),
    ...seals.slice(1, -1).flatMap(({ last_id }, index) => tamperWithSeal(last_id, seals[index + 2]!.last_id)),
  ];
  const chosen = wanted === 0 ? all : all.filter(() => random() < wanted / all.length);
  const counts: Record<string, number> = { found: 0, missed: 0 };
  const owner = createDatabase(createPool(base.ownerUrl, 1));
  const tamper = (statements: readonly string[]) =>
    owner.transaction().execute(async (trx: Trx) => {
      await sql`alter table trail alter column id set generated by default`.execute(trx);
      for (const statement of statements) {
        const { numAffectedRows } = await sql.raw(statement).execute(trx);
        expect(numAffectedRows, statement).toBe(1n);
      }
      throw Object.assign(new Undone(), { proof: await proveAuditLog(trx, key) });
    });
  try {
    for (const { kind, statements, at } of chosen) {
      const failure = await tamper(statements).catch((error: unknown) => error);
      if (!(failure instanceof Undone)) throw failure;
      const { broken } = (failure as Undone & { proof: Awaited<ReturnType<typeof proveAuditLog>> }).proof;
      const isNamed = broken.some(({ firstId, lastId }) => BigInt(firstId) <= at && at <= BigInt(lastId));
      expect(isNamed, `${statements.join('; ')}, found ${JSON.stringify(broken)}`).toBe(true);
      counts[kind] = (counts[kind] ?? 0) + 1;
      counts[isNamed ? 'found' : 'missed']! += 1;
    }
  } finally {
    await owner.destroy();
  }
  recordCounts('tamperings', { kindsOfRows: kinds.length, ...counts });
  expect((await proveAuditLog(base.db, key)).broken).toEqual([]);
}, 600_000);
