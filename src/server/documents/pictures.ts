// Decodes and re-encodes customers' pictures, which drops metadata and anything hidden in the file.
import { maximumImageBytes, maximumImagePixels } from '#contract/files/upload-rules.ts';
import { PoolBusyError, ProcessPool, TaskEndedError } from '#engines/processes/process-pool.ts';
import { inspectPicture } from '#engines/rendering/pictures.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import type { PictureTask } from './picture-process.ts';

/** In pixels: sharp at the printed size, and small enough to store. */
const longestSide = 900;

export interface Pictures {
  /**
   * @param base64 bare or as a data URL
   * @param owner the uploader, whose pictures are read one at a time
   * @throws FieldFault for the field if it isn't a complete JPEG or PNG within the limits; Fault `busy`
   */
  readBase64(field: string, base64: string, format: PictureTask['format'], owner: string): Promise<Buffer>;
  /** Returns the picture in base64, as stored; undefined if none is given. @throws FieldFault */
  readOptional(
    field: string,
    base64: string | null | undefined,
    format: PictureTask['format'],
    owner: string,
  ): Promise<string | undefined>;
  /** Re-encodes an uploaded picture. @throws Fault `file_too_large`, `image_refused`, `busy` */
  readBytes(
    bytes: Buffer,
    format: PictureTask['format'],
    longestSide: number,
    owner: string,
  ): Promise<Buffer>;
  close(): Promise<void>;
}

export function createPictures(): Pictures {
  const pool = new ProcessPool<PictureTask, Uint8Array | undefined>({
    program: new URL('./picture-process.ts', import.meta.url),
    processes: 1,
    waiting: 32,
    // Photo and signature, for two saves.
    waitingEach: 4,
    waitMilliseconds: 20_000,
    milliseconds: 20_000,
    residentMegabytes: 700,
    idleMilliseconds: 60_000,
  });
  /** @returns undefined if it isn't a complete JPEG or PNG within the limits @throws Fault `busy` */
  async function writeAnew(task: PictureTask, owner: string): Promise<Buffer | undefined> {
    const picture = inspectPicture(task.bytes);
    if (!picture || picture.widthPixels * picture.heightPixels > maximumImagePixels) return undefined;
    try {
      const written = await pool.run(task, owner);
      return written && Buffer.from(written);
    } catch (error) {
      if (error instanceof PoolBusyError) throw new Fault('busy', {}, 5);
      if (error instanceof TaskEndedError) return undefined;
      throw error;
    }
  }

  return {
    async readBase64(field, base64, format, owner) {
      const data = base64.replace(/^data:image\/[a-z+.-]+;base64,/i, '');
      const isBase64 = /^[A-Za-z0-9+/=\s]+$/.test(data);
      const bytes = isBase64 ? Buffer.from(data, 'base64') : undefined;
      if (bytes && bytes.length > maximumImageBytes) throw new FieldFault({ [field]: ['image_too_large'] });
      const written = bytes && (await writeAnew({ bytes, format, longestSide }, owner));
      if (!written) throw new FieldFault({ [field]: ['image_invalid'] });
      return written;
    },
    async readOptional(field, base64, format, owner) {
      return base64 ? (await this.readBase64(field, base64, format, owner)).toString('base64') : undefined;
    },
    async readBytes(bytes, format, longestSide, owner) {
      if (bytes.length > maximumImageBytes) throw new Fault('file_too_large');
      const written = await writeAnew({ bytes, format, longestSide }, owner);
      if (!written) throw new Fault('image_refused');
      return written;
    },
    close: () => pool.close(),
  };
}
