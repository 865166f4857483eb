// All SQL about issued receipts and statements.
import { sql } from 'kysely';
import { shownNameOf } from '#contract/accounts/person-name.ts';
import type { Reader, Trx } from '../platform/database/connect.ts';

export interface NewPaper {
  readonly kind: 'receipt' | 'statement' | 'report';
  readonly ownerId: number;
  /** Identifies what it shows; each is issued once. */
  readonly about: string;
  readonly number: string;
  readonly verificationCode: string;
  readonly storageKey: string;
  readonly sha256: Buffer;
  readonly byteSize: number;
  readonly maskedName: string;
  readonly madeAt: Date;
}

/** Reads the owner's name and locks it against changes and erasure until the transaction ends. */
export async function lockOwnerName(trx: Trx, ownerId: number): Promise<string> {
  return shownNameOf(
    await trx
      .selectFrom('users')
      .select(['first_name', 'last_name', 'username'])
      .where('id', '=', ownerId)
      .forShare()
      .executeTakeFirstOrThrow(),
  );
}

/** Does nothing if the same paper was issued meanwhile. */
export async function insertPaper(reader: Reader, paper: NewPaper): Promise<void> {
  await reader
    .insertInto('money_papers')
    .values({
      kind: paper.kind,
      owner_id: paper.ownerId,
      about: paper.about,
      number: paper.number,
      verification_code: paper.verificationCode,
      storage_key: paper.storageKey,
      sha256: paper.sha256,
      byte_size: paper.byteSize,
      masked_name: paper.maskedName,
      made_at: paper.madeAt,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'about']).doNothing())
    .execute();
}

export function findPaper(reader: Reader, kind: NewPaper['kind'], about: string) {
  return reader
    .selectFrom('money_papers')
    .select(['id', 'number', 'storage_key'])
    .where('kind', '=', kind)
    .where('about', '=', about)
    .executeTakeFirst();
}

export async function nextPaperNumber(reader: Reader): Promise<number> {
  const { rows } = await sql<{
    number: number;
  }>`select nextval('money_paper_numbers')::int as number`.execute(reader);
  return rows[0]!.number;
}

/** Finds a paper in the shape of a document's version; it has a single version and no provenance. */
export async function findPaperVersion(
  reader: Reader,
  by: { verificationCode: string } | { sha256: Buffer },
) {
  const query = reader
    .selectFrom('money_papers')
    .select(['id', 'kind', 'number', 'owner_id', 'made_at', 'sha256', 'masked_name']);
  const row = await ('sha256' in by
    ? query.where('sha256', '=', by.sha256)
    : query.where('verification_code', '=', by.verificationCode)
  ).executeTakeFirst();
  return (
    row && {
      ...row,
      current_version: 1,
      version: 1,
      revoked_at: null,
      provenance: { registry: 0, extracted: 0, customer: 0 },
    }
  );
}
