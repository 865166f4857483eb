// Opens an untrusted PDF in PDFium and reads from its memory; everything opened here is closed here.
import { bytesOf, type Pdfium } from '../pdfium.ts';
import { readingLimits, UnreadablePdfError } from './signed-copy-reading.ts';

const passwordNeeded = 4;

/**
 * Opens `pdf` while `work` runs, with the document's handle and its number of pages.
 * @throws UnreadablePdfError `not_pdf`, `encrypted`, `broken`, `too_large` or `too_many_pages`
 */
export async function withDocument<T>(
  pdfium: Pdfium,
  pdf: Uint8Array,
  work: (document: number, pages: number) => Promise<T> | T,
): Promise<T> {
  if (pdf.byteLength > readingLimits.bytes) throw new UnreadablePdfError('too_large');
  if (!looksLikePdf(pdf)) throw new UnreadablePdfError('not_pdf');
  const { wasmExports } = pdfium.pdfium;
  const at = wasmExports.malloc(pdf.byteLength);
  if (at === 0) throw new UnreadablePdfError('too_large');
  try {
    bytesOf(pdfium).set(pdf, at);
    const document = pdfium.FPDF_LoadMemDocument(at, pdf.byteLength, '');
    if (document === 0) {
      throw new UnreadablePdfError(pdfium.FPDF_GetLastError() === passwordNeeded ? 'encrypted' : 'broken');
    }
    try {
      const pages = pdfium.FPDF_GetPageCount(document);
      if (pages < 1) throw new UnreadablePdfError('broken');
      if (pages > readingLimits.pages) throw new UnreadablePdfError('too_many_pages');
      return await work(document, pages);
    } finally {
      pdfium.FPDF_CloseDocument(document);
    }
  } finally {
    wasmExports.free(at);
  }
}

/** The header may be anywhere in the first kilobyte; common readers accept that. */
function looksLikePdf(pdf: Uint8Array): boolean {
  return Buffer.from(pdf.buffer, pdf.byteOffset, Math.min(pdf.byteLength, 1024)).includes('%PDF-');
}

export function floatAt(pdfium: Pdfium, at: number): number {
  return new DataView(bytesOf(pdfium).buffer).getFloat32(at, true);
}

export function doubleAt(pdfium: Pdfium, at: number): number {
  return new DataView(bytesOf(pdfium).buffer).getFloat64(at, true);
}

export function intAt(pdfium: Pdfium, at: number): number {
  return new DataView(bytesOf(pdfium).buffer).getInt32(at, true);
}

/** Allocates module memory for as long as `work` runs. */
export function withMemory<T>(pdfium: Pdfium, size: number, work: (at: number) => T): T {
  const at = pdfium.pdfium.wasmExports.malloc(size);
  if (at === 0) throw new UnreadablePdfError('too_large');
  try {
    return work(at);
  } finally {
    pdfium.pdfium.wasmExports.free(at);
  }
}
