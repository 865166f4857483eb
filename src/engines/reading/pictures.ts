// Finds the photo and the signature among the pictures of a sheet, by shape and size, as JPEG. An embedded JPEG keeps its bytes.

import { createCanvas } from '@napi-rs/canvas';
import { bytesOf, type Pdfium } from '../pdfium.ts';
import type { PlacedPicture } from './page-content.ts';
import { intAt, withMemory } from './pdfium.ts';
import { type ImageReading, readingLimits } from './signed-copy-reading.ts';

/** A picture with what is needed to choose, read while its page is open. */
export interface FoundPicture {
  page: number;
  /** Size on the sheet, points. */
  shownWidth: number;
  shownHeight: number;
  top: number;
  /** Embedded size, pixels. */
  width: number;
  height: number;
  read: () => Promise<ImageReading | undefined>;
}

/** Describes one picture of the open page `pageHandle`; undefined if it is too small, too large or broken. */
export function findPicture(
  pdfium: Pdfium,
  document: number,
  pageHandle: number,
  page: number,
  picture: PlacedPicture,
): FoundPicture | undefined {
  const [width, height] = pixelSize(pdfium, picture.handle);
  if (width < 24 || height < 16 || width * height > readingLimits.pixels) return undefined;
  return {
    page,
    shownWidth: picture.right - picture.left,
    shownHeight: picture.bottom - picture.top,
    top: picture.top,
    width,
    height,
    read: () => readPicture(pdfium, document, pageHandle, picture.handle, page, width, height),
  };
}

function pixelSize(pdfium: Pdfium, handle: number): [number, number] {
  return withMemory(pdfium, 8, (at) =>
    pdfium.FPDFImageObj_GetImagePixelSize(handle, at, at + 4)
      ? [intAt(pdfium, at), intAt(pdfium, at + 4)]
      : [0, 0],
  );
}

/** Returns how well a picture's shape fits a passport photo; 0 if it cannot be one. */
export function photoFit(picture: Pick<FoundPicture, 'shownWidth' | 'shownHeight'>): number {
  const ratio = picture.shownHeight / picture.shownWidth;
  if (picture.shownWidth < 25 || picture.shownWidth > 260 || ratio < 0.95 || ratio > 1.9) return 0;
  // Passport photos are about 45 to 35; a square is more often a QR code.
  return (ratio < 1.08 ? 0.4 : 1) - Math.min(0.5, Math.abs(ratio - 1.27));
}

/** Returns how well a picture's shape fits a signature, which is a wide strip. */
export function signatureFit(picture: Pick<FoundPicture, 'shownWidth' | 'shownHeight'>): number {
  const ratio = picture.shownWidth / picture.shownHeight;
  if (picture.shownHeight < 6 || picture.shownHeight > 130 || ratio < 1.45 || ratio > 12) return 0;
  return 1 - Math.min(0.6, Math.abs(ratio - 3.6) / 10);
}

export interface ChosenPictures {
  photo: FoundPicture | undefined;
  signature: FoundPicture | undefined;
}

/** Chooses the best photo and the best signature, which is near the photo on the same page if there is one. */
export function choosePictures(found: readonly FoundPicture[]): ChosenPictures {
  const photo = best(found, (picture) => photoFit(picture) - 0.1 * (picture.page - 1));
  const signature = best(
    found.filter((picture) => picture !== photo),
    (picture) => {
      const fit = signatureFit(picture);
      if (fit === 0 || photo === undefined) return fit;
      const far = picture.page === photo.page ? Math.abs(picture.top - photo.top) / 2000 : 0.2;
      return Math.max(0.01, fit - far);
    },
  );
  return { photo, signature };
}

function best(
  found: readonly FoundPicture[],
  score: (picture: FoundPicture) => number,
): FoundPicture | undefined {
  let chosen: FoundPicture | undefined;
  let most = 0;
  for (const picture of found) {
    const value = score(picture);
    if (value > most) {
      most = value;
      chosen = picture;
    }
  }
  return chosen;
}

async function readPicture(
  pdfium: Pdfium,
  document: number,
  pageHandle: number,
  handle: number,
  page: number,
  width: number,
  height: number,
): Promise<ImageReading | undefined> {
  const masked = renderMasked(pdfium, document, pageHandle, handle, width, height);
  const raw = embeddedJpeg(pdfium, handle);
  if (raw !== undefined && masked === undefined) return { jpeg: raw, width, height, page, unchanged: true };
  const pixels = masked ?? plainPixels(pdfium, handle);
  if (pixels === undefined) return undefined;
  return { jpeg: await jpegOf(pixels), width: pixels.width, height: pixels.height, page, unchanged: false };
}

/** Returns the JPEG as embedded, if that is the picture's only encoding. */
function embeddedJpeg(pdfium: Pdfium, handle: number): Uint8Array | undefined {
  if (pdfium.FPDFImageObj_GetImageFilterCount(handle) !== 1) return undefined;
  const filter = withMemory(pdfium, 64, (at) => {
    const length = pdfium.FPDFImageObj_GetImageFilter(handle, 0, at, 64);
    return Buffer.from(bytesOf(pdfium).subarray(at, at + Math.max(0, length - 1))).toString('latin1');
  });
  if (filter !== 'DCTDecode' && filter !== 'DCT') return undefined;
  const length = pdfium.FPDFImageObj_GetImageDataRaw(handle, 0, 0);
  if (length < 4) return undefined;
  const bytes = withMemory(pdfium, length, (at) => {
    pdfium.FPDFImageObj_GetImageDataRaw(handle, at, length);
    return bytesOf(pdfium).slice(at, at + length);
  });
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? bytes : undefined;
}

export interface Pixels {
  /** RGBA, four bytes per pixel, opaque. */
  data: Uint8ClampedArray;
  width: number;
  height: number;
}

/** Renders the picture on white if a soft mask makes parts of it transparent; otherwise returns undefined. */
function renderMasked(
  pdfium: Pdfium,
  document: number,
  pageHandle: number,
  handle: number,
  width: number,
  height: number,
): Pixels | undefined {
  if (width * height > 4_000_000) return undefined;
  // PDFium renders at the picture's size on the page, so that is set to one point per pixel meanwhile.
  return withMemory(pdfium, 48, (at) => {
    if (!pdfium.FPDFPageObj_GetMatrix(handle, at)) return undefined;
    const view = new DataView(bytesOf(pdfium).buffer);
    for (const [i, value] of [width, 0, 0, height, 0, 0].entries())
      view.setFloat32(at + 24 + 4 * i, value, true);
    pdfium.FPDFPageObj_SetMatrix(handle, at + 24);
    const bitmap = pdfium.FPDFImageObj_GetRenderedBitmap(document, pageHandle, handle);
    pdfium.FPDFPageObj_SetMatrix(handle, at);
    return bitmap === 0 ? undefined : takeBitmap(pdfium, bitmap, true);
  });
}

function plainPixels(pdfium: Pdfium, handle: number): Pixels | undefined {
  const bitmap = pdfium.FPDFImageObj_GetBitmap(handle);
  return bitmap === 0 ? undefined : takeBitmap(pdfium, bitmap, false);
}

/** Copies a PDFium bitmap onto white and frees it. With `onlyMasked`, a bitmap without transparent parts gives undefined. */
export function takeBitmap(pdfium: Pdfium, bitmap: number, onlyMasked: boolean): Pixels | undefined {
  try {
    const width = pdfium.FPDFBitmap_GetWidth(bitmap);
    const height = pdfium.FPDFBitmap_GetHeight(bitmap);
    const stride = pdfium.FPDFBitmap_GetStride(bitmap);
    const format = pdfium.FPDFBitmap_GetFormat(bitmap);
    if (width < 1 || height < 1 || width * height > readingLimits.pixels) return undefined;
    const bytesAPixel = { 1: 1, 2: 3, 3: 4, 4: 4 }[format];
    if (bytesAPixel === undefined || (onlyMasked && format !== 4)) return undefined;
    const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const source = bytesOf(pdfium).subarray(at, at + stride * height);
    const data = new Uint8ClampedArray(width * height * 4);
    let clear = 0;
    for (let y = 0; y < height; y += 1) {
      for (let x = 0; x < width; x += 1) {
        const from = y * stride + x * bytesAPixel;
        const to = (y * width + x) * 4;
        const alpha = format === 4 ? source[from + 3]! / 255 : 1;
        if (alpha < 0.98) clear += 1;
        for (let c = 0; c < 3; c += 1) {
          const value = bytesAPixel === 1 ? source[from]! : source[from + 2 - c]!;
          data[to + c] = value * alpha + 255 * (1 - alpha);
        }
        data[to + 3] = 255;
      }
    }
    if (onlyMasked && clear < 0.002 * width * height) return undefined;
    return { data, width, height };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

export async function jpegOf(pixels: Pixels, quality = 92): Promise<Uint8Array> {
  const canvas = createCanvas(pixels.width, pixels.height);
  const context = canvas.getContext('2d');
  const image = context.createImageData(pixels.width, pixels.height);
  image.data.set(pixels.data);
  context.putImageData(image, 0, 0);
  return new Uint8Array(await canvas.encode('jpeg', quality));
}
