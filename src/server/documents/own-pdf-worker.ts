// Worker thread entry: draws one page of a PDF that the portal made, or reads its attached data.
import { setImmediate } from 'node:timers/promises';
import { GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { readDigitFonts } from '#engines/rendering/font-coverage.ts';
import { countPdfPages, readAttachment, renderPdfPage } from '#engines/rendering/inspect-pdf.ts';
import type { AttachedRecord } from '#engines/rendering/printable-document.ts';

/** With a page number, draws that page; without one, reads the attached data. */
export interface OwnPdfTask {
  pdf: Uint8Array;
  page?: number;
  words?: string;
}
export type OwnPdfAnswer =
  | { png: Uint8Array; pages: number }
  | { record: AttachedRecord }
  | { nothing: true };

/** Sharp enough to read zoomed in on a phone. */
const dotsPerInch = 120;
const fontName = 'watermark';
for (const font of readDigitFonts()) GlobalFonts.register(Buffer.from(font), fontName);

/** Repeats the watermark diagonally over the page: dark with a light outline, readable over text and photos alike. */
function drawWatermark(context: SKRSContext2D, width: number, height: number, words: string): void {
  const size = Math.round(width / 28);
  context.save();
  context.font = `${size}px ${fontName}`;
  context.textBaseline = 'middle';
  context.translate(width / 2, height / 2);
  context.rotate(-0.5);
  context.lineWidth = Math.max(1, size / 14);
  context.strokeStyle = 'rgba(255, 255, 255, 0.35)';
  context.fillStyle = 'rgba(150, 30, 30, 0.26)';
  const step = context.measureText(words).width + 3 * size;
  const reach = width + height;
  for (let row = 0, y = -reach; y < reach; y += size * 4.2, row++) {
    for (let x = -reach - (row % 2) * (step / 2); x < reach; x += step) {
      context.strokeText(words, x, y);
      context.fillText(words, x, y);
    }
  }
  context.restore();
}

export default async function inspectOwnPdf({ pdf, page, words = '' }: OwnPdfTask): Promise<OwnPdfAnswer> {
  // Native results are freed only once the event loop has turned.
  await setImmediate();
  if (page === undefined) {
    const attached = await readAttachment(pdf, 'record.json');
    return attached
      ? { record: JSON.parse(Buffer.from(attached).toString()) as AttachedRecord }
      : { nothing: true };
  }
  const pages = await countPdfPages(pdf);
  if (page < 1 || page > pages) return { nothing: true };
  const paint = (context: SKRSContext2D, width: number, height: number) => {
    if (words !== '') drawWatermark(context, width, height, words);
  };
  return { png: await renderPdfPage(pdf, page, dotsPerInch, paint), pages };
}
