// Data subject rights: a copy of all personal data, made in the background, and erasure of the data that may be erased.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { isStaff } from '#contract/access.ts';
import type { DataExport } from '#contract/privacy/calls.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Trx } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import { recipientOf, recipientPurpose } from '../platform/mail/mail.ts';
import type { ArchiveSection } from '../platform/personal-data.ts';
import type { Claim, RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import { actingPerson, type Caller, type RequestOrigin } from '../platform/request/caller.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Vault } from '../platform/vault.ts';
import { type ArchiveEntry, inParts, writeArchive } from './archive.ts';
import * as erasure from './erasure.queries.ts';
import { archiveSections, sealedPurposeOf } from './personal-data.ts';
import * as queries from './privacy.queries.ts';

export interface PrivacyDeps {
  readonly db: Database;
  readonly storage: Storage;
  readonly vault: Vault;
  readonly limiter: Pick<RateLimiter, 'take'>;
  /** Ends the account and erases its data. @throws Fault `wrong_current_password`, `orders_pending`, `wallet_not_empty` */
  readonly eraseOwn: (caller: Caller, password: string, origin: RequestOrigin) => Promise<void>;
}

/** Maximum bytes of an archive in memory at a time, in addition to the file being added. */
export const partBytes = 4 * 1024 * 1024;

/** Limits archives, since each takes as much space as all of the person's files. */
const archivesOf = ({ userId }: Caller): Claim => ({
  purpose: 'exports',
  key: String(userId),
  limit: [{ tries: 10, seconds: 86_400 }],
});

export type Rights = ReturnType<typeof createPrivacy>;

const present = (row: queries.ExportRow): DataExport => ({
  state: (row?.state as DataExport['state'] | undefined) ?? 'none',
  done: row?.done ?? 0,
  total: row?.total ?? 0,
  requested_at: row?.requested_at.toISOString() ?? null,
  expires_at: row?.expires_at?.toISOString() ?? null,
  byte_size: row?.byte_size == null ? null : Number(row.byte_size),
});

/** Erases a person's data. Call in the transaction that ends the account, before the account itself is blanked. */
export const eraseDataOf =
  (vault: Vault) =>
  async (trx: Trx, userId: number): Promise<void> => {
    const sealDash = (purpose: string) => vault.sealText('—', purpose);
    const address = recipientOf(await erasure.findAddress(trx, userId));
    const addresses = vault.blindIndexes(address, recipientPurpose);
    await erasure.eraseData(trx, { id: userId, addresses }, sealDash);
  };

/** Decrypts the encrypted columns of a row. */
const readable = (vault: Vault, row: Record<string, unknown>, { opened = {} }: ArchiveSection) =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const plan = opened[column];
      if (!plan || !(value instanceof Buffer)) return [column, value];
      const text = vault.openText(value, sealedPurposeOf(plan.table, column));
      return [plan.as, plan.isJson ? JSON.parse(text) : text];
    }),
  );

/** Writes a section as a JSON array. */
async function* writeSection(
  deps: PrivacyDeps,
  userId: number,
  section: ArchiveSection,
): AsyncGenerator<Uint8Array> {
  const { db, vault } = deps;
  let before = '[\n';
  for await (const rows of queries.readSection(db, userId, section)) {
    const lines = rows.map((row) =>
      JSON.stringify(
        readable(vault, row, section),
        (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
        2,
      ),
    );
    yield Buffer.from(before + lines.join(',\n'));
    before = ',\n';
  }
  yield Buffer.from(before === '[\n' ? '[]' : '\n]');
}

async function* readFile(deps: PrivacyDeps, storageKey: string): AsyncGenerator<Uint8Array> {
  const { storage } = deps;
  yield await storage.get(storageKey);
}

async function* entriesOf(
  deps: PrivacyDeps,
  userId: number,
  onProgress: (done: number, total: number) => Promise<void>,
): AsyncGenerator<ArchiveEntry> {
  const { db } = deps;
  const files = await queries.listPersonFiles(db, userId);
  const sections = Object.entries(archiveSections);
  const total = sections.length + files.length;
  for (const [name, section] of sections)
    yield { name: `${name}.json`, chunks: writeSection(deps, userId, section) };
  await onProgress(sections.length, total);
  for (const [index, { name, storage_key }] of files.entries()) {
    yield { name, chunks: readFile(deps, storage_key) };
    if (index % 5 === 4) await onProgress(sections.length + index + 1, total);
  }
  await onProgress(total, total);
}

/** Stores the archive part by part. */
async function pack(deps: PrivacyDeps, attempt: queries.Attempt, userId: number): Promise<void> {
  const { db, storage } = deps;
  const entries = entriesOf(deps, userId, (done, total) => queries.recordProgress(db, attempt, done, total));
  let position = 0;
  for await (const part of inParts(writeArchive(entries), partBytes)) {
    const storageKey = await storage.put(part);
    await queries.insertPart(db, attempt, { position, storageKey, byteSize: part.length });
    position += 1;
  }
}

/** Requests an archive; returns a pending or running one instead of adding another. @throws Fault `too_many_requests` */
export async function requestExport(
  deps: PrivacyDeps,
  caller: Caller,
  origin: RequestOrigin,
): Promise<DataExport> {
  const { db, limiter } = deps;
  const { state } = await readExport(deps, caller);
  if (state !== 'waiting' && state !== 'making') await limiter.take(archivesOf(caller));
  await queries.insertExport(db, randomUUID(), caller.userId);
  await recordEvent(db, {
    kind: 'export.requested',
    actorId: caller.userId,
    subjectId: caller.userId,
    ip: origin.ip,
  });
  return present(await queries.findNewestExport(db, caller.userId));
}

export const readExport = async (deps: PrivacyDeps, caller: Caller): Promise<DataExport> =>
  present(await queries.findNewestExport(deps.db, caller.userId));

/** Opens the caller's archive, which is read part by part. @throws Fault `not_found` if none is ready */
export async function openExport(
  deps: PrivacyDeps,
  caller: Caller | undefined,
  origin: RequestOrigin,
): Promise<{ bytes: Readable; byteSize: number }> {
  const { db, storage } = deps;
  const row = caller && (await queries.findNewestExport(db, caller.userId));
  const stored = row?.state === 'ready' ? await queries.listParts(db, row.id) : [];
  if (!caller || stored.length === 0) throw new Fault('not_found');
  await recordEvent(db, {
    kind: 'export.opened',
    ...actingPerson(caller),
    subjectId: caller.userId,
    ip: origin.ip,
  });
  async function* read() {
    for (const { storage_key } of stored) yield storage.get(storage_key);
  }
  const byteSize = stored.reduce((sum, { byte_size }) => sum + byte_size, 0);
  return { bytes: Readable.from(read()), byteSize };
}

/** Builds the next pending archive, if any. @returns whether there was one */
export async function makeNextExport(deps: PrivacyDeps): Promise<boolean> {
  const { db } = deps;
  await queries.expireExports(db);
  const next = await inTransaction(db, (trx) => queries.takeExport(trx));
  if (!next) return false;
  try {
    await pack(deps, next, next.user_id);
    await queries.finishExport(db, next);
  } catch (error) {
    await queries.failExport(db, next);
    throw error;
  }
  return true;
}

/** @throws Fault `wrong_current_password`, `staff_not_erased`, `own_orders_pending`, `own_wallet_not_empty` */
export async function eraseOwnData(
  deps: PrivacyDeps,
  caller: Caller,
  password: string,
  origin: RequestOrigin,
): Promise<void> {
  // Otherwise the audit log would no longer show who did what; see docs/decisions/0194.
  if (isStaff(caller.roles) || (await queries.wasStaff(deps.db, caller.userId)))
    throw new Fault('staff_not_erased');
  try {
    await deps.eraseOwn(caller, password, origin);
  } catch (error) {
    if (error instanceof Fault && error.code === 'orders_pending') throw new Fault('own_orders_pending');
    if (error instanceof Fault && error.code === 'wallet_not_empty') throw new Fault('own_wallet_not_empty');
    if (error instanceof Fault && error.code === 'money_pending') throw new Fault('own_money_pending');
    throw error;
  }
}

export function createPrivacy(deps: PrivacyDeps) {
  return bindDeps(deps, {
    request: requestExport,
    read: readExport,
    open: openExport,
    makeNext: makeNextExport,
    erase: eraseOwnData,
  });
}
