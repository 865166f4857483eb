// Checks photo and signature bytes before they are placed: type by content, complete to the last marker, and of a size that a page can carry.
// Re-encoding and stripping happen at upload, not in printing.

export interface Picture {
  format: 'jpg' | 'png';
  widthPixels: number;
  heightPixels: number;
}

const MAX_BYTES = 5 * 1024 * 1024;
const MAX_PIXELS = 40_000_000;
const PNG_MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns undefined unless the bytes are one complete JPEG or PNG within the limits. */
export function inspectPicture(bytes: Uint8Array): Picture | undefined {
  if (bytes.byteLength > MAX_BYTES) return undefined;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const picture = view.subarray(0, 8).equals(PNG_MAGIC) ? readPng(view) : readJpeg(view);
  if (!picture || picture.widthPixels === 0 || picture.heightPixels === 0) return undefined;
  return picture.widthPixels * picture.heightPixels > MAX_PIXELS ? undefined : picture;
}

function readPng(bytes: Buffer): Picture | undefined {
  let size: Picture | undefined;
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    if (at + 12 + length > bytes.length) return undefined;
    if (type === 'IHDR' && length === 13) {
      size = {
        format: 'png',
        widthPixels: bytes.readUInt32BE(at + 8),
        heightPixels: bytes.readUInt32BE(at + 12),
      };
    }
    if (type === 'IEND') return size;
    at += 12 + length;
  }
  return undefined;
}

function readJpeg(bytes: Buffer): Picture | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  let size: Picture | undefined;
  for (let at = 2; at + 4 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1]!;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const length = bytes.readUInt16BE(at + 2);
    if (at + 2 + length > bytes.length) return undefined;
    // Frame headers C0 to CF, except the tables DHT (C4), JPG (C8) and DAC (CC).
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc) {
      if (length < 8) return undefined;
      size = {
        format: 'jpg',
        heightPixels: bytes.readUInt16BE(at + 5),
        widthPixels: bytes.readUInt16BE(at + 7),
      };
    }
    // After the start of scan come the pixels; a complete file ends with the end marker, apart from padding.
    if (marker === 0xda) return bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) > at ? size : undefined;
    at += 2 + length;
  }
  return undefined;
}
