// A photo or PDF from a customer, as staff may open it: checked by its bytes; a photo is re-encoded.
import { completionExtensions, findMediaType } from '../../files/media-types.ts';
import { Fault } from '../../platform/fault.ts';
import type { UploadedFile } from '../../platform/request/upload.ts';

export interface CustomerFileDeps {
  /** Re-encodes a photo in a process of its own, without the metadata of the camera. @throws Fault `image_refused`, `busy` */
  readonly readPicture: (bytes: Buffer, owner: string) => Promise<Buffer>;
}

/** The mark must be at the very start: a file that carries it further in may be something else as well. */
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
