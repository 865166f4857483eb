// Cut-outs of the page where doubtful values were read, for the customer to compare. They are returned with the reading and not stored.

import type { RecordReading } from '../build-record.ts';
import { jpegOf } from '../pictures.ts';
import type { Row } from '../rows.ts';
import type { PixelBox } from './page-raster.ts';
import type { Grey } from './raster.ts';

/** The page as it was read: levelled, in grey. */
export interface PagePicture {
  grey: Grey;
  dpi: number;
}

/** From this confidence on, a value needs no cut-out. */
const sureFrom = 0.8;
/** All values of a sheet fit; a hostile file cannot ask for more. */
const maxBytes = 1_500_000;
const marginPoints = 3;
/** Rows that lie farther apart are not one value. */
const tallestPoints = 260;

/** Makes a JPEG for each doubtful entry of the record that was read from one of `pages` (by page number). */
export async function makeCutOuts(
  { confidence, sources }: RecordReading,
  pages: ReadonlyMap<number, PagePicture>,
): Promise<Record<string, Uint8Array>> {
  const cutOuts: Record<string, Uint8Array> = {};
  let bytes = 0;
  for (const [key, rows] of Object.entries(sources)) {
    const page = pages.get(rows?.[0]?.page ?? 0);
    if (rows === undefined || page === undefined || (confidence[key] ?? 0) >= sureFrom) continue;
    const box = boxOf(rows, page);
    if (box === undefined) continue;
    const jpeg = await jpegOf({ ...box, data: coloursOf(page.grey, box) }, 70);
    bytes += jpeg.length;
    if (bytes > maxBytes) break;
    cutOuts[key] = jpeg;
  }
  return cutOuts;
}

/** Returns the box around everything that the rows were read from, on the page of the first. */
function boxOf(rows: readonly Row[], { grey, dpi }: PagePicture): PixelBox | undefined {
  const places = rows.filter((row) => row.page === rows[0]!.page).flatMap((row) => row.places);
  if (places.length === 0) return undefined;
  const scale = dpi / 72;
  const pixel = (points: number, most: number) => Math.round(Math.min(most, Math.max(0, points * scale)));
  const left = pixel(Math.min(...places.map((place) => place.left)) - marginPoints, grey.width);
  const top = pixel(Math.min(...places.map((place) => place.top)) - marginPoints, grey.height);
  const width = pixel(Math.max(...places.map((place) => place.right)) + marginPoints, grey.width) - left;
  const height = pixel(Math.max(...places.map((place) => place.bottom)) + marginPoints, grey.height) - top;
  if (width < 4 || height < 4 || height > tallestPoints * scale) return undefined;
  return { left, top, width, height };
}

function coloursOf(grey: Grey, box: PixelBox): Uint8ClampedArray {
  const data = new Uint8ClampedArray(4 * box.width * box.height);
  for (let y = 0; y < box.height; y += 1) {
    for (let x = 0; x < box.width; x += 1) {
      const to = 4 * (y * box.width + x);
      data.fill(grey.data[(box.top + y) * grey.width + box.left + x]!, to, to + 3);
      data[to + 3] = 255;
    }
  }
  return data;
}
