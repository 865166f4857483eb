// Use cases of the automatic services. A document is charged in the transaction that keeps it: no file, no charge.
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { hasRight } from '#contract/access.ts';
import { dhakaDay } from '#contract/bengali.ts';
import { nidFields } from '#contract/document-rules.ts';
import type { NidExtraction, NidRecord, StoredNidRecord } from '#contract/documents.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import { type DocumentCodes, type Files, openPaths, type StoredPrint } from '../files/files.service.ts';
import * as ledger from '../ledger/ledger.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, inTransaction } from '../platform/database/connect.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import type { Idempotency } from '../platform/http/bind.ts';
import type { Caller, RequestOrigin } from '../platform/http/caller.ts';
import { findFirstAnswer, once } from '../platform/http/idempotent.ts';
import type { UploadedFile } from '../platform/http/multipart.ts';
import type { Vault } from '../platform/vault.ts';
import { noteEvent } from '../trail/trail.service.ts';
import { tellBalance } from '../wallet/wallet.service.ts';
import * as queries from './documents.queries.ts';
import * as nid from './nid.rules.ts';
import type { Pictures } from './pictures.ts';
import { type ReadSignedCopy, readUpload } from './read-upload.ts';
import { type PrintableSection, type Renderer, RenderingError } from './rendering/render-document.ts';

const readingPurpose = 'document reading';
const recordPurpose = 'document record';
/** An upload's reading is kept this long for a save that names it. */
export const readingDays = 7;

const photoSide = 900;
const signatureSide = 900;

/** What is sealed for one NID document. Pictures in base64. */
interface SealedNid {
  values: nid.NidValues;
  issueDate: string;
  origins: nid.Origins;
  photo: string | null;
  signature: string | null;
}

type NidBody = z.output<typeof NidRecord>;
type NidChange = { [K in keyof NidBody]?: NidBody[K] | undefined };

export interface DocumentParts {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly files: Files;
  readonly vault: Vault;
  readonly renderer: Renderer;
  readonly pictures: Pictures;
  readonly readSignedCopy: ReadSignedCopy;
  readonly clock: Clock;
  readonly publicOrigin: string;
  readonly portalName: { bn: string; en: string };
}

export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(parts: DocumentParts) {
  const { db, catalogue, files, vault, renderer, pictures, clock } = parts;

  const seal = (value: unknown, purpose: string) => vault.sealText(JSON.stringify(value), purpose);
  const unseal = <T>(sealed: Buffer, purpose: string) => JSON.parse(vault.openText(sealed, purpose)) as T;

  async function findRead(
    caller: Caller,
    extractionId: string | null | undefined,
  ): Promise<Record<string, string>> {
    if (!extractionId || !/^[0-9a-f-]{36}$/.test(extractionId)) return {};
    const sealed = await queries.findReading(db, extractionId, caller.userId);
    return sealed ? unseal<Record<string, string>>(sealed, readingPurpose) : {};
  }

  async function readPictures(body: {
    photo_base64?: string | null | undefined;
    signature_base64?: string | null | undefined;
  }) {
    const [photo, signature] = await Promise.all([
      body.photo_base64
        ? pictures.readBase64('photo_base64', body.photo_base64, 'jpeg', photoSide)
        : undefined,
      body.signature_base64
        ? pictures.readBase64('signature_base64', body.signature_base64, 'png', signatureSide)
        : undefined,
    ]);
    return { photo, signature };
  }

  async function printNid(
    record: SealedNid,
    sections: PrintableSection[],
    codes: DocumentCodes,
    version: number,
    madeAt: Date,
  ): Promise<StoredPrint> {
    try {
      const pdf = await renderer.render({
        kind: 'nid',
        title: { bn: 'এনআইডি তথ্য কপি', en: 'NID information copy' },
        portalName: parts.portalName,
        number: codes.documentNumber,
        version,
        madeAt,
        verificationCode: codes.verificationCode,
        verifyUrl: `${parts.publicOrigin}/verify/${codes.verificationCode}`,
        withQr: true,
        sections,
        ...(record.photo ? { photo: Buffer.from(record.photo, 'base64') } : {}),
        ...(record.signature ? { signature: Buffer.from(record.signature, 'base64') } : {}),
      });
      return files.store(pdf);
    } catch (error) {
      if (error instanceof RenderingError && error.code === 'undrawable_text')
        throw new FieldFault({ [error.subject]: ['undrawable'] });
      if (error instanceof RenderingError && error.code === 'bad_picture') throw new Fault('image_refused');
      throw error;
    }
  }

  const about = (record: SealedNid, sections: PrintableSection[], madeAt: Date) => ({
    fullName: record.values.name_bangla,
    englishName: record.values.name_english,
    number: record.values.national_id,
    provenance: nid.countOrigins(sections),
    madeAt,
  });

  async function getNid(caller: Caller, id: number) {
    const row = await queries.findRecord(db, id, 'nid');
    if (!row || !(row.owner_id === caller.userId || hasRight(caller.roles, 'files.read')))
      throw new Fault('not_found');
    return { ...row, record: unseal<SealedNid>(row.sealed_record, recordPurpose) };
  }

  return {
    /** Reads an uploaded signed copy. Free; what was read is kept sealed for a week. @throws Fault */
    async extractNid(caller: Caller, upload: UploadedFile | undefined): Promise<NidExtraction> {
      await catalogue.getOpenAutomatic(db, 'AF');
      const read = await readUpload(parts.readSignedCopy, upload);
      const extractionId = randomUUID();
      await queries.insertReading(db, {
        id: extractionId,
        ownerId: caller.userId,
        kind: 'extraction',
        sealed: seal({ ...read.textData, address_for_nid: read.addressLine }, readingPurpose),
      });
      await noteEvent(db, {
        kind: 'document.read',
        actorId: caller.userId,
        subjectId: caller.userId,
        object: { kind: 'reading', id: extractionId },
      });
      return {
        extraction_id: extractionId,
        text_data: read.textData,
        address_for_nid: read.addressLine,
        images: [{ base64_0: read.photo }, { base64_1: read.signature }],
        confidence: read.confidence,
      };
    },

    /**
     * Saves a record, charges its price and keeps the document, all or nothing.
     * @throws Fault `service_inactive`, `insufficient_balance`, `wallet_inactive`, `image_refused`; FieldFault
     */
    async createNid(
      caller: Caller,
      body: NidBody,
      idempotency: Idempotency | undefined,
      origin: RequestOrigin,
      message: string,
    ) {
      type Answer = {
        message: string;
        data: { id: number; file_code: string; verification_code: string; open_path: string };
      };
      const earlier = await findFirstAnswer<Answer>(db, caller.userId, idempotency);
      if (earlier) return earlier;
      const { pricePaisa } = await catalogue.getOpenAutomatic(db, 'AF');
      await ledger.assertCanPay(db, caller.userId, pricePaisa);

      const values = nid.completeNid(body);
      const { photo, signature } = await readPictures(body);
      const record: SealedNid = {
        values,
        issueDate: body.smart_card_date || dhakaDay(clock.now()),
        origins: nid.originsOf(values, await findRead(caller, body.extraction_id)),
        photo: photo?.toString('base64') ?? null,
        signature: signature?.toString('base64') ?? null,
      };
      const sections = nid.printNid(values, record.issueDate, record.origins);
      const madeAt = clock.now();
      const codes = await files.drawCodes();
      const print = await printNid(record, sections, codes, 1, madeAt);
      let isKept = false;
      try {
        const kept = await once<Answer>(db, caller.userId, idempotency, 201, async (trx) => {
          const recordId = await queries.insertRecord(trx, {
            kind: 'nid',
            ownerId: caller.userId,
            sealed: seal(record, recordPurpose),
          });
          const ref = `document:${codes.fileCode}`;
          const posted =
            pricePaisa > 0n
              ? await ledger.charge(trx, {
                  userId: caller.userId,
                  ref,
                  actorId: caller.userId,
                  amountPaisa: pricePaisa,
                })
              : undefined;
          const balance =
            posted?.availableAfterPaisa ?? (await ledger.getBalance(trx, caller.userId)).availablePaisa;
          const file = {
            ownerId: caller.userId,
            type: 'id_card' as const,
            kind: 'nid' as const,
            recordId,
            chargePaisa: pricePaisa,
            balanceAfterPaisa: balance,
          };
          const fileId = await files.keep(trx, file, codes, print, about(record, sections, madeAt));
          await noteEvent(trx, {
            kind: 'document.made',
            actorId: caller.userId,
            subjectId: caller.userId,
            object: { kind: 'file', id: fileId },
            ip: origin.ip,
          });
          if (posted) await tellBalance(trx, caller.userId);
          return {
            message,
            data: {
              id: recordId,
              file_code: codes.fileCode,
              verification_code: codes.verificationCode,
              open_path: `${openPaths.nid}${codes.fileCode}/`,
            },
          };
        });
        isKept = !kept.repeated;
        return kept;
      } finally {
        if (!isKept) await files.discard(print);
      }
    },

    /** @throws Fault `not_found` */
    async getNidRecord(caller: Caller, id: number, origin: RequestOrigin): Promise<StoredNidRecord> {
      const { record, owner_id } = await getNid(caller, id);
      const file = await files.findOfRecord(db, id);
      await noteEvent(db, {
        kind: 'record.opened',
        actorId: caller.userId,
        subjectId: owner_id,
        object: { kind: 'record', id },
        ip: origin.ip,
      });
      return {
        id,
        ...record.values,
        smart_card_date: record.issueDate,
        photo_base64: record.photo,
        signature_base64: record.signature,
        file_code: file?.file_code ?? '',
        verification_code: file?.verification_code ?? '',
        provenance: record.origins as StoredNidRecord['provenance'],
      };
    },

    /** Corrects a record and makes its next version, free; the address stays. @throws Fault `not_found` */
    async updateNid(
      caller: Caller,
      id: number,
      body: NidChange,
      idempotency: Idempotency | undefined,
      origin: RequestOrigin,
      message: string,
    ) {
      type Answer = { message: string; file_code: string; verification_code: string };
      const earlier = await findFirstAnswer<Answer>(db, caller.userId, idempotency);
      if (earlier) return earlier;
      const before = await getNid(caller, id);
      if (before.owner_id !== caller.userId) throw new Fault('not_found');
      const file = await files.findOfRecord(db, id);
      if (!file) throw new Fault('not_found');

      const given = Object.fromEntries(
        nidFields.filter((field) => body[field] !== undefined).map((field) => [field, body[field]]),
      );
      const values: nid.NidValues = { ...before.record.values, ...given };
      const { photo, signature } = await readPictures(body);
      const record: SealedNid = {
        values,
        issueDate: body.smart_card_date || before.record.issueDate,
        origins: nid.correctedOrigins(before.record.values, values, before.record.origins),
        photo: photo?.toString('base64') ?? before.record.photo,
        signature: signature?.toString('base64') ?? before.record.signature,
      };
      const sections = nid.printNid(values, record.issueDate, record.origins);
      const madeAt = clock.now();
      const version = file.current_version + 1;
      const verificationCode = files.drawVerificationCode();
      const codes = { fileCode: file.file_code, documentNumber: file.number, verificationCode };
      const print = await printNid(record, sections, codes, version, madeAt);
      let isKept = false;
      try {
        const kept = await once<Answer>(db, caller.userId, idempotency, 200, async (trx) => {
          const locked = await files.lockOfRecord(trx, id);
          const isNewest = locked?.current_version === file.current_version;
          if (
            !isNewest ||
            !(await queries.updateRecord(trx, id, before.version, seal(record, recordPurpose)))
          ) {
            throw new Fault('record_changed');
          }
          await files.keepVersion(
            trx,
            file.id,
            version,
            verificationCode,
            print,
            about(record, sections, madeAt),
          );
          await noteEvent(trx, {
            kind: 'document.corrected',
            actorId: caller.userId,
            subjectId: caller.userId,
            object: { kind: 'file', id: file.id },
            ip: origin.ip,
            details: { version },
          });
          return { message, file_code: file.file_code, verification_code: verificationCode };
        });
        isKept = !kept.repeated;
        return kept;
      } finally {
        if (!isKept) await files.discard(print);
      }
    },

    removeOldReadings: () => inTransaction(db, (trx) => queries.deleteOldReadings(trx, readingDays)),
  };
}
