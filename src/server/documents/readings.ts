// Data read from a copy or returned by a registry, stored encrypted for the save that refers to it. A reading belongs to one person,
// and its data is never printed on a paper about somebody else.
import { createHash, randomUUID } from 'node:crypto';
import type { Renderer } from '#engines/rendering/render-document.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { FieldFault } from '../platform/fault.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { Vault } from '../platform/vault.ts';
import { readingPurpose } from './documents.personal.ts';
import * as queries from './documents.queries.ts';

/** Source of a reading. A save may refer only to a reading of its own kind. */
export type ReadingOf = 'signed_copy' | 'tin' | 'birth';
interface SealedReading {
  of: ReadingOf;
  values: Record<string, string>;
}

/** The field of a reading that identifies the person. */
const personField: Record<ReadingOf, string> = {
  signed_copy: 'national_id',
  tin: 'tin',
  birth: 'birth_certificate_no',
};

export type Readings = ReturnType<typeof createReadings>;

export interface ReadingsDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly renderer: Pick<Renderer, 'warmUp'>;
}

const unseal = (deps: ReadingsDeps, sealed: Buffer) =>
  JSON.parse(deps.vault.openText(sealed, readingPurpose)) as SealedReading;

function indexOf(deps: ReadingsDeps, base64: string) {
  const { vault } = deps;
  const bytes = Buffer.from(base64.slice(base64.indexOf(',') + 1), 'base64');
  return vault.lastingHash(createHash('sha256').update(bytes).digest('hex'), 'read picture');
}

/** @returns undefined for an id that is unknown, someone else's, or from another source; all values then count as the customer's */
export async function findReading(
  deps: ReadingsDeps,
  caller: Caller,
  of: ReadingOf,
  id: string | null | undefined,
) {
  const { db } = deps;
  if (!id || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return {};
  const sealed = await queries.findReading(db, id, caller.userId);
  const reading = sealed && unseal(deps, sealed);
  return reading?.of === of ? reading.values : {};
}

/** @param pictures the pictures in the reading, in base64 */
export async function storeReading(
  deps: ReadingsDeps,
  caller: Caller,
  of: ReadingOf,
  values: Record<string, string>,
  pictures: readonly (string | null)[] = [],
): Promise<string> {
  const { db, vault, renderer } = deps;
  // The next request makes the paper, after the customer has reviewed the reading.
  renderer.warmUp();
  const id = randomUUID();
  await queries.insertReading(db, {
    id,
    ownerId: caller.userId,
    kind: of === 'signed_copy' ? 'extraction' : 'lookup',
    sealed: vault.sealText(JSON.stringify({ of, values } satisfies SealedReading), readingPurpose),
    pictureIndexes: pictures.filter((picture) => picture !== null).map((picture) => indexOf(deps, picture)),
  });
  return id;
}

/**
 * Rejects a picture from another person's copy. A copy's number identifies its person, but the customer may correct it
 * in a save that refers to that copy.
 * @param number the NID of the paper
 * @param pictures by field name, in base64 or as data URLs
 * @throws FieldFault `picture_of_other_copy`
 */
export async function assertPicturesOfPerson(
  deps: ReadingsDeps,
  caller: Caller,
  named: string | null | undefined,
  number: string,
  pictures: Readonly<Record<string, string | null | undefined>>,
): Promise<void> {
  const { db } = deps;
  const sent = Object.entries(pictures).flatMap(([field, base64]) =>
    base64 ? [{ field, index: indexOf(deps, base64) }] : [],
  );
  if (sent.length === 0) return;
  const rows = await queries.findReadingsWithPictures(
    db,
    caller.userId,
    sent.map(({ index }) => index),
  );
  for (const { field, index } of sent) {
    const from = rows.filter((row) => row.picture_indexes.some((known) => known.equals(index)));
    const isOfPerson = (row: (typeof rows)[number]) =>
      row.id === named || unseal(deps, row.sealed_reading).values.national_id === number;
    if (from.length > 0 && !from.some(isOfPerson))
      throw new FieldFault({ [field]: ['picture_of_other_copy'] });
  }
}

/**
 * Rejects a correction that refers to another person's reading.
 * @param before the record's current values, and the reading that they came from
 * @throws FieldFault `reading_of_other_person` at the field that holds the reading's id
 */
export async function assertSamePerson(
  deps: ReadingsDeps,
  caller: Caller,
  of: ReadingOf,
  named: string | null | undefined,
  before: { readonly number: string; readonly readingId: string | null | undefined },
): Promise<void> {
  if (!named || named === before.readingId) return;
  const number = (await findReading(deps, caller, of, named))[personField[of]];
  const field = of === 'signed_copy' ? 'extraction_id' : 'lookup_id';
  if (number && number !== before.number) throw new FieldFault({ [field]: ['reading_of_other_person'] });
}

/** Deletes readings after this many days, and records in each owner's audit log how many. */
export const removeOldReadings = (deps: ReadingsDeps, days: number) =>
  inTransaction(deps.db, async (trx) => {
    for (const { owner_id, removed } of await queries.deleteOldReadings(trx, days))
      await recordEvent(trx, {
        kind: 'data.removed',
        subjectId: owner_id,
        details: { readings: removed },
      });
  });

export function createReadings(deps: ReadingsDeps) {
  return bindDeps(deps, {
    keep: storeReading,
    find: findReading,
    assertPicturesOf: assertPicturesOfPerson,
    assertSamePerson: assertSamePerson,
    removeOld: removeOldReadings,
  });
}
