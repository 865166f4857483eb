// Use cases of profile images.
import { randomBytes } from 'node:crypto';
import { maximumImageBytes } from '#contract/files/upload-rules.ts';
import { recordEvent } from '../../audit-log/record-event.ts';
import { inTransaction } from '../../platform/database/connect.ts';
import { Fault } from '../../platform/fault.ts';
import type { Claim } from '../../platform/rate-limit/rate-limit.ts';
import type { RequestOrigin } from '../../platform/request/caller.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';
import * as accounts from '../accounts.queries.ts';
import type { UsersDeps } from './user-steps.ts';
import * as queries from './users.queries.ts';

/** Limits uploads of pictures, since a replaced one stays in the store for weeks. */
const picturesOf = (userId: number): Claim => ({
  purpose: 'pictures',
  key: String(userId),
  limit: [
    { tries: 20, seconds: 3_600 },
    { tries: 50, seconds: 86_400 },
  ],
});

export async function storeImage(deps: UsersDeps, upload: UploadedFile | undefined, callerId: number) {
  const { storage, limiter } = deps;
  if (!upload || upload.bytes.length === 0) return undefined;
  if (upload.bytes.length > maximumImageBytes) throw new Fault('file_too_large');
  await limiter.take(picturesOf(callerId));
  const key = await storage.put(await deps.readPicture(upload.bytes, String(callerId)));
  return { profile_image: `/media/${randomBytes(16).toString('hex')}.jpg`, profile_image_key: key };
}

/** @returns path of the new picture */
export async function replaceProfileImage(
  deps: UsersDeps,
  userId: number,
  upload: UploadedFile | undefined,
  origin: RequestOrigin,
): Promise<string> {
  const { db } = deps;
  const image = await storeImage(deps, upload, userId);
  if (!image) throw new Fault('file_missing');
  await inTransaction(db, async (trx) => {
    await queries.lockUser(trx, userId);
    if (!(await accounts.findUserById(trx, userId))) throw new Fault('not_signed_in');
    await queries.updateUser(trx, userId, image);
    await recordEvent(trx, {
      kind: 'profile.changed',
      actorId: userId,
      subjectId: userId,
      ip: origin.ip,
      details: { fields: 'profile_image' },
    });
  });
  return image.profile_image;
}

export async function findProfileImage(deps: UsersDeps, name: string): Promise<Buffer | undefined> {
  const { db, storage } = deps;
  const row = await queries.findImageKey(db, `/media/${name}`);
  return row?.profile_image_key ? storage.get(row.profile_image_key) : undefined;
}
