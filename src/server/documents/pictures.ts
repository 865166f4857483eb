// Pictures from customers are decoded and written anew: metadata and anything hidden in the file are gone.
import { Piscina } from 'piscina';
import { maximumImageBytes, maximumImagePixels } from '#contract/document-rules.ts';
import { Fault, FieldFault } from '../platform/fault.ts';
import { inspectPicture } from './rendering/pictures.ts';

export interface PictureTask {
  readonly bytes: Uint8Array;
  readonly format: 'jpeg' | 'png';
  /** The longer side is brought down to this many pixels. */
  readonly longestSide: number;
}

/** Sharp at the printed size, and small enough to keep. */
const longestSide = 900;

export interface Pictures {
  /**
   * @param base64 bare or as a data URL
   * @throws FieldFault naming the field when it is no whole JPEG or PNG within the limits
   */
  readBase64(field: string, base64: string, format: PictureTask['format']): Promise<Buffer>;
  /** The picture in base64 as it is kept; undefined when none is given. @throws FieldFault */
  readOptional(
    field: string,
    base64: string | null | undefined,
    format: PictureTask['format'],
  ): Promise<string | undefined>;
  /** The same for bytes of an upload. @throws Fault `image_refused` */
  readBytes(bytes: Buffer, format: PictureTask['format'], longestSide: number): Promise<Buffer>;
  close(): Promise<void>;
}

export function createPictures(): Pictures {
  const pool = new Piscina<PictureTask, Uint8Array | undefined>({
    filename: new URL('./picture-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: 64,
    idleTimeout: 30_000,
    atomics: 'disabled',
  });
  /** @returns undefined when it is no whole JPEG or PNG within the limits */
  async function writeAnew(task: PictureTask): Promise<Buffer | undefined> {
    if (task.bytes.length > maximumImageBytes) return undefined;
    const picture = inspectPicture(task.bytes);
    if (!picture || picture.widthPixels * picture.heightPixels > maximumImagePixels) return undefined;
    const written = await pool.run(task, { signal: AbortSignal.timeout(20_000) }).catch(() => undefined);
    return written && Buffer.from(written);
  }

  return {
    async readBase64(field, base64, format) {
      const data = base64.replace(/^data:image\/[a-z+.-]+;base64,/i, '');
      const isBase64 = /^[A-Za-z0-9+/=\s]+$/.test(data);
      const written = isBase64
        ? await writeAnew({ bytes: Buffer.from(data, 'base64'), format, longestSide })
        : undefined;
      if (!written) throw new FieldFault({ [field]: ['image_invalid'] });
      return written;
    },
    async readOptional(field, base64, format) {
      return base64 ? (await this.readBase64(field, base64, format)).toString('base64') : undefined;
    },
    async readBytes(bytes, format, longestSide) {
      const written = await writeAnew({ bytes, format, longestSide });
      if (!written) throw new Fault('image_refused');
      return written;
    },
    close: () => pool.destroy(),
  };
}
