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

export interface Pictures {
  /**
   * @param base64 bare or as a data URL
   * @throws FieldFault naming the field when it is no whole JPEG or PNG within the limits
   */
  readBase64(
    field: string,
    base64: string,
    format: PictureTask['format'],
    longestSide: number,
  ): Promise<Buffer>;
  readBytes(bytes: Buffer, format: PictureTask['format'], longestSide: number): Promise<Buffer>;
  close(): Promise<void>;
}

export function createPictures(): Pictures {
  const pool = new Piscina<PictureTask, Uint8Array | undefined>({
    filename: new URL('./picture-worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: 30_000,
    atomics: 'disabled',
  });
  return {
    async readBase64(field, base64, format, longestSide) {
      const refused = new FieldFault({ [field]: ['image_invalid'] });
      const data = base64.replace(/^data:image\/[a-z+.-]+;base64,/i, '');
      if (!/^[A-Za-z0-9+/=\s]+$/.test(data)) throw refused;
      const bytes = Buffer.from(data, 'base64');
      if (bytes.length > maximumImageBytes) throw refused;
      const picture = inspectPicture(bytes);
      if (!picture || picture.widthPixels * picture.heightPixels > maximumImagePixels) throw refused;
      const written = await pool
        .run({ bytes, format, longestSide }, { signal: AbortSignal.timeout(20_000) })
        .catch(() => undefined);
      if (!written) throw refused;
      return Buffer.from(written);
    },
    async readBytes(bytes, format, longestSide) {
      const written = await pool.run({ bytes, format, longestSide }).catch(() => undefined);
      if (!written) throw new Fault('image_refused');
      return Buffer.from(written);
    },
    close: () => pool.destroy(),
  };
}
