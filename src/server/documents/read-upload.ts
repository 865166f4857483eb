// Turns an uploaded signed copy into an API response. The copy is read in a separate process.
import type { AutomaticServiceCode } from '#contract/documents/kinds.ts';
import type { NidField } from '#contract/documents/rules.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { maximumPdfBytes } from '#contract/files/upload-rules.ts';
import {
  ReadersBusyError,
  type SignedCopyReading,
  signedCopyFields,
  UnreadablePdfError,
} from '#engines/reading/signed-copy-reading.ts';
import { recordEvent } from '../audit-log/record-event.ts';
import type { Catalogue } from '../catalogue/catalogue.service.ts';
import type { Database } from '../platform/database/connect.ts';
import { Fault } from '../platform/fault.ts';
import type { Caller } from '../platform/request/caller.ts';
import type { UploadedFile } from '../platform/request/upload.ts';
import type { Readings } from './readings.ts';

export type ReadSignedCopy = (pdf: Uint8Array, owner: string) => Promise<SignedCopyReading>;

const refusals: Record<UnreadablePdfError['code'], ErrorCode> = {
  not_pdf: 'file_not_pdf',
  encrypted: 'file_encrypted',
  broken: 'file_broken',
  too_many_pages: 'file_too_many_pages',
  too_large: 'file_too_large',
  timeout: 'file_unreadable',
  no_fields: 'file_unreadable',
};

interface ReadUpload {
  /** Values by the keys of the record; only fields that the copy prints. */
  textData: Record<string, string>;
  addressLine: string;
  /** JPEG in base64. */
  photo: string | null;
  signature: string | null;
  confidence: Record<string, number>;
  /** JPEGs in base64 that show uncertain values on the copy; undefined if there are none. */
  cutOuts: Record<string, string> | undefined;
}

/** Returns the address on the voter's card: the permanent one if the voter is registered there, otherwise the present one. */
function addressLineOf({ fields, presentAddress, permanentAddress, cardAddress }: SignedCopyReading): string {
  if (cardAddress) return cardAddress;
  const preferred = fields.voter_at === 'permanent' ? permanentAddress : presentAddress;
  return (preferred ?? presentAddress ?? permanentAddress)?.text ?? '';
}

/** @throws Fault for a missing, foreign, locked, broken, too large or unreadable file */
async function readUpload(
  read: ReadSignedCopy,
  upload: UploadedFile | undefined,
  owner: string,
): Promise<ReadUpload> {
  if (!upload || upload.bytes.length === 0) throw new Fault('file_missing');
  if (upload.bytes.length > maximumPdfBytes) throw new Fault('file_too_large');
  let reading: SignedCopyReading;
  try {
    reading = await read(upload.bytes, owner);
  } catch (error) {
    if (error instanceof UnreadablePdfError) throw new Fault(refusals[error.code]);
    if (error instanceof ReadersBusyError) throw new Fault('busy', {}, 10);
    throw error;
  }
  const textData: Record<string, string> = {};
  for (const field of signedCopyFields satisfies readonly NidField[]) {
    const value = reading.fields[field];
    if (value !== undefined) textData[field] = value;
  }
  if (reading.presentAddress) textData.present_address = reading.presentAddress.text;
  if (reading.permanentAddress) textData.permanent_address = reading.permanentAddress.text;
  const cutOuts = Object.entries(reading.cutOuts).map(([key, jpeg]) => [
    key,
    Buffer.from(jpeg).toString('base64'),
  ]);
  const base64 = (picture: { jpeg: Uint8Array } | undefined) =>
    picture ? Buffer.from(picture.jpeg).toString('base64') : null;
  return {
    textData,
    addressLine: addressLineOf(reading),
    photo: base64(reading.photo),
    signature: base64(reading.signature),
    confidence: Object.fromEntries(
      Object.entries(reading.confidence).filter((entry): entry is [string, number] => entry[1] !== undefined),
    ),
    cutOuts: cutOuts.length > 0 ? Object.fromEntries(cutOuts) : undefined,
  };
}

export type ReadCopies = ReturnType<typeof createReadCopies>;

/** Reads uploads for the services that start from one. A reading is free, recorded, and stored encrypted for a week. */
export function createReadCopies(deps: {
  readonly db: Database;
  readonly catalogue: Catalogue;
  readonly readings: Readings;
  readonly readSignedCopy: ReadSignedCopy;
}) {
  return {
    /** @throws Fault `service_inactive`, and those of the upload */
    async read(caller: Caller, service: AutomaticServiceCode, upload: UploadedFile | undefined) {
      await deps.catalogue.getOpenAutomatic(deps.db, service);
      const read = await readUpload(deps.readSignedCopy, upload, String(caller.userId));
      const extractionId = await deps.readings.keep(
        caller,
        'signed_copy',
        { ...read.textData, address_for_nid: read.addressLine },
        [read.photo, read.signature],
      );
      await recordEvent(deps.db, {
        kind: 'document.read',
        actorId: caller.userId,
        subjectId: caller.userId,
        object: { kind: 'reading', id: extractionId },
      });
      return { extractionId, ...read };
    },
  };
}
