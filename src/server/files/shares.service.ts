// Use cases of shared links: creating, listing, revoking, and viewing. A dead link (unknown,
// revoked, expired, used up) is always the same 404.
import { createHash, randomBytes } from 'node:crypto';
import type { EventKind } from '#contract/audit-log/event-words.ts';
import type { FileType } from '#contract/documents/kinds.ts';
import type { Share } from '#contract/files/share-calls.ts';
import { hashPassword, isPassword } from '../accounts/passwords/passwords.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { networkOfAddress } from '../platform/rate-limit/rate-limit.rules.ts';
import type { RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { OpenedFile } from './open-file.service.ts';
import { linkGuesses, maxWrongPins, pagesRendered } from './rate-limits.ts';
import * as queries from './shares.queries.ts';

/** Renders a page (from 1) as a PNG with a watermark; provided by the documents module. Undefined for a page that doesn't exist. */
export type RenderPage = (
  pdf: Buffer,
  page: number,
  words: string,
) => Promise<{ png: Uint8Array; pages: number } | undefined>;

/** Watermark for links without a recipient's name. */
const unnamed = 'শেয়ার করা কপি · shared copy';
/** A viewing that lasts longer counts as a new open. */
const viewingMinutes = 60;
const hashOf = (secret: string) => createHash('sha256').update(secret).digest();
const isSecret = (text: string | undefined): text is string => text !== undefined && /^[\w-]{32}$/.test(text);
/** 192 random bits. */
const randomSecret = () => randomBytes(24).toString('base64url');

export type Shares = ReturnType<typeof createShares>;
type SharedRow = NonNullable<Awaited<ReturnType<typeof queries.findShared>>>;

/** A reader of a link, who may have begun a viewing. */
export interface ShareReader {
  readonly token: string;
  readonly viewing: string | undefined;
}

export interface SharesDeps {
  readonly db: Database;
  readonly storage: Storage;
  readonly limiter: RateLimiter;
  readonly renderPage: RenderPage;
  readonly publicOrigin: string;
}

function present(row: queries.ShareRow): Share {
  return {
    id: row.id,
    file: { id: row.file_id, type: row.type as FileType, full_name: row.full_name },
    name: row.name,
    state: row.revoked_at ? 'revoked' : row.is_over ? 'expired' : row.is_used_up ? 'used_up' : 'live',
    view_only: row.view_only,
    has_pin: row.has_pin,
    wrong_pins: row.wrong_pins,
    opens: row.opens,
    max_opens: row.max_opens,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
    last_opened_at: row.last_opened_at?.toISOString() ?? null,
  };
}

/** Whether a link has ended. Only its owner can revoke a link, so a blocked owner's links count as revoked. */
const hasEnded = (row: SharedRow) =>
  row.revoked_at !== null || row.is_over || row.file_revoked_at !== null || !row.is_owner_active;

const recordShareEvent = (
  trx: Trx,
  kind: EventKind,
  row: { fileId: number; ownerId: number; shareId: number },
  by: object,
) =>
  recordEvent(trx, {
    kind,
    subjectId: row.ownerId,
    object: { kind: 'file', id: row.fileId },
    details: { share: row.shareId },
    ...by,
  });

/**
 * Finds a link and its file. Unknown links count towards the rate limit. A viewing that has begun stays valid when the opens are used up.
 * @throws Fault `not_found`, `too_many_requests`
 */
async function getShared(deps: SharesDeps, { token, viewing }: ShareReader, ip: string) {
  const { limiter, db } = deps;
  const { giveBack } = await limiter.take({
    purpose: 'link',
    key: networkOfAddress(ip),
    limit: linkGuesses,
  });
  const row = isSecret(token) ? await queries.findShared(db, hashOf(token)) : undefined;
  const counted =
    row && isSecret(viewing) ? await queries.findViewing(db, hashOf(viewing), row.id) : undefined;
  if (row) await giveBack();
  if (!row || hasEnded(row) || (row.is_used_up && !counted?.is_counted)) throw new Fault('not_found');
  return { row, counted };
}

/** Counts the viewing as an open, unless it was counted before. Only one reader gets the last open. @throws Fault `not_found` */
async function countOnce(
  deps: SharesDeps,
  { token, viewing }: ShareReader,
  origin: RequestOrigin,
): Promise<void> {
  const { db } = deps;
  await inTransaction(db, async (trx) => {
    const row = await queries.lockShared(trx, hashOf(token));
    if (!row || hasEnded(row)) throw new Fault('not_found');
    const keyHash = viewing === undefined ? undefined : hashOf(viewing);
    const counted = keyHash && (await queries.findViewing(trx, keyHash, row.id));
    if (counted?.is_counted) return;
    if (row.is_used_up) throw new Fault('not_found');
    await queries.countOpen(trx, row.id);
    if (keyHash) await queries.markCounted(trx, keyHash);
    const about = { fileId: row.file_id, ownerId: row.owner_id, shareId: row.id };
    await recordShareEvent(trx, 'share.opened', about, { ip: origin.ip });
  });
}

/** @throws Fault `wrong_pin`; `not_found` once the link has ended, `too_many_requests` while other PINs are being checked */
async function judgePin(deps: SharesDeps, row: SharedRow, pin: string, origin: RequestOrigin): Promise<void> {
  const { db } = deps;
  if (!(await queries.reservePinAttempt(db, row.id, maxWrongPins))) {
    const isEnded = ((await queries.findShared(db, row.token_hash))?.wrong_pins ?? 0) >= maxWrongPins;
    if (isEnded) throw new Fault('not_found');
    throw new Fault('too_many_requests', { seconds: 1 }, 1);
  }
  let isWrong = false;
  try {
    isWrong = !(await isPassword(row.pin_hash ?? undefined, pin));
  } finally {
    if (!isWrong) await queries.releasePinAttempt(db, row.id);
  }
  if (!isWrong) return;
  await inTransaction(db, async (trx) => {
    if (!(await queries.countWrongPin(trx, row.id, maxWrongPins))) return;
    const about = { fileId: row.file_id, ownerId: row.owner_id, shareId: row.id };
    await recordShareEvent(trx, 'share.locked', about, { ip: origin.ip });
  });
  throw new Fault('wrong_pin');
}

/** Creates a link, which appears in this response only. @throws Fault `not_found` for a file that isn't the caller's */
export async function makeShare(
  deps: SharesDeps,
  caller: Caller,
  fileId: number,
  wish: {
    expires_in_hours: number;
    max_opens?: number | null | undefined;
    pin?: string | null | undefined;
    name?: string | null | undefined;
    view_only?: boolean | null | undefined;
  },
  origin: RequestOrigin,
): Promise<Share & { url: string }> {
  const { db, publicOrigin } = deps;
  if (!(await queries.findOwnFile(db, fileId, caller.userId))) throw new Fault('not_found');
  const token = randomSecret();
  const pinHash = wish.pin ? await hashPassword(wish.pin) : null;
  const id = await inTransaction(db, async (trx) => {
    const shareId = await queries.insertShare(trx, {
      fileId,
      ownerId: caller.userId,
      tokenHash: hashOf(token),
      name: wish.name ?? '',
      viewOnly: wish.view_only ?? false,
      pinHash,
      maxOpens: wish.max_opens ?? null,
      hours: wish.expires_in_hours,
    });
    const about = { fileId, ownerId: caller.userId, shareId };
    await recordShareEvent(trx, 'share.made', about, { actorId: caller.userId, ip: origin.ip });
    return shareId;
  });
  const { rows } = await queries.listShares(db, {
    ownerId: caller.userId,
    shareId: id,
    onlyLive: false,
    page: 1,
    pageSize: 1,
  });
  return { ...present(rows[0]!), url: `${publicOrigin}/s/${token}` };
}

/** Lists all links to one of the caller's files, including ended ones, or the live links to all of them. @throws Fault `not_found` */
export async function listShares(
  deps: SharesDeps,
  caller: Caller,
  fileId: number | undefined,
  page: number,
  pageSize: number,
) {
  const { db } = deps;
  if (fileId !== undefined && !(await queries.findOwnFile(db, fileId, caller.userId)))
    throw new Fault('not_found');
  const { rows, count } = await queries.listShares(db, {
    ownerId: caller.userId,
    ...(fileId === undefined ? {} : { fileId }),
    onlyLive: fileId === undefined,
    page,
    pageSize,
  });
  return { results: rows.map(present), count };
}

/** Revokes one link, or all of the caller's. @throws Fault `not_found` for an unknown link */
export async function revokeShare(
  deps: SharesDeps,
  caller: Caller,
  which: { fileId?: number; shareId?: number },
  origin: RequestOrigin,
) {
  const { db } = deps;
  if (which.shareId !== undefined) {
    const filter = { ...which, ownerId: caller.userId, onlyLive: false, page: 1, pageSize: 1 };
    if ((await queries.listShares(db, filter)).count === 0) throw new Fault('not_found');
  }
  const revoked = await inTransaction(db, async (trx) => {
    const ended = await queries.revokeShares(trx, caller.userId, which);
    for (const { id, file_id } of ended) {
      const about = { fileId: file_id, ownerId: caller.userId, shareId: id };
      await recordShareEvent(trx, 'share.revoked', about, { actorId: caller.userId, ip: origin.ip });
    }
    return ended.length;
  });
  return { revoked };
}

/** Whether a link works. @throws Fault `too_many_requests` */
export async function isLiveShare(deps: SharesDeps, token: string, ip: string): Promise<boolean> {
  try {
    await getShared(deps, { token, viewing: undefined }, ip);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return false;
    throw error;
  }
}

export async function readShareState(deps: SharesDeps, reader: ShareReader, origin: RequestOrigin) {
  const { row } = await getShared(deps, reader, origin.ip);
  return {
    needs_pin: row.has_pin,
    view_only: row.view_only,
    type: row.type as FileType,
    expires_at: row.expires_at.toISOString(),
    opens_left: row.max_opens === null ? null : row.max_opens - row.opens,
  };
}

/** Begins a viewing. @throws Fault `pin_required`, `wrong_pin`, `too_many_requests` */
export async function beginViewing(
  deps: SharesDeps,
  token: string,
  pin: string | null | undefined,
  origin: RequestOrigin,
) {
  const { db } = deps;
  const { row } = await getShared(deps, { token, viewing: undefined }, origin.ip);
  if (row.pin_hash !== null) {
    if (!pin) throw new Fault('pin_required');
    await judgePin(deps, row, pin, origin);
  }
  const viewing = randomSecret();
  await queries.insertViewing(db, { keyHash: hashOf(viewing), shareId: row.id, minutes: viewingMinutes });
  return { viewing };
}

/** Renders a page as an image with the recipient's name as a watermark. @throws Fault `not_found` */
export async function openSharedPage(
  deps: SharesDeps,
  reader: ShareReader,
  page: number,
  origin: RequestOrigin,
) {
  const { limiter, renderPage, storage } = deps;
  const { row, counted } = await getShared(deps, reader, origin.ip);
  if (!counted) throw new Fault('not_found');
  await limiter.take({
    purpose: 'page',
    key: `${row.id} ${networkOfAddress(origin.ip)}`,
    limit: pagesRendered,
  });
  const rendered = await renderPage(await storage.get(row.storage_key), page, row.name || unnamed);
  if (!rendered) throw new Fault('not_found');
  await countOnce(deps, reader, origin);
  return rendered;
}

/** Opens the file itself, if the owner allowed it. @throws Fault `not_found`, `pin_required` */
export async function openSharedFile(
  deps: SharesDeps,
  reader: ShareReader,
  origin: RequestOrigin,
): Promise<OpenedFile> {
  const { storage } = deps;
  const { row, counted } = await getShared(deps, reader, origin.ip);
  if (row.view_only) throw new Fault('not_found');
  if (row.has_pin && !counted) throw new Fault('pin_required');
  const bytes = await storage.get(row.storage_key);
  await countOnce(deps, { token: reader.token, viewing: counted ? reader.viewing : undefined }, origin);
  return { bytes, mediaType: row.media_type, name: `${row.number}.pdf`, isShown: true };
}

export const removeOldViewings = (deps: SharesDeps) => queries.deleteOldViewings(deps.db);

export function createShares(deps: SharesDeps) {
  return bindDeps(deps, {
    make: makeShare,
    list: listShares,
    revoke: revokeShare,
    isLive: isLiveShare,
    state: readShareState,
    begin: beginViewing,
    openPage: openSharedPage,
    openFile: openSharedFile,
    removeOldViewings,
  });
}
