// Files that arrive in parts, each with its offset: validates parts, and seals them for storage until the file is complete.
import { minimumUploadPartBytes, uploadPartBytes } from '#contract/files/upload-rules.ts';
import { Fault, FieldFault } from '../fault.ts';
import type { Vault } from '../vault.ts';
import type { UploadedFile } from './upload.ts';

/** Counts bytes against what the portal, and the caller, may hold in memory at once. @throws Fault `busy` */
export type Reserve = (bytes: number) => void;

export interface PartialUpload {
  readonly byte_size: number;
  readonly received: number;
}

export interface SealedPart {
  readonly from: number;
  readonly byteSize: number;
  readonly sealed: Buffer;
}

/** @throws FieldFault if the part is missing or too long */
export function getPart(part: UploadedFile | undefined): Buffer {
  if (!part || part.bytes.length === 0) throw new FieldFault({ file: ['required'] });
  if (part.bytes.length > uploadPartBytes) throw new FieldFault({ file: ['out_of_range'] });
  return part.bytes;
}

/**
 * Seals the next part of a file whose row is locked.
 * @throws Fault `not_found`, `upload_offset` for a part that does not start where the last one ended; FieldFault
 */
export function sealPart(
  vault: Pick<Vault, 'seal'>,
  purpose: string,
  upload: PartialUpload | undefined,
  offset: number,
  bytes: Buffer,
): SealedPart {
  if (!upload) throw new Fault('not_found');
  if (offset !== upload.received) throw new Fault('upload_offset', { offset: upload.received });
  const left = upload.byte_size - offset;
  if (bytes.length > left || bytes.length < Math.min(left, minimumUploadPartBytes))
    throw new FieldFault({ file: ['out_of_range'] });
  return { from: offset, byteSize: bytes.length, sealed: vault.seal(bytes, purpose) };
}

/** @throws Fault `not_found`, `upload_offset` */
export function assertComplete(upload: PartialUpload | undefined): asserts upload {
  if (!upload) throw new Fault('not_found');
  if (upload.received < upload.byte_size) throw new Fault('upload_offset', { offset: upload.received });
}

/** Joins the parts. The result is shorter than the file if parts were deleted in the meantime. */
export const joinParts = (
  vault: Pick<Vault, 'open'>,
  purpose: string,
  parts: readonly { bytes_sealed: Buffer }[],
): Buffer => Buffer.concat(parts.map(({ bytes_sealed }) => vault.open(bytes_sealed, purpose)));
