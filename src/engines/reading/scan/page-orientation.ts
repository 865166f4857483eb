// Corrects the orientation of pages that were scanned or photographed on their side or upside down.

import type { Pdfium } from '../../pdfium.ts';
import { renderGrey } from './page-raster.ts';
import { type Grey, thresholdInk } from './raster.ts';

/** Coarse: lines of text stay apart, letters blur. */
const lookDpi = 60;

/** How pages are turned: so that their lines run across, the same upside down, or not at all, in case the detection was wrong. */
export type Attempt = 'lines across' | 'upside down' | 'as it is';

/** Turns the page upright while `work` runs. @param onSide called if the page appears to lie on its side */
export async function withUprightPage<T>(
  pdfium: Pdfium,
  page: number,
  attempt: Attempt,
  onSide: () => void,
  work: () => Promise<T>,
): Promise<T> {
  const before = pdfium.FPDFPage_GetRotation(page);
  if (attempt === 'as it is') return work();
  const grey = renderGrey(pdfium, page, lookDpi);
  const looksTurned = grey !== undefined && isOnItsSide(grey);
  if (looksTurned) onSide();
  const turns = (looksTurned ? 1 : 0) + (attempt === 'upside down' ? 2 : 0);
  if (turns === 0) return work();
  pdfium.FPDFPage_SetRotation(page, (before + turns) % 4);
  try {
    return await work();
  } finally {
    pdfium.FPDFPage_SetRotation(page, before);
  }
}

/** Lines of text alternate with white, so ink varies more from row to row than from column to column, even on a slightly skewed page. */
export function isOnItsSide(grey: Grey): boolean {
  const ink = thresholdInk(grey, Math.round(lookDpi / 11), 16);
  const across = { sum: 0 };
  const down = { sum: 0 };
  // In strips, so that a slant moves a line little within each.
  const strip = Math.round(lookDpi / 2);
  for (let top = 0; top + strip <= ink.height; top += strip) {
    for (let left = 0; left + strip <= ink.width; left += strip) {
      const rows = new Uint16Array(strip);
      const columns = new Uint16Array(strip);
      for (let y = 0; y < strip; y += 1) {
        for (let x = 0; x < strip; x += 1) {
          if (ink.data[(top + y) * ink.width + left + x] !== 1) continue;
          rows[y]! += 1;
          columns[x]! += 1;
        }
      }
      across.sum += roughness(rows);
      down.sum += roughness(columns);
    }
  }
  return down.sum > 1.15 * across.sum;
}

function roughness(sums: Uint16Array): number {
  let sum = 0;
  // A rule fills a row or column of the strip alone; text does not.
  for (let i = 1; i < sums.length; i += 1) {
    const [a, b] = [sums[i - 1]!, sums[i]!];
    if (Math.max(a, b) < 0.9 * sums.length) sum += (a - b) ** 2;
  }
  return sum;
}
