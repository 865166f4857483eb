// Makes a customer's photo or PDF safe for staff to open: the type is checked by its bytes, and photos are re-encoded.
import { completionExtensions, findMediaType } from '../../files/media-types.ts';
import { Fault } from '../../platform/fault.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';

export interface CustomerFileDeps {
  /** Re-encodes a photo in a separate process, which drops the camera's metadata. @throws Fault `image_refused`, `busy` */
  readonly readPicture: (bytes: Buffer, owner: string) => Promise<Buffer>;
}

/** The signature must be at offset 0: a file that has it further in may be valid as another type too. */
const isPlainPdf = (bytes: Buffer) => bytes.subarray(0, 5).equals(Buffer.from('%PDF-'));

/** @throws Fault `file_type_refused`, `file_too_large`, `image_refused`, `busy` */
export async function readCustomerFile(
  { readPicture }: CustomerFileDeps,
  { bytes, name }: Pick<UploadedFile, 'bytes' | 'name'>,
  customerId: number,
): Promise<UploadedFile> {
  const found = findMediaType(bytes);
  if (!found || !completionExtensions.includes(found.extension)) throw new Fault('file_type_refused');
  if (found.extension !== 'pdf')
    return { bytes: await readPicture(bytes, `attachment ${customerId}`), name, part: 'file' };
  if (!isPlainPdf(bytes)) throw new Fault('file_type_refused');
  return { bytes, name, part: 'file' };
}
