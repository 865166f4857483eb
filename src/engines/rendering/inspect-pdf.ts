// Inspects a finished PDF with PDFium, as a browser does: text, picture, links and attachments of its pages. For previews and tests; it trusts the
// file, so uploads are read elsewhere.
import type { SKRSContext2D } from '@napi-rs/canvas';
import { bytesOf, loadPdfium, type Pdfium } from '../pdfium.ts';

/** FPDF_ERR_PASSWORD and FPDF_ERR_SECURITY. */
const lockedErrors: readonly number[] = [4, 5];

/** The bytes are not a PDF that can be opened. */
export class PdfOpenError extends Error {
  override name = 'PdfOpenError';
  readonly isLocked: boolean;

  constructor(code: number) {
    super(`PDFium cannot open the file: error ${code}.`);
    this.isLocked = lockedErrors.includes(code);
  }
}

/** Returns the selectable text of each page, in the order in which a browser copies it; lines end with \n. */
export async function readPdfText(pdf: Uint8Array, maxPages = Number.POSITIVE_INFINITY): Promise<string[]> {
  return withPdf(pdf, (pdfium, document) =>
    eachPage(
      pdfium,
      document,
      (page) => {
        const textPage = pdfium.FPDFText_LoadPage(page);
        try {
          const units = pdfium.FPDFText_CountChars(textPage);
          return withMemory(pdfium, (units + 1) * 2, (at) => {
            pdfium.FPDFText_GetText(textPage, 0, units, at);
            return readUtf16(pdfium, at, units).replaceAll('\r\n', '\n');
          });
        } finally {
          pdfium.FPDFText_ClosePage(textPage);
        }
      },
      maxPages,
    ),
  );
}

export const countPdfPages = (pdf: Uint8Array): Promise<number> =>
  withPdf(pdf, (pdfium, document) => pdfium.FPDF_GetPageCount(document));

/** Renders the page (from 1) as PNG on white paper; `paint` may draw over it. @throws RangeError for a page that does not exist */
export async function renderPdfPage(
  pdf: Uint8Array,
  pageNumber: number,
  dpi: number,
  paint?: (context: SKRSContext2D, width: number, height: number) => void,
): Promise<Uint8Array> {
  // Imported lazily, because scripts and processes that only read text start sooner without it.
  const { createCanvas } = await import('@napi-rs/canvas');
  return withPdf(pdf, (pdfium, document) => {
    if (pageNumber < 1 || pageNumber > pdfium.FPDF_GetPageCount(document)) {
      throw new RangeError(`The PDF has no page ${pageNumber}.`);
    }
    const page = pdfium.FPDF_LoadPage(document, pageNumber - 1);
    const width = Math.round((pdfium.FPDF_GetPageWidthF(page) / 72) * dpi);
    const height = Math.round((pdfium.FPDF_GetPageHeightF(page) / 72) * dpi);
    const bitmap = pdfium.FPDFBitmap_Create(width, height, 0);
    try {
      pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
      const annotationsInRgbOrder = 0x01 | 0x10;
      pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, annotationsInRgbOrder);
      const at = pdfium.FPDFBitmap_GetBuffer(bitmap);
      const canvas = createCanvas(width, height);
      const context = canvas.getContext('2d');
      const image = context.createImageData(width, height);
      image.data.set(bytesOf(pdfium).subarray(at, at + width * height * 4));
      for (let alpha = 3; alpha < image.data.length; alpha += 4) image.data[alpha] = 255;
      context.putImageData(image, 0, 0);
      paint?.(context, width, height);
      return new Uint8Array(canvas.toBuffer('image/png'));
    } finally {
      pdfium.FPDFBitmap_Destroy(bitmap);
      pdfium.FPDF_ClosePage(page);
    }
  });
}

/** Returns the bytes of an embedded file; undefined if there is none of that name. */
export async function readAttachment(
  pdf: Uint8Array,
  name: string,
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<Uint8Array | undefined> {
  return withPdf(pdf, (pdfium, document) => {
    for (let index = 0; index < pdfium.FPDFDoc_GetAttachmentCount(document); index++) {
      const attachment = pdfium.FPDFDoc_GetAttachment(document, index);
      const nameBytes = pdfium.FPDFAttachment_GetName(attachment, 0, 0);
      const found = withMemory(pdfium, nameBytes, (at) => {
        pdfium.FPDFAttachment_GetName(attachment, at, nameBytes);
        return readUtf16(pdfium, at, nameBytes / 2 - 1);
      });
      if (found === name) return readAttachedBytes(pdfium, attachment, maxBytes);
    }
    return undefined;
  });
}

function readAttachedBytes(pdfium: Pdfium, attachment: number, maxBytes: number): Uint8Array | undefined {
  return withMemory(pdfium, 4, (lengthAt) => {
    const length = () => new DataView(bytesOf(pdfium).buffer).getUint32(lengthAt, true);
    pdfium.FPDFAttachment_GetFile(attachment, 0, 0, lengthAt);
    if (length() > maxBytes) return undefined;
    return withMemory(pdfium, length(), (at) => {
      pdfium.FPDFAttachment_GetFile(attachment, at, length(), lengthAt);
      return bytesOf(pdfium).slice(at, at + length());
    });
  });
}

/** A link annotation; the box in points from the page's upper left corner. */
export interface PdfLink {
  page: number;
  url: string;
  box: { left: number; top: number; right: number; bottom: number };
}

export async function readPdfLinks(pdf: Uint8Array): Promise<PdfLink[]> {
  const pages = await withPdf(pdf, (pdfium, document) =>
    eachPage(pdfium, document, (page, number) =>
      Array.from({ length: pdfium.FPDFPage_GetAnnotCount(page) }, (_, index) => {
        const annotation = pdfium.FPDFPage_GetAnnot(page, index);
        const action = pdfium.FPDFLink_GetAction(pdfium.FPDFAnnot_GetLink(annotation));
        const length = pdfium.FPDFAction_GetURIPath(document, action, 0, 0);
        const url = withMemory(pdfium, length, (at) => {
          pdfium.FPDFAction_GetURIPath(document, action, at, length);
          return Buffer.from(bytesOf(pdfium).slice(at, at + Math.max(length - 1, 0))).toString('latin1');
        });
        const height = pdfium.FPDF_GetPageHeightF(page);
        const box = withMemory(pdfium, 16, (at) => {
          pdfium.FPDFAnnot_GetRect(annotation, at);
          const [left, top, right, bottom] = new Float32Array(bytesOf(pdfium).slice(at, at + 16).buffer);
          return { left: left!, top: height - top!, right: right!, bottom: height - bottom! };
        });
        pdfium.FPDFPage_CloseAnnot(annotation);
        return { page: number, url, box };
      }),
    ),
  );
  return pages.flat();
}

async function withPdf<T>(pdf: Uint8Array, work: (pdfium: Pdfium, document: number) => T): Promise<T> {
  const pdfium = await loadPdfium();
  return withMemory(pdfium, pdf.byteLength, (at) => {
    bytesOf(pdfium).set(pdf, at);
    const document = pdfium.FPDF_LoadMemDocument(at, pdf.byteLength, '');
    if (document === 0) throw new PdfOpenError(pdfium.FPDF_GetLastError());
    try {
      return work(pdfium, document);
    } finally {
      pdfium.FPDF_CloseDocument(document);
    }
  });
}

function eachPage<T>(
  pdfium: Pdfium,
  document: number,
  work: (page: number, pageNumber: number) => T,
  maxPages = Number.POSITIVE_INFINITY,
): T[] {
  const length = Math.min(pdfium.FPDF_GetPageCount(document), maxPages);
  return Array.from({ length }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(document, index);
    try {
      return work(page, index + 1);
    } finally {
      pdfium.FPDF_ClosePage(page);
    }
  });
}

function withMemory<T>(pdfium: Pdfium, size: number, work: (at: number) => T): T {
  const at = pdfium.pdfium.wasmExports.malloc(Math.max(size, 1));
  if (at === 0) throw new Error('PDFium has no memory left.');
  try {
    return work(at);
  } finally {
    pdfium.pdfium.wasmExports.free(at);
  }
}

function readUtf16(pdfium: Pdfium, at: number, units: number): string {
  return Buffer.from(bytesOf(pdfium).slice(at, at + units * 2)).toString('utf16le');
}
