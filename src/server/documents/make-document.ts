// The only way to make a document: it is priced, typeset and stored, then charged and recorded in one transaction.
// Without a file there is no charge. A print whose transaction fails is removed by the storage sweep.
import { formatDateTime } from '#contract/dates/dates.ts';
import { toBengaliDigits } from '#contract/digits.ts';
import { documentKinds, openPathOf } from '#contract/documents/kinds.ts';
import { RenderingError } from '#engines/rendering/printable-document.ts';
import type { Renderer } from '#engines/rendering/render-document.ts';
import { lockPerson } from '../accounts/users/users.queries.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import { assertShownPrice } from '../catalogue/shown-price.ts';
import type { DocumentCodes, Files } from '../files/files.service.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, type Trx, tryOnce } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import type { Claim, RateLimiter } from '../platform/rate-limit/rate-limit.ts';
import { releaseBuffer } from '../platform/release-buffer.ts';
import { ApiResponse } from '../platform/request/api-response.ts';
import { actingPerson, type Caller, mayRead, type RequestOrigin } from '../platform/request/caller.ts';
import type { Idempotency } from '../platform/request/idempotency.ts';
import { findFirstResponse, once } from '../platform/request/idempotency.ts';
import type { Vault } from '../platform/vault.ts';
import { recordPurpose } from './documents.personal.ts';
import * as queries from './documents.queries.ts';
import { insertDocument, type NewDocument } from './keep-document.queries.ts';
import {
  countOrigins,
  type KindRules,
  originsOfFilled,
  type Printing,
  type SealedRecord,
} from './record.rules.ts';

export interface MakeDocumentDeps {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly files: Files;
  readonly vault: Vault;
  readonly renderer: Renderer;
  readonly limiter: Pick<RateLimiter, 'take'>;
  readonly clock: Clock;
  readonly publicOrigin: string;
  readonly portalName: () => Promise<{ bn: string; en: string }>;
  readonly renderPage: (
    pdf: Uint8Array,
    page: number,
    words: string,
  ) => Promise<{ png: Uint8Array; pages: number } | undefined>;
}

/** The caller and their idempotency key. */
export interface DocumentCall {
  readonly caller: Caller;
  readonly idempotency: Idempotency | undefined;
  readonly origin: RequestOrigin;
}

export interface MadeDocument {
  readonly recordId: number;
  readonly fileCode: string;
  readonly verificationCode: string;
  readonly openPath: string;
}

export interface MakeRequest<R extends SealedRecord, A extends object> {
  readonly rules: KindRules<R>;
  readonly status: number;
  /** Price that the customer saw. */
  readonly shownPaisa: bigint | null | undefined;
  /** Composes the record. Called only once the service is known to be open and the caller able to pay. */
  compose(): Promise<R>;
  /** Builds the response. It is stored under the idempotency key, so it must contain nothing personal. */
  answer(made: MadeDocument): A;
  /** Runs in the transaction that charges. */
  readonly purchase?: {
    /** Returns an earlier document to use instead of a new one; called before the charge. */
    findEarlier(trx: Trx): Promise<A | undefined>;
    /** Called after the document's rows are written. */
    record(trx: Trx, recordId: number): Promise<void>;
  };
}

export interface Correction {
  message: string;
  file_code: string;
  verification_code: string;
}

interface Corrected {
  readonly id: number;
  readonly before: { readonly version: number };
  readonly file: NonNullable<Awaited<ReturnType<Files['findOfRecord']>>>;
  readonly message: string;
}

const daySeconds = 86_400;
/** Daily limit: corrections are free, but each stores a print. Honest use stays well below it. */
const correctionsOf = (userId: number, recordId: number): Claim[] => [
  { purpose: 'corrections of a record', key: String(recordId), limit: [{ tries: 20, seconds: daySeconds }] },
  { purpose: 'corrections', key: String(userId), limit: [{ tries: 200, seconds: daySeconds }] },
];

/** Limits previews, since each costs as much work as a print and earns nothing. */
const previewsOf = (userId: number): Claim[] => [
  {
    purpose: 'previews',
    key: String(userId),
    limit: [
      { tries: 15, seconds: 600 },
      { tries: 100, seconds: daySeconds },
    ],
  },
];
const maxPreviewPages = 4;
/** Placeholders for a preview, which has no codes. */
const noCodes: DocumentCodes = { fileCode: '', documentNumber: '', verificationCode: 'PREVIEW' };

export type DocumentMaker = ReturnType<typeof createDocumentMaker>;

const seal = (deps: MakeDocumentDeps, value: unknown, purpose: string) =>
  deps.vault.sealText(JSON.stringify(value), purpose);

const unseal = <T>(deps: MakeDocumentDeps, sealed: Buffer, purpose: string) =>
  JSON.parse(deps.vault.openText(sealed, purpose)) as T;

const verifyUrl = (deps: Pick<MakeDocumentDeps, 'publicOrigin'>, code: string) =>
  `${deps.publicOrigin}/verify/${code}`;

/** Typesets a record. @throws FieldFault for text that can't be printed; Fault `foreign_link`, `image_refused` */
export async function setPages<R extends SealedRecord>(
  deps: Pick<MakeDocumentDeps, 'renderer' | 'portalName' | 'publicOrigin'>,
  rules: KindRules<R>,
  record: R,
  printing: Printing,
  codes: DocumentCodes,
  version: number,
  madeAt: Date,
  isPreview = false,
): Promise<Uint8Array> {
  const { renderer } = deps;
  try {
    return await renderer.render({
      kind: rules.kind,
      title: { ...rules.title },
      portalName: await deps.portalName(),
      number: codes.documentNumber,
      version,
      madeAt,
      shown: { version: toBengaliDigits(version), made: formatDateTime(madeAt) },
      verificationCode: codes.verificationCode,
      verifyUrl: verifyUrl(deps, codes.verificationCode),
      withQr: printing.withQr,
      isPreview,
      ...(printing.series ? { barcode: `${printing.series}-${codes.verificationCode}` } : {}),
      sections: printing.sections,
      ...(record.photo ? { photo: Buffer.from(record.photo, 'base64') } : {}),
      ...(record.signature ? { signature: Buffer.from(record.signature, 'base64') } : {}),
    });
  } catch (error) {
    if (!(error instanceof RenderingError)) throw error;
    if (error.code === 'undrawable_text') throw new FieldFault({ [error.subject]: ['undrawable'] });
    if (error.code === 'foreign_link') throw new Fault('foreign_link');
    if (error.code === 'bad_picture') throw new Fault('image_refused');
    throw error;
  }
}

const about = (printing: Printing, madeAt: Date) => ({
  fullName: printing.fullName,
  englishName: printing.englishName,
  number: printing.number,
  provenance: countOrigins(printing.sections),
  madeAt,
});

async function getRow<R extends SealedRecord>(
  deps: MakeDocumentDeps,
  rules: KindRules<R>,
  caller: Caller,
  id: number,
) {
  const { db } = deps;
  const row = await queries.findRecord(db, id, rules.kind);
  if (!row || !mayRead(caller, row.owner_id, 'files.read')) throw new Fault('not_found');
  return { ...row, record: unseal<R>(deps, row.sealed_record, recordPurpose) };
}

/** Prints the corrected record and stores it as the next version of its file. @throws Fault `record_changed` */
async function saveVersion<R extends SealedRecord>(
  deps: MakeDocumentDeps,
  { caller, idempotency, origin }: DocumentCall,
  rules: KindRules<R>,
  { id, before, file, message }: Corrected,
  record: R,
): Promise<ApiResponse<Correction>> {
  const { clock, files, db } = deps;
  const printing = rules.print(record);
  const madeAt = clock.now();
  const version = file.current_version + 1;
  const verificationCode = files.newVerificationCode();
  const codes = { fileCode: file.file_code, documentNumber: file.number, verificationCode };
  const print = await files.store(await setPages(deps, rules, record, printing, codes, version, madeAt));
  return once(db, caller.userId, idempotency, 200, async (trx) => {
    if (!(await lockPerson(trx, caller.userId))) throw new Fault('not_found');
    const locked = await files.lockOfRecord(trx, id);
    const isNewest = locked?.current_version === file.current_version;
    if (
      !isNewest ||
      !(await queries.updateRecord(trx, id, before.version, seal(deps, record, recordPurpose)))
    )
      throw new Fault('record_changed');
    await files.keepVersion(trx, file.id, version, verificationCode, print, about(printing, madeAt));
    await recordEvent(trx, {
      kind: 'document.corrected',
      actorId: caller.userId,
      subjectId: caller.userId,
      object: { kind: 'file', id: file.id },
      ip: origin.ip,
      details: { version },
    });
    return { message, file_code: file.file_code, verification_code: verificationCode };
  });
}

/**
 * Composes a record, charges its price and stores the document, all or nothing.
 * @throws Fault `service_inactive`, `price_changed`, `insufficient_balance`, `wallet_inactive`, and those of `compose`
 */
export async function makeDocument<R extends SealedRecord, A extends object>(
  deps: MakeDocumentDeps,
  { caller, idempotency, origin }: DocumentCall,
  request: MakeRequest<R, A>,
): Promise<ApiResponse<A>> {
  const { db, catalogue, clock, files } = deps;
  const earlier = await findFirstResponse<A>(db, caller.userId, idempotency);
  if (earlier) return earlier;
  const { rules } = request;
  const { pricePaisa } = await catalogue.getOpenAutomatic(db, documentKinds[rules.kind].serviceCode);
  assertShownPrice(pricePaisa, request.shownPaisa);
  try {
    await ledger.assertCanPay(db, caller.userId, pricePaisa);
  } catch (error) {
    // The money may have been spent on the first attempt of the same request.
    const meanwhile = await findFirstResponse<A>(db, caller.userId, idempotency);
    if (meanwhile) return meanwhile;
    throw error;
  }
  const record = await request.compose();
  const printing = rules.print(record);
  const madeAt = clock.now();
  const { recordId, documentNumber } = await queries.nextNumbers(db);
  const codes = files.newCodes(documentNumber);
  const pdf = await setPages(deps, rules, record, printing, codes, 1, madeAt);
  const print = await files.store(pdf);
  releaseBuffer(pdf);

  const { fileCode, verificationCode } = codes;
  const body = request.answer({
    recordId,
    fileCode,
    verificationCode,
    openPath: openPathOf(rules.kind, fileCode),
  });
  const file = {
    ownerId: caller.userId,
    type: documentKinds[rules.kind].fileType,
    kind: rules.kind,
    chargePaisa: pricePaisa,
  };
  const document: NewDocument = {
    recordId,
    kind: rules.kind,
    ownerId: caller.userId,
    fileCode,
    sealedRecord: seal(deps, record, recordPurpose),
    pricePaisa,
    ...files.partsOf(file, codes, print, about(printing, madeAt)),
    ip: origin.ip,
  };
  const { status, purchase } = request;
  if (!purchase) {
    const stored = await tryOnce(() => insertDocument(db, document, idempotency, { status, body }));
    if (stored) return new ApiResponse(status, stored);
  }
  return once<A>(db, caller.userId, idempotency, status, async (trx) => {
    const existing = await purchase?.findEarlier(trx);
    if (existing) return existing;
    await insertDocument(trx, document, undefined, { status, body });
    await purchase?.record(trx, recordId);
    return body;
  });
}

/**
 * Previews a record's paper as watermarked images: nothing is stored, charged or numbered.
 * @returns PNG data URLs, one per page
 * @throws Fault `service_inactive`, `too_many_requests`, and those of `compose`
 */
export async function previewDocument<R extends SealedRecord>(
  deps: MakeDocumentDeps,
  caller: Caller,
  rules: KindRules<R>,
  compose: () => Promise<R>,
): Promise<{ pages: string[] }> {
  const { db, catalogue, limiter, clock, renderPage } = deps;
  await catalogue.getOpenAutomatic(db, documentKinds[rules.kind].serviceCode);
  await limiter.take(...previewsOf(caller.userId));
  const record = await compose();
  const printing = rules.print(record);
  const pdf = await setPages(deps, rules, record, printing, noCodes, 1, clock.now(), true);
  const pages: string[] = [];
  for (let count = 1; pages.length < Math.min(count, maxPreviewPages); ) {
    const rendered = await renderPage(pdf, pages.length + 1, '');
    if (!rendered) break;
    count = rendered.pages;
    pages.push(`data:image/png;base64,${Buffer.from(rendered.png).toString('base64')}`);
  }
  return { pages };
}

/** Reads a record with its file, for its owner or staff. Records the access. @throws Fault `not_found` */
export async function openRecord<R extends SealedRecord>(
  deps: MakeDocumentDeps,
  rules: KindRules<R>,
  caller: Caller,
  id: number,
  origin: RequestOrigin,
) {
  const { files, db } = deps;
  const { record, owner_id } = await getRow(deps, rules, caller, id);
  const file = await files.findOfRecord(db, id);
  await recordEvent(db, {
    kind: 'record.opened',
    ...actingPerson(caller),
    subjectId: owner_id,
    object: { kind: 'record', id },
    ip: origin.ip,
  });
  return {
    record: { ...record, origins: originsOfFilled(record) },
    fileCode: file?.file_code ?? '',
    verificationCode: file?.verification_code ?? '',
  };
}

/**
 * Corrects a record and makes its next version, free of charge; the URL stays.
 * @throws Fault `not_found`, `record_changed`, `too_many_requests` past the daily limit
 */
export async function correctDocument<R extends SealedRecord>(
  deps: MakeDocumentDeps,
  call: DocumentCall,
  rules: KindRules<R>,
  id: number,
  message: string,
  compose: (before: R) => Promise<R>,
): Promise<ApiResponse<Correction>> {
  const { db, files, limiter } = deps;
  const { caller, idempotency } = call;
  const earlier = await findFirstResponse<Correction>(db, caller.userId, idempotency);
  if (earlier) return earlier;
  const before = await getRow(deps, rules, caller, id);
  const file = await files.findOfRecord(db, id);
  if (before.owner_id !== caller.userId || !file) throw new Fault('not_found');
  const taken = await limiter.take(...correctionsOf(caller.userId, id));
  try {
    return await saveVersion(deps, call, rules, { id, before, file, message }, await compose(before.record));
  } catch (error) {
    await taken.giveBack();
    throw error;
  }
}

export function createDocumentMaker(deps: MakeDocumentDeps) {
  // Bound by hand, because each call has its own record type.
  return {
    verifyUrl: (code: string) => verifyUrl(deps, code),
    make: <R extends SealedRecord, A extends object>(call: DocumentCall, request: MakeRequest<R, A>) =>
      makeDocument(deps, call, request),
    preview: <R extends SealedRecord>(caller: Caller, rules: KindRules<R>, compose: () => Promise<R>) =>
      previewDocument(deps, caller, rules, compose),
    openRecord: <R extends SealedRecord>(
      rules: KindRules<R>,
      caller: Caller,
      id: number,
      origin: RequestOrigin,
    ) => openRecord(deps, rules, caller, id, origin),
    correct: <R extends SealedRecord>(
      call: DocumentCall,
      rules: KindRules<R>,
      id: number,
      message: string,
      compose: (before: R) => Promise<R>,
    ) => correctDocument(deps, call, rules, id, message, compose),
  };
}
