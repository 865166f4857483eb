// Reads pixels of a rendered page in tests.
import { createCanvas, loadImage } from '@napi-rs/canvas';

export interface Pixels {
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

export async function readPixels(png: Uint8Array): Promise<Pixels> {
  const image = await loadImage(Buffer.from(png));
  const context = createCanvas(image.width, image.height).getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  return { width: image.width, height: image.height, data };
}

export function countPixels(
  picture: Pixels,
  crop: { x: number; y: number; width: number; height: number },
  matches: (red: number, green: number, blue: number) => boolean,
): number {
  let count = 0;
  const [left, top] = [Math.round(crop.x), Math.round(crop.y)];
  for (let y = top; y < Math.round(crop.y + crop.height); y++) {
    for (let x = left; x < Math.round(crop.x + crop.width); x++) {
      const at = (y * picture.width + x) * 4;
      if (matches(picture.data[at]!, picture.data[at + 1]!, picture.data[at + 2]!)) count++;
    }
  }
  return count;
}
