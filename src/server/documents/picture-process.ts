// Decodes and re-encodes a stranger's picture.
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { serveTasks } from '#engines/processes/serve-tasks.ts';

export interface PictureTask {
  readonly bytes: Uint8Array;
  readonly format: 'jpeg' | 'png';
  /** The longer side is scaled down to this many pixels. */
  readonly longestSide: number;
}

serveTasks<PictureTask, Uint8Array | undefined>(async ({ bytes, format, longestSide }) => {
  const image = await loadImage(Buffer.from(bytes)).catch(() => undefined);
  if (!image || image.width === 0 || image.height === 0) return undefined;
  const scale = Math.min(1, longestSide / Math.max(image.width, image.height));
  const width = Math.max(1, Math.round(image.width * scale));
  const height = Math.max(1, Math.round(image.height * scale));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  if (format === 'jpeg') {
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, width, height);
  }
  context.drawImage(image, 0, 0, width, height);
  return format === 'jpeg' ? canvas.encode('jpeg', 90) : canvas.encode('png');
});
