// Removes stored files that no row refers to any more. It trusts only the database's clock, touches only files that this database stored, stops if it
// would remove more than a small share, and keeps what it removes in the trash for 30 days.
import { bindDeps } from '../bind-deps.ts';
import { type Database, inTransaction } from '../database/connect.ts';
import { identityName } from '../installation/identity.ts';
import { isLeaseLost } from '../work/lease.ts';
import type { BlobStore } from './storage.ts';
import * as queries from './stored-files.queries.ts';

export interface SweepDeps {
  readonly db: Database;
  readonly blobs: BlobStore;
  /** Every column that names stored bytes. */
  readonly storedColumns: readonly queries.StoredColumn[];
}

export interface SweepResult {
  /** Files of this database outside the trash. */
  readonly stored: number;
  /** How many of them no row refers to. */
  readonly unnamed: number;
  readonly trashed: number;
  /** Why nothing was removed: the store belongs to another installation, or the share would have been too large. */
  readonly held: 'store' | 'share' | undefined;
  /** Deleted from the trash for good. */
  readonly removed: number;
  /** Files in the store that this database never stored, but a later or another one. They stay. */
  readonly unknown: number;
}

export interface SweepOptions {
  /** Files stored less than this many seconds ago stay, referenced or not. */
  readonly seconds?: number;
  /** Set if someone has checked, and allows it to remove more than the usual share. */
  readonly isConfirmed?: boolean;
}

const daySeconds = 86_400;
export const trashDays = 30;
const portionSize = 500;

/** One percent or a hundred files, but in a small shop never more than ten percent (plus one). */
export const maxAtOnce = (stored: number) =>
  Math.min(Math.max(Math.floor(stored / 100), 100), Math.max(Math.floor(stored / 10), 1));

async function isOwnStore(deps: SweepDeps): Promise<boolean> {
  const { db, blobs } = deps;
  const [own, file] = await Promise.all([queries.readInstallation(db), blobs.readNamed(identityName)]);
  return own !== undefined && file?.toString().trim() === own.id;
}

async function findUnnamed(deps: SweepDeps, seconds: number): Promise<{ stored: number; unnamed: string[] }> {
  const { db, storedColumns } = deps;
  const unnamed: string[] = [];
  let stored = 0;
  for (let after = ''; ; ) {
    const portion = await queries.listStored(db, after, seconds, portionSize);
    const old = portion.filter(({ is_old }) => is_old).map(({ key }) => key);
    const referenced = await queries.findReferenced(db, storedColumns, old);
    unnamed.push(...old.filter((key) => !referenced.has(key)));
    stored += portion.length;
    if (portion.length < portionSize) return { stored, unnamed };
    after = portion.at(-1)!.key;
  }
}

/** Checks again under a lock: a process that is storing the same bytes waits, and then stores them again. */
const trashOne = (deps: SweepDeps, key: string, seconds: number): Promise<boolean> =>
  inTransaction(deps.db, async (trx) => {
    if (isLeaseLost() || !(await queries.lockOld(trx, key, seconds))) return false;
    if ((await queries.findReferenced(trx, deps.storedColumns, [key])).size > 0) return false;
    await deps.blobs.trash(key);
    await queries.setTrashed(trx, key);
    return true;
  });

async function emptyTrash(deps: SweepDeps): Promise<number> {
  const { db, blobs } = deps;
  const removeOne = () =>
    inTransaction(db, async (trx) => {
      const key = await queries.lockNextTrashed(trx, trashDays);
      if (key === undefined) return false;
      await blobs.removeTrashed(key);
      await queries.forget(trx, key);
      return true;
    });
  let removed = 0;
  while (!isLeaseLost() && (await removeOne())) removed += 1;
  return removed;
}

async function countUnknown(deps: SweepDeps): Promise<number> {
  const { db, blobs } = deps;
  let unknown = 0;
  let portion: string[] = [];
  const count = async () => {
    unknown += await queries.countUnknown(db, portion);
    portion = [];
  };
  for await (const key of blobs.list()) {
    portion.push(key);
    if (portion.length === portionSize) await count();
  }
  await count();
  return unknown;
}

export async function sweepStorage(
  deps: SweepDeps,
  { seconds = daySeconds, isConfirmed = false }: SweepOptions = {},
): Promise<SweepResult> {
  if (!(await isOwnStore(deps)))
    return { stored: 0, unnamed: 0, trashed: 0, held: 'store', removed: 0, unknown: 0 };
  const { stored, unnamed } = await findUnnamed(deps, seconds);
  const isTooMuch = !isConfirmed && unnamed.length > maxAtOnce(stored);
  let trashed = 0;
  if (!isTooMuch) for (const key of unnamed) if (await trashOne(deps, key, seconds)) trashed += 1;
  return {
    stored,
    unnamed: unnamed.length,
    trashed,
    held: isTooMuch ? 'share' : undefined,
    removed: isTooMuch ? 0 : await emptyTrash(deps),
    unknown: await countUnknown(deps),
  };
}

/** Restores everything in the trash. @returns how many files */
export async function restoreStorage(deps: SweepDeps): Promise<number> {
  const { blobs, db } = deps;
  let restored = 0;
  for await (const key of blobs.listTrash()) {
    await queries.recordStored(db, key);
    if (await blobs.untrash(key)) restored += 1;
  }
  return restored;
}

export function createSweep(deps: SweepDeps) {
  return bindDeps(deps, { sweep: sweepStorage, restore: restoreStorage });
}
