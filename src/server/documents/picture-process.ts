// Process entry: decodes and re-encodes an untrusted picture.
import { createCanvas, Image } from '@napi-rs/canvas';
import { serveTasks } from '#engines/processes/serve-tasks.ts';

export interface PictureTask {
  readonly bytes: Uint8Array;
  readonly format: 'jpeg' | 'png';
  /** The longer side is scaled down to this many pixels. */
  readonly longestSide: number;
}

// One canvas and one image serve all pictures. Their pixels are outside the heap, so the garbage collector would let many of them pile up.
const canvas = createCanvas(1, 1);
let image = new Image();
/** A larger canvas is released at once instead of being kept for the next picture. */
const keptPixels = 1_000_000;

/** @returns undefined if the picture can't be decoded */
async function decode(bytes: Uint8Array): Promise<Image | undefined> {
  const decoded = image;
  const loading = new Promise<void>((done, failed) => {
    decoded.onload = done;
    decoded.onerror = failed;
  });
  decoded.src = Buffer.from(bytes);
  try {
    await loading;
    await decoded.decode();
  } catch {
    image = new Image();
    return undefined;
  }
  return decoded.width > 0 && decoded.height > 0 ? decoded : undefined;
}

serveTasks<PictureTask, Uint8Array | undefined>(async ({ bytes, format, longestSide }) => {
  const decoded = await decode(bytes);
  if (!decoded) return undefined;
  const scale = Math.min(1, longestSide / Math.max(decoded.width, decoded.height));
  // Setting the size also clears the canvas.
  canvas.width = Math.max(1, Math.round(decoded.width * scale));
  canvas.height = Math.max(1, Math.round(decoded.height * scale));
  const context = canvas.getContext('2d');
  if (format === 'jpeg') {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(decoded, 0, 0, canvas.width, canvas.height);
  if (decoded.width * decoded.height > keptPixels) image = new Image();
  return format === 'jpeg' ? canvas.encode('jpeg', 90) : canvas.encode('png');
});
