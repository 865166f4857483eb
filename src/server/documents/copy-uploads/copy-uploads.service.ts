// Use cases of signed copies that are uploaded in parts: starting, resuming, reading and removing them.
import type { z } from 'zod';
import type { uploadProgress } from '#contract/schemas.ts';
import { bindDeps } from '../../platform/bind-deps.ts';
import { type Database, inTransaction } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { RateLimiter } from '../../platform/rate-limit/rate-limit.ts';
import type { Caller } from '../../platform/request/caller.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';
import {
  assertComplete,
  getPart,
  joinParts,
  type Reserve,
  sealPart,
} from '../../platform/request/upload-parts.ts';
import type { Vault } from '../../platform/vault.ts';
import { copyPartPurpose } from '../documents.personal.ts';
import * as queries from './copy-uploads.queries.ts';

export interface CopyUploadsDeps {
  readonly db: Database;
  readonly vault: Vault;
  readonly limiter: Pick<RateLimiter, 'take'>;
}

type UploadProgress = z.output<typeof uploadProgress>;

/** As many forms as a customer may have open at once. A further upload drops the oldest, which is taken as abandoned. */
const maximumCopies = 5;

const present = ({ id, byte_size, received }: queries.CopyRow): UploadProgress => ({
  id,
  byte_size,
  offset: received,
});

/** @throws Fault `too_many_requests` */
export async function startCopy(
  deps: CopyUploadsDeps,
  caller: Caller,
  byteSize: number,
): Promise<UploadProgress> {
  const { db, limiter } = deps;
  await limiter.take({
    purpose: 'copy-uploads',
    key: String(caller.userId),
    limit: [{ tries: 200, seconds: 86_400 }],
  });
  return inTransaction(db, async (trx) => {
    await queries.lockCopiesOf(trx, caller.userId);
    await queries.keepNewest(trx, caller.userId, maximumCopies - 1);
    return present(await queries.insertCopy(trx, caller.userId, byteSize));
  });
}

/** @throws Fault `not_found` */
export async function getCopy(deps: CopyUploadsDeps, caller: Caller, id: number): Promise<UploadProgress> {
  const found = await queries.findCopy(deps.db, caller.userId, id);
  if (!found) throw new Fault('not_found');
  return present(found);
}

/** @throws Fault `not_found`, `upload_offset`; FieldFault */
export async function addCopyPart(
  deps: CopyUploadsDeps,
  caller: Caller,
  id: number,
  offset: number,
  part: UploadedFile | undefined,
): Promise<UploadProgress> {
  const { db, vault } = deps;
  const bytes = getPart(part);
  return inTransaction(db, async (trx) => {
    const copy = await queries.lockCopy(trx, caller.userId, id);
    return present(await queries.addPart(trx, id, sealPart(vault, copyPartPurpose, copy, offset, bytes)));
  });
}

/**
 * Reads a complete copy like one that was sent at once. It stays until its client removes it, since the response may get lost. A rejected copy is
 * removed. @throws Fault `not_found`, `upload_offset`, `busy`, and those of `read`
 */
export async function readCopy<T>(
  deps: CopyUploadsDeps,
  caller: Caller,
  id: number,
  reserve: Reserve,
  read: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const { db, vault } = deps;
  const copy = await queries.findCopy(db, caller.userId, id);
  assertComplete(copy);
  reserve(copy.byte_size);
  const bytes = joinParts(vault, copyPartPurpose, await queries.listParts(db, id));
  if (bytes.length !== copy?.byte_size) throw new Fault('not_found');
  try {
    return await read({ name: 'copy.pdf', bytes, part: 'file' });
  } catch (error) {
    if (error instanceof Fault && error.code.startsWith('file_'))
      await queries.deleteCopy(db, caller.userId, id);
    throw error;
  }
}

/** @throws Fault `not_found` */
export async function removeCopy({ db }: CopyUploadsDeps, caller: Caller, id: number) {
  if (!(await queries.deleteCopy(db, caller.userId, id))) throw new Fault('not_found');
  return {};
}

/** Removes copies whose upload began more than an hour ago. */
export const removeOldCopies = ({ db }: CopyUploadsDeps): Promise<void> => queries.deleteOldCopies(db);

export function createCopyUploads(deps: CopyUploadsDeps) {
  const bound = bindDeps(deps, {
    start: startCopy,
    get: getCopy,
    addPart: addCopyPart,
    remove: removeCopy,
    removeOld: removeOldCopies,
  });
  return {
    ...bound,
    read: <T>(caller: Caller, id: number, reserve: Reserve, read: (file: UploadedFile) => Promise<T>) =>
      readCopy(deps, caller, id, reserve, read),
  };
}
