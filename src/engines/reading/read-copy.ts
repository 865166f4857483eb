// Reads one signed copy from its bytes: the text layer, repaired where necessary, otherwise the page pictures. Runs in a reader process; never call
// it from the process that serves requests.

import { loadPdfium, type Pdfium } from '../pdfium.ts';
import { fromBijoy, isBijoyFont } from './bijoy.ts';
import { buildRecord, type RecordReading } from './build-record.ts';
import { rowsOfPage } from './labelled-rows.ts';
import { joinBoxedLetters } from './lines/boxed-letters.ts';
import { isSpelled } from './outlines/signs.ts';
import { findOwnCopy, type OwnCopy, recordOfOwnCopy } from './own/own-copy.ts';
import { type PageContent, withPage } from './page-content.ts';
import { withDocument } from './pdfium.ts';
import { choosePictures, type FoundPicture, findPicture } from './pictures.ts';
import { type ColumnHead, carryOver, type Row } from './rows.ts';
import { RulingGrid } from './ruling-grid.ts';
import { makeCutOuts, type PagePicture } from './scan/cut-outs.ts';
import {
  type ImageReading,
  type ReadingMethod,
  readingLimits,
  type SignedCopyReading,
  UnreadablePdfError,
} from './signed-copy-reading.ts';
import { type Decode, type Piece, piecesOf } from './text-pieces.ts';
import { type FontVerdict, fontsWithHoles, judgeFonts } from './text-quality.ts';
import { toTypingOrder } from './visual-order.ts';

/** How far text of each kind is trusted. */
const trusts: Record<ReadingMethod, number> = { text: 0.99, 'visual-order': 0.9, bijoy: 0.93, scan: 0.75 };

/** Throws UnreadablePdfError. `beforeScan` is called before each slow part. */
export async function readCopy(pdf: Uint8Array, beforeScan: () => void): Promise<SignedCopyReading> {
  const pdfium = await loadPdfium();
  return withDocument(pdfium, pdf, async (document, pages) => {
    const sheet = await readSheet(pdfium, document, pages);
    const own = await findOwnCopy(pdf);
    const { method, record, pictures } =
      takeOwn(own) ?? (await readText(pdfium, pdf, document, sheet.contents, beforeScan));
    if (!isWorthwhile(record)) {
      beforeScan();
      // Tesseract and its dependencies are loaded only for a scan.
      const { readScan } = await import('./scan/read-scan.ts');
      const { correctScanned } = await import('./scan/places.ts');
      for (const attempt of ['lines across', 'upside down', 'as it is'] as const) {
        const scan = await readScan(pdfium, document, pages, attempt);
        const scanned = correctScanned(buildRecord(scan.rows, trusts.scan));
        if (isWorthwhile(scanned))
          return readingOf(scanned, 'scan', pages, scan.photo, scan.signature, scan.pictures);
        // If no page looked turned, the first attempt read them as they are. Pages that were read well need no other attempt.
        if (scan.isForeign || (attempt === 'upside down' && !scan.looksTurned)) break;
      }
      throw new UnreadablePdfError('no_fields');
    }
    return readingOf(record, method, pages, sheet.photo, sheet.signature, pictures);
  });
}

interface TextReading {
  method: ReadingMethod;
  record: RecordReading;
  /** The pages that were read from their pictures in part, by number. */
  pictures?: ReadonlyMap<number, PagePicture>;
}

/** @throws UnreadablePdfError for an own copy that is not about an NID: scanning its pages would find nothing */
function takeOwn(own: OwnCopy | undefined): TextReading | undefined {
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

async function readText(
  pdfium: Pdfium,
  pdf: Uint8Array,
  document: number,
  stored: readonly PageContent[],
  beforeScan: () => void,
): Promise<TextReading> {
  let layer = textOf(stored);
  let contents = stored;
  if (layer.doubted.size > 0) {
    beforeScan();
    const { spelledContents } = await import('./outlines/spelled-fonts.ts');
    const spelled = await spelledContents(
      pdfium,
      pdf,
      document,
      (font) => layer.doubted.has(font) || layer.sparse.has(font),
    );
    if (spelled !== undefined) {
      contents = spelled;
      layer = textOf(spelled);
    }
  }
  const all = layer.pieces.flat();
  const doubtful = all.filter((piece) => piece.segments !== undefined);
  if (doubtful.length > 0) {
    beforeScan();
    await readDoubtful(pdfium, document, contents, layer);
  }
  const method = doubtful.length > 0.5 * all.length ? 'scan' : layer.method;
  const record = await recordOf(contents, layer);
  if (doubtful.length === 0) return { method, record };
  const { correctScanned } = await import('./scan/places.ts');
  return { method, record: correctScanned(record), pictures: layer.pictures };
}

interface TextLayer {
  method: ReadingMethod;
  /** The fonts whose text is not trusted. */
  doubted: ReadonlySet<string>;
  /** Those with so few signs that nothing can be said about their text. */
  sparse: ReadonlySet<string>;
  /** One per page. */
  pieces: Piece[][];
  /** For pages of which parts were read from their picture: rereads values that cannot be right. */
  rereads: ((rows: readonly Row[]) => Promise<void>)[];
  pictures: Map<number, PagePicture>;
}

const fewSigns = 4;

/** A letter that its font lacks comes from another one, often alone: without a map, it looks like any Latin letter. */
function sparseFonts(contents: readonly PageContent[]): Set<string> {
  const signs = new Map<string, Set<string>>();
  for (const { font, text } of contents.flatMap(({ runs }) => runs)) {
    const own = signs.get(font) ?? new Set();
    signs.set(font, own);
    for (const sign of text.replace(/\s/gu, '')) own.add(sign);
  }
  return new Set(
    [...signs].filter(([font, own]) => own.size <= fewSigns && !isBijoyFont(font)).map(([font]) => font),
  );
}

/** The pieces of all pages, each font decoded in its own way; pieces in unreadable fonts are marked. */
function textOf(contents: readonly PageContent[]): TextLayer {
  const samples: { font: string; text: string }[] = [];
  const collect: Decode = (text, font) => {
    if (!isBijoyFont(font)) samples.push({ font, text });
    return text;
  };
  for (const content of contents) piecesOf(content.runs, content.rules, collect);
  const judge = judgeFonts(samples);
  const holed = fontsWithHoles(contents.flatMap((content) => content.runs));
  const verdict = (font: string): FontVerdict => {
    if (isSpelled(font)) return 'visual-order';
    const judged = judge(font);
    return judged === 'visual-order' && holed.has(font) ? 'unusable' : judged;
  };
  const decode: Decode = (text, font) => {
    if (isBijoyFont(font)) return fromBijoy(text);
    return verdict(font) === 'visual-order' ? toTypingOrder(text) : text;
  };
  const isUsable = (font: string) => isBijoyFont(font) || verdict(font) !== 'unusable';
  const fonts = [...new Set(contents.flatMap((content) => content.runs.map((run) => run.font)))];
  let method: ReadingMethod = 'text';
  if (fonts.some((font) => verdict(font) === 'visual-order')) method = 'visual-order';
  if (fonts.some(isBijoyFont)) method = 'bijoy';
  return {
    method,
    doubted: new Set(fonts.filter((font) => !isUsable(font))),
    sparse: sparseFonts(contents),
    pieces: contents.map(({ runs, rules }) => piecesOf(runs, rules, decode, isUsable)),
    rereads: [],
    pictures: new Map(),
  };
}

/** Reads the doubtful pieces from the pictures of their pages. */
async function readDoubtful(
  pdfium: Pdfium,
  document: number,
  contents: readonly PageContent[],
  { pieces: pages, rereads, pictures }: TextLayer,
): Promise<void> {
  const { readPieces } = await import('./scan/read-pieces.ts');
  for (const [index, pieces] of pages.slice(0, readingLimits.picturedPages).entries()) {
    const doubtful = pieces.filter((piece) => piece.segments !== undefined);
    if (doubtful.length === 0) continue;
    await withPage(pdfium, document, index, async (_, pageHandle) => {
      const read = await readPieces(pdfium, pageHandle, contents[index]!, doubtful, pieces);
      if (read === undefined) return;
      const parts = new Map(doubtful.map((piece, at) => [piece, read.parts[at]!]));
      pages[index] = pieces.flatMap((piece) => parts.get(piece) ?? [piece]);
      rereads[index] = read.reread;
      pictures.set(index + 1, read.picture);
    });
  }
}

async function recordOf(
  contents: readonly PageContent[],
  { method, pieces, rereads }: TextLayer,
): Promise<RecordReading> {
  const rows: Row[] = [];
  let heads: readonly ColumnHead[] = [];
  for (const [index, content] of contents.entries()) {
    const whole = joinBoxedLetters(pieces[index]!, content.rules);
    const grid = new RulingGrid(whole.rules, content.width, content.height);
    const slack = pieces[index]!.some((piece) => piece.isPictured === true) ? 1 : 0;
    const page = rowsOfPage(whole.pieces, grid, content.page, slack, heads, pieces);
    heads = page.openHeads;
    await rereads[index]?.(page.rows);
    carryOver(rows, page);
    rows.push(...page.rows);
  }
  return buildRecord(rows, trusts[method], trusts.scan);
}

/** A sheet with fewer than three filled fields is not a signed copy, or its text differs from what it shows. */
function isWorthwhile(record: RecordReading): boolean {
  return Object.values(record.fields).filter((value) => value !== '').length >= 3;
}

async function readingOf(
  { sources, lastPage = Number.POSITIVE_INFINITY, ...record }: RecordReading,
  method: ReadingMethod,
  pages: number,
  foundPhoto: ImageReading | undefined,
  foundSignature: ImageReading | undefined,
  pictures: ReadonlyMap<number, PagePicture> = new Map(),
): Promise<SignedCopyReading> {
  // Later pages belong to another person.
  const ownOf = (picture: ImageReading | undefined) =>
    picture !== undefined && picture.page <= lastPage ? picture : undefined;
  const [photo, signature] = [ownOf(foundPhoto), ownOf(foundSignature)];
  const confidence = { ...record.confidence };
  if (photo !== undefined) confidence.photo = method === 'scan' ? 0.7 : 0.95;
  if (signature !== undefined) confidence.signature = method === 'scan' ? 0.6 : 0.9;
  const cutOuts = pictures.size > 0 ? await makeCutOuts({ ...record, sources }, pictures) : {};
  return { ...record, photo, signature, confidence, cutOuts, method, pages };
}
