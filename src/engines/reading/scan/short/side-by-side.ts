import type { PixelBox } from '../page-raster.ts';
import type { Grey } from '../raster.ts';

export function boundsOf(boxes: readonly PixelBox[]): PixelBox {
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.left + box.width));
  const bottom = Math.max(...boxes.map((box) => box.top + box.height));
  return { left, top, width: right - left, height: bottom - top };
}

/** Copies boxes of a page into one row on white, aligned at the bottom. @returns the strip, and where each box begins */
export function arrangeInRow(page: Grey, boxes: readonly PixelBox[], paper: number, gap: number) {
  const soft = 2;
  const height = Math.max(...boxes.map((box) => box.height)) + 2 * gap;
  const width = boxes.reduce((sum, box) => sum + box.width + gap, gap);
  const data = new Uint8Array(width * height).fill(paper);
  const places: number[] = [];
  let place = gap;
  for (const box of boxes) {
    places.push(place);
    // The soft edge of a stroke lies outside of its ink.
    for (let y = -soft; y < box.height + soft; y += 1) {
      for (let x = -soft; x < box.width + soft; x += 1) {
        const [px, py] = [box.left + x, box.top + y];
        if (px < 0 || py < 0 || px >= page.width || py >= page.height) continue;
        data[(height - gap - box.height + y) * width + place + x] = page.data[py * page.width + px]!;
      }
    }
    place += box.width + gap;
  }
  return { strip: { data, width, height }, places };
}
