// Renders a page of a PDF into pixels: grey for reading, in colour for the pictures that are cut out.

import { bytesOf, type Pdfium } from '../../pdfium.ts';
import { type Pixels, takeBitmap } from '../pictures.ts';
import { readingLimits } from '../signed-copy-reading.ts';
import type { Grey } from './raster.ts';

const formats = { grey: 1, bgrx: 3 } as const;
const withAnnotations = 1;

/** Renders the whole page at `dpi`; undefined if that would be too many pixels. */
export function renderGrey(pdfium: Pdfium, page: number, dpi: number): Grey | undefined {
  const width = Math.round((pdfium.FPDF_GetPageWidthF(page) * dpi) / 72);
  const height = Math.round((pdfium.FPDF_GetPageHeightF(page) * dpi) / 72);
  if (width < 50 || height < 50 || width * height > readingLimits.pixels / 2) return undefined;
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, formats.grey, 0, 0);
  if (bitmap === 0) return undefined;
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, withAnnotations);
    const stride = pdfium.FPDFBitmap_GetStride(bitmap);
    const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const source = bytesOf(pdfium).subarray(at, at + stride * height);
    const data = new Uint8Array(width * height);
    for (let y = 0; y < height; y += 1) data.set(source.subarray(y * stride, y * stride + width), y * width);
    return { data, width, height };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

export interface PixelBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Renders a part of the page in colour at `dpi`; the box is in pixels at that resolution. */
export function renderPart(pdfium: Pdfium, page: number, dpi: number, box: PixelBox): Pixels | undefined {
  const width = Math.round((pdfium.FPDF_GetPageWidthF(page) * dpi) / 72);
  const height = Math.round((pdfium.FPDF_GetPageHeightF(page) * dpi) / 72);
  const bitmap = pdfium.FPDFBitmap_CreateEx(box.width, box.height, formats.bgrx, 0, 0);
  if (bitmap === 0) return undefined;
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, box.width, box.height, 0xffffffff);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, -box.left, -box.top, width, height, 0, withAnnotations);
  return takeBitmap(pdfium, bitmap, false);
}
