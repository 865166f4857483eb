// Use cases of finished documents: storing and listing them, and issuing receipts and statements.
import { createHash, randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { RawBuilder } from 'kysely';
import { hasRight } from '#contract/access.ts';
import { makeVerificationCode } from '#contract/codes.ts';
import {
  type DocumentKind,
  type DocumentRecord,
  documentKinds,
  type FileType,
  openPathOf,
  recordKinds,
} from '#contract/documents/kinds.ts';
import type { File } from '#contract/files/calls.ts';
import { maskNumber } from '#contract/mask.ts';
import { formatDecimal } from '#contract/money.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import { bindDeps } from '../platform/bind-deps.ts';
import { type Database, inTransaction, type Reader, type Trx } from '../platform/database/connect.ts';
import { searchedNumber } from '../platform/database/search.ts';
import { Fault } from '../platform/fault.ts';
import type { Claim, RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import type { Caller, RequestOrigin } from '../platform/request/caller.ts';
import type { UploadedFile } from '../platform/request/upload.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Vault } from '../platform/vault.ts';
import { listFiles } from './file-lists.queries.ts';
import { fileNumberPurpose } from './files.personal.ts';
import * as queries from './files.queries.ts';
import { exportFiles } from './files-export.ts';
import { findMediaType, safeFileName } from './media-types.ts';
import { type OpenedFile, openAttachment, openFile, readOpenedFile } from './open-file.service.ts';
import * as papers from './papers.queries.ts';
import { type FindCode, verifyCode, verifyFile } from './verification.service.ts';

const noRecord = Object.fromEntries(
  recordKinds.map((kind) => [documentKinds[kind].record.idField, null]),
) as Record<DocumentRecord['idField'], null>;

/** Sets the field of a listed file that holds its record's id, which correction forms need. */
function recordIdsOf(row: { kind: string; record_id: number | null }) {
  const { record } = documentKinds[row.kind as DocumentKind];
  return record ? { ...noRecord, [record.idField]: row.record_id } : noRecord;
}

/** Whether the caller sees unmasked numbers: only as their owner, and not during impersonation. */
export const canSeeFullNumber = (caller: Caller) => (ownerId: number) =>
  ownerId === caller.userId && !caller.view;

/** Codes of a new print, generated first because they are printed on it. */
export interface DocumentCodes {
  readonly fileCode: string;
  readonly verificationCode: string;
  readonly documentNumber: string;
}

/** A stored print whose rows haven't been written yet. */
export interface StoredPrint {
  readonly storageKey: string;
  readonly sha256: Buffer;
  readonly byteSize: number;
}

export interface DocumentFacts {
  readonly fullName: string;
  readonly englishName: string;
  /** The NID, BRN or TIN that the document is about, digits only. */
  readonly number: string;
  readonly provenance: { registry: number; extracted: number; customer: number };
  readonly madeAt: Date;
}

const segmenter = new Intl.Segmenter('bn', { granularity: 'grapheme' });

/** `Rahima Khatun` → `R••••• K•••••`: enough to compare with the paper in hand, too little to reveal the name. */
export function maskName(name: string): string {
  const words = name.trim().split(/\s+/).slice(0, 4);
  return words.map((word) => `${[...segmenter.segment(word)][0]?.segment ?? ''}•••`).join(' ');
}

export type Files = ReturnType<typeof createFiles>;

/** Daily limit: each period makes a separate stored paper. Honest use stays well below it. */
const statementsOf = (ownerId: number): Claim => ({
  purpose: 'statements',
  key: String(ownerId),
  limit: [{ tries: 60, seconds: 86_400 }],
});

export interface FilesDeps {
  readonly db: Database;
  readonly reading: Database;
  readonly storage: Storage;
  readonly vault: Vault;
  readonly portalName: () => Promise<{ bn: string }>;
  readonly findCode: FindCode;
  readonly limiter: Pick<RateLimiter, 'take'>;
}

function openContext(deps: FilesDeps) {
  const { db } = deps;
  return { ...deps, search: { running: 0 }, openDocument: queries.createOpener(db) };
}
type Context = ReturnType<typeof openContext>;

const newVerificationCode = () => makeVerificationCode(() => randomBytes(1)[0]!);

const sealed = (context: Context, number: string) => ({
  numberSealed: context.vault.sealText(number, fileNumberPurpose),
  numberIndex: context.vault.blindIndex(number, fileNumberPurpose),
  numberLast4: number.slice(-4),
});

const newDocumentCodes = (number: number): DocumentCodes => ({
  fileCode: randomBytes(20).toString('base64url'),
  verificationCode: newVerificationCode(),
  documentNumber: `NP-${String(number).padStart(7, '0')}`,
});

/** Stores a print before its transaction; the sweep deletes it if no row ends up referencing it. */
export async function storePrint(context: Context, bytes: Uint8Array): Promise<StoredPrint> {
  const { storage } = context;
  return {
    storageKey: await storage.put(bytes),
    sha256: createHash('sha256').update(bytes).digest(),
    byteSize: bytes.length,
  };
}

const versionOf = (
  version: number,
  verificationCode: string,
  print: StoredPrint,
  about: DocumentFacts,
): queries.NewVersion => ({
  version,
  verificationCode,
  ...print,
  maskedName: maskName(about.englishName),
  provenance: about.provenance,
  madeAt: about.madeAt,
});

/** SQL fragments for the statement that charges for a document: they insert its file and its first version. */
export const insertFileStatements = (
  context: Context,
  file: { ownerId: number; type: FileType; kind: DocumentKind; chargePaisa: bigint },
  codes: DocumentCodes,
  print: StoredPrint,
  about: DocumentFacts,
) => ({
  file: (from: RawBuilder<unknown>) =>
    queries.insertFileSql(from, {
      ...file,
      ...sealed(context, about.number),
      fullName: about.fullName,
      fileCode: codes.fileCode,
      documentNumber: codes.documentNumber,
    }),
  version: (from: RawBuilder<unknown>) =>
    queries.insertVersionSql(from, versionOf(1, codes.verificationCode, print, about)),
});

/** Writes the rows of a corrected version. The URL stays, and the older print is superseded. */
export async function keepFileVersion(
  context: Context,
  trx: Trx,
  fileId: number,
  version: number,
  verificationCode: string,
  print: StoredPrint,
  about: DocumentFacts,
): Promise<void> {
  await queries.insertVersion(trx, fileId, versionOf(version, verificationCode, print, about));
  await queries.advanceFile(trx, fileId, {
    version,
    fullName: about.fullName,
    ...sealed(context, about.number),
  });
}

export async function presentFiles(
  context: Context,
  filter: {
    ownerId: number | undefined;
    /** Only this file. */
    id?: number;
    search: string;
    page: number;
    pageSize: number;
    beforeId?: number | undefined;
    /** Whether to show an owner's numbers unmasked; otherwise only the last four digits. */
    isWhole: (ownerId: number) => boolean;
  },
): Promise<{ results: File[]; count: number; count_is_minimum?: true }> {
  const { reading, vault } = context;
  const number = searchedNumber(filter.search);
  const { rows, ...counted } = await listFiles(reading, {
    ...filter,
    numberIndexes: number === undefined ? undefined : vault.blindIndexes(number, fileNumberPurpose),
  });
  const results = rows.map(
    (row): File => ({
      id: row.id,
      type: row.type as FileType,
      full_name: row.full_name,
      nid_or_brn_number: filter.isWhole(row.user_id)
        ? vault.openText(row.number_sealed, fileNumberPurpose)
        : maskNumber(row.number_last4),
      created_at: row.created_at.toISOString(),
      file_code: row.file_code,
      verification_code: row.verification_code,
      version: row.current_version,
      open_path: openPathOf(row.kind as DocumentKind, row.file_code),
      ...recordIdsOf(row),
      charge: formatDecimal(row.charge_paisa),
      new_balance: row.balance_after_paisa === null ? null : formatDecimal(row.balance_after_paisa),
      user: {
        id: row.user_id,
        first_name: row.first_name,
        last_name: row.last_name,
        username: row.username,
      },
    }),
  );
  return { results, ...counted };
}

/** Lists the caller's own files; for staff who may read files, anyone's, with masked numbers. */
export async function listFilesFor(
  context: Context,
  caller: Caller,
  query: { user: number | undefined; search: string; page: number; pageSize: number },
) {
  const { user, ...rest } = query;
  const ownerId = hasRight(caller.roles, 'files.read') ? user : caller.userId;
  return presentFiles(context, { ...rest, ownerId, isWhole: canSeeFullNumber(caller) });
}

/** Finds the caller's newest file of a kind and number from the last 24 hours; null if the number isn't valid. */
export async function findRecentFile(
  context: Context,
  caller: Caller,
  asked: { kind: DocumentKind; number: string },
): Promise<{ file: File | null }> {
  const { db, vault } = context;
  const number = searchedNumber(asked.number);
  const numberIndexes = number === undefined ? [] : vault.blindIndexes(number, fileNumberPurpose);
  const id = await queries.findRecentFile(db, caller.userId, asked.kind, numberIndexes);
  if (id === undefined) return { file: null };
  const only = { ownerId: caller.userId, id, search: '', page: 1, pageSize: 1 };
  const { results } = await presentFiles(context, { ...only, isWhole: canSeeFullNumber(caller) });
  return { file: results[0] ?? null };
}

/** Reveals the unmasked number of one file to staff. @throws Fault `not_found` */
export async function revealFileNumber(
  context: Context,
  caller: Caller,
  id: number,
  ip: string,
): Promise<{ number: string }> {
  const { db, vault } = context;
  const file = await queries.findFileNumber(db, id);
  if (!file) throw new Fault('not_found');
  await recordEvent(db, {
    kind: 'number.revealed',
    actorId: caller.userId,
    subjectId: file.owner_id,
    object: { kind: 'file', id },
    ip,
    details: { service: documentKinds[file.kind as DocumentKind].serviceCode },
  });
  return { number: vault.openText(file.number_sealed, fileNumberPurpose) };
}

/** Exports all files that match a filter as a table; recorded in the audit log. */
export async function exportFilesTable(
  context: Context,
  caller: Caller,
  filter: { ownerId: number | undefined; search: string },
  origin: RequestOrigin,
): Promise<Readable> {
  const { db } = context;
  await recordEvent(db, {
    kind: 'files.exported',
    actorId: caller.userId,
    subjectId: filter.ownerId,
    ip: origin.ip,
  });
  return exportFiles(
    async (beforeId, pageSize) =>
      (await presentFiles(context, { ...filter, page: 1, pageSize, beforeId, isWhole: () => true })).results,
    origin.language,
  );
}

/** Stores an upload as an order's result. @throws Fault `file_type_refused` */
export async function storeAttachment(context: Context, upload: UploadedFile, allowed: readonly string[]) {
  const mediaType = findMediaType(upload.bytes);
  if (!mediaType || !allowed.includes(mediaType.extension)) throw new Fault('file_type_refused');
  const print = await storePrint(context, upload.bytes);
  return { ...print, mediaType: mediaType.type, name: safeFileName(upload.name, mediaType.extension) };
}

export async function addAttachment(
  _context: Context,
  trx: Trx,
  ownerId: number,
  stored: StoredPrint & { mediaType: string; name: string },
): Promise<{ id: number; fileCode: string }> {
  const fileCode = randomBytes(20).toString('base64url');
  const id = await queries.insertAttachment(trx, { ...stored, fileCode, ownerId });
  return { id, fileCode };
}

/**
 * Issues a receipt or statement. It is created on the first request, and has the same bytes ever after.
 * @param paper.about identifies what it shows; a different value makes a different paper
 * @param recordOpening writes the audit event, in the transaction that stores a new paper
 */
export async function issuePaper(
  context: Context,
  paper: {
    kind: papers.NewPaper['kind'];
    ownerId: number;
    about: string;
    ownerName: string;
    madeAt: Date;
  },
  print: (codes: { number: string; verificationCode: string }) => Promise<Uint8Array>,
  recordOpening: (reader: Reader, id: number) => Promise<void>,
): Promise<OpenedFile> {
  const { db, limiter } = context;
  const find = (reader: Reader) => papers.findPaper(reader, paper.kind, paper.about);
  let found = await find(db);
  // The paper was erased along with the name on it; a paper without a name replaces it.
  if (found?.storage_key === '')
    return issuePaper(context, { ...paper, about: `${paper.about}:erased` }, print, recordOpening);
  if (found) {
    await recordOpening(db, found.id);
  } else {
    if (paper.kind === 'statement') await limiter.take(statementsOf(paper.ownerId));
    const count = String(await papers.nextPaperNumber(db)).padStart(7, '0');
    const codes = {
      number: `${{ receipt: 'R', statement: 'S', report: 'B' }[paper.kind]}-${count}`,
      verificationCode: newVerificationCode(),
    };
    const stored = await storePrint(context, await print(codes));
    const { ownerName, ...row } = paper;
    // If two are created concurrently, one wins and the sweep deletes the other's print.
    found = await inTransaction(db, async (trx) => {
      // If the owner was erased or renamed while it was printed, the next attempt prints the right name.
      if (paper.kind !== 'report' && (await papers.lockOwnerName(trx, paper.ownerId)) !== ownerName)
        throw new Fault('busy', {}, 1);
      await papers.insertPaper(trx, { ...row, ...codes, ...stored, maskedName: maskName(ownerName) });
      const kept = (await find(trx))!;
      await recordOpening(trx, kept.id);
      return kept;
    });
  }
  const file = { storage_key: found.storage_key, media_type: 'application/pdf' };
  return readOpenedFile(context, file, `${found.number}.pdf`, true);
}

export function createFiles(deps: FilesDeps) {
  const context = openContext(deps);
  return {
    newVerificationCode,
    newCodes: newDocumentCodes,
    findOfRecord: queries.findFileOfRecord,
    lockOfRecord: queries.lockFileOfRecord,
    removeAttachments: queries.deleteAttachments,
    markReplaced: queries.markAttachmentReplaced,
    ...bindDeps(context, {
      store: storePrint,
      partsOf: insertFileStatements,
      keepVersion: keepFileVersion,
      list: presentFiles,
      listFor: listFilesFor,
      findRecent: findRecentFile,
      revealNumber: revealFileNumber,
      exportTable: exportFilesTable,
      open: openFile,
      storeAttachment,
      addAttachment,
      openAttachment,
      issuePaper,
      verifyFile,
      verify: verifyCode,
    }),
  };
}
