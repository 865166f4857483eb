// Reads one signed copy from its bytes: the text layer, put right where it needs it, else the page pictures.
// Runs inside a reader process; nothing here may be called from the process that serves requests.

import { fromBijoy, isBijoyFont } from './bijoy.ts';
import { rowsOfPage } from './labelled-rows.ts';
import { findOwnCopy, type OwnCopy, recordOfOwnCopy } from './own/own-copy.ts';
import { type PageContent, withPage } from './page-content.ts';
import { loadPdfium, type Pdfium, withDocument } from './pdfium.ts';
import { choosePictures, type FoundPicture, findPicture } from './pictures.ts';
import { type RecordReading, recordOfRows } from './record-of-rows.ts';
import { carryOver, type Row } from './rows.ts';
import { RulingGrid } from './ruling-grid.ts';
import {
  type ImageReading,
  type ReadingMethod,
  type SignedCopyReading,
  UnreadablePdfError,
} from './signed-copy-reading.ts';
import { type Decode, piecesOf } from './text-pieces.ts';
import { brokenLimit, brokenShare } from './text-quality.ts';
import { toTypingOrder } from './visual-order.ts';

/** How far a text of each kind is believed. */
const trusts: Record<ReadingMethod, number> = { text: 0.99, 'visual-order': 0.9, bijoy: 0.93, scan: 0.75 };

/** Throws UnreadablePdfError. `beforeScan` is called once, before the slow part starts. */
export async function readCopy(pdf: Uint8Array, beforeScan: () => void): Promise<SignedCopyReading> {
  const pdfium = await loadPdfium();
  return withDocument(pdfium, pdf, async (document, pages) => {
    const sheet = await readSheet(pdfium, document, pages);
    const own = await findOwnCopy(pdf);
    const { method, record } = takeOwn(own) ?? readText(sheet.contents);
    if (!isWorthwhile(record)) {
      beforeScan();
      // Tesseract and its neighbours are loaded only when a scan comes.
      const { readScan } = await import('./scan/read-scan.ts');
      const scan = await readScan(pdfium, document, pages);
      const { correctScanned } = await import('./scan/places.ts');
      const scanned = correctScanned(recordOfRows(scan.rows, trusts.scan));
      if (!isWorthwhile(scanned)) throw new UnreadablePdfError('no_fields');
      return readingOf(scanned, 'scan', pages, scan.photo, scan.signature);
    }
    return readingOf(record, method, pages, sheet.photo, sheet.signature);
  });
}

/** @throws UnreadablePdfError for an own copy about no NID: its page would be looked at in vain */
function takeOwn(own: OwnCopy | undefined): { method: ReadingMethod; record: RecordReading } | undefined {
  if (!own) return undefined;
  const record = recordOfOwnCopy(own);
  if (!record) throw new UnreadablePdfError('no_fields');
  return { method: 'text', record };
}

interface Sheet {
  contents: PageContent[];
  photo: ImageReading | undefined;
  signature: ImageReading | undefined;
}

/** Text and rules of all pages; the pictures are read while their pages are open. */
async function readSheet(pdfium: Pdfium, document: number, pages: number): Promise<Sheet> {
  const contents: PageContent[] = [];
  const found: FoundPicture[] = [];
  const open = async (index: number): Promise<Sheet> => {
    if (index < pages) {
      const inner = await withPage(pdfium, document, index, (content, pageHandle) => {
        contents.push(content);
        for (const picture of content.pictures) {
          const known = findPicture(pdfium, document, pageHandle, content.page, picture);
          if (known !== undefined) found.push(known);
        }
        return open(index + 1);
      });
      if (inner === undefined) throw new UnreadablePdfError('broken');
      return inner;
    }
    const { photo, signature } = choosePictures(found);
    return { contents, photo: await photo?.read(), signature: await signature?.read() };
  };
  return open(0);
}

function readText(contents: readonly PageContent[]): { method: ReadingMethod; record: RecordReading } {
  const fonts = contents.flatMap((content) => content.runs.map((run) => run.font));
  const isBijoy = fonts.some(isBijoyFont);
  const decode: Decode = (text, font) => (isBijoyFont(font) ? fromBijoy(text) : text);
  const texts = contents.flatMap((content) =>
    piecesOf(content.runs, content.rules, decode).map((piece) => piece.text),
  );
  if (isBijoy || brokenShare(texts) <= brokenLimit) {
    const method = isBijoy ? 'bijoy' : 'text';
    return { method, record: recordOf(contents, decode, trusts[method]) };
  }
  const repair: Decode = (text, font) => toTypingOrder(decode(text, font));
  const isRepaired = brokenShare(texts.map(toTypingOrder)) <= brokenLimit;
  return {
    method: 'visual-order',
    record: recordOf(contents, repair, isRepaired ? trusts['visual-order'] : 0.5),
  };
}

function recordOf(contents: readonly PageContent[], decode: Decode, trust: number): RecordReading {
  const rows: Row[] = [];
  for (const content of contents) {
    const grid = new RulingGrid(content.rules, content.width, content.height);
    const page = rowsOfPage(piecesOf(content.runs, content.rules, decode), grid, content.page);
    carryOver(rows, page);
    rows.push(...page.rows);
  }
  return recordOfRows(rows, trust);
}

/** A sheet on which fewer than three filled fields are found is no signed copy, or its text is not what it shows. */
function isWorthwhile(record: RecordReading): boolean {
  return Object.values(record.fields).filter((value) => value !== '').length >= 3;
}

function readingOf(
  record: RecordReading,
  method: ReadingMethod,
  pages: number,
  photo: ImageReading | undefined,
  signature: ImageReading | undefined,
): SignedCopyReading {
  const confidence = { ...record.confidence };
  if (photo !== undefined) confidence.photo = method === 'scan' ? 0.7 : 0.95;
  if (signature !== undefined) confidence.signature = method === 'scan' ? 0.6 : 0.9;
  return { ...record, photo, signature, confidence, method, pages };
}
