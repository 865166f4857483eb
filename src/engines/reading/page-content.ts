// Reads the content of one page as plain data: pieces of text with their positions, ruling lines and pictures. Lengths are in points from the top left
// corner of the page as displayed.

import { bytesOf, type Pdfium } from '../pdfium.ts';
import { charactersOf, type DrawnGlyph, type ObjectText } from './glyphs/page-characters.ts';
import { type Signs, spelledMark } from './outlines/signs.ts';
import { type PathPoint, type Rule, rulesOfPath } from './path-rules.ts';
import { floatAt, intAt, withMemory } from './pdfium.ts';

export interface TextRun {
  /** May start or end with a space: spaces are as the producer wrote them. */
  text: string;
  left: number;
  right: number;
  /** The pen position after the last letter, or `right` if unknown. It reveals a dropped space. */
  end: number;
  /** The middle of each space within the text, where known. */
  spaces: readonly number[];
  baseline: number;
  /** Height of the letters' em square. */
  size: number;
  /** Base font name without the subset prefix. */
  font: string;
  /** What is drawn, from left to right; undefined where replacement text stands for it. */
  glyphs?: readonly DrawnGlyph[];
}

export interface PlacedPicture {
  /** The page object's handle, valid while the page is open. */
  handle: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface PageContent {
  /** Counted from 1. */
  page: number;
  width: number;
  height: number;
  runs: TextRun[];
  rules: Rule[];
  pictures: PlacedPicture[];
}

type Matrix = readonly [number, number, number, number, number, number];

const objectTypes = { text: 1, path: 2, image: 3, form: 5 } as const;
const identity: Matrix = [1, 0, 0, 1, 0, 0];
/** A sheet has some hundreds of objects; a page with more than this limit is not a sheet. */
const objectLimit = 60_000;
const formDepthLimit = 6;
/** FLATTEN_SUCCESS */
const flattened = 1;

/** Reads page `index` (counted from 0) of an open document; `work` may use the picture handles while it runs. */
export async function withPage<T>(
  pdfium: Pdfium,
  document: number,
  index: number,
  work: (content: PageContent, pageHandle: number) => Promise<T> | T,
): Promise<T | undefined> {
  let page = pdfium.FPDF_LoadPage(document, index);
  if (page === 0) return undefined;
  // The values of a filled form are annotations; flattening turns them into ordinary page text.
  if (pdfium.FPDFPage_GetAnnotCount(page) > 0 && pdfium.FPDFPage_Flatten(page, 0) === flattened) {
    pdfium.FPDF_ClosePage(page);
    page = pdfium.FPDF_LoadPage(document, index);
    if (page === 0) return undefined;
  }
  try {
    return await work(readPage(pdfium, page, index + 1), page);
  } finally {
    pdfium.FPDF_ClosePage(page);
  }
}

/** Reads an open page. `signs` gives the text of glyphs in fonts whose stored text is not trusted. */
export function readPage(pdfium: Pdfium, page: number, number: number, signs?: Signs): PageContent {
  const content: PageContent = {
    page: number,
    width: pdfium.FPDF_GetPageWidthF(page),
    height: pdfium.FPDF_GetPageHeightF(page),
    runs: [],
    rules: [],
    pictures: [],
  };
  const toScreen = pageToScreen(pdfium, page, content);
  const walk = new PageWalk(pdfium, content, toScreen, charactersOf(pdfium, page, signs));
  const count = Math.min(pdfium.FPDFPage_CountObjects(page), objectLimit);
  for (let i = 0; i < count; i += 1) walk.visit(pdfium.FPDFPage_GetObject(page, i), identity, 0);
  return content;
}

/** Maps the page's own coordinates to points from the top left corner, rotated as the page is displayed. */
function pageToScreen(pdfium: Pdfium, page: number, content: PageContent): Matrix {
  const scale = 100;
  return withMemory(pdfium, 8, (at) => {
    const place = (x: number, y: number): [number, number] => {
      const [w, h] = [Math.round(content.width * scale), Math.round(content.height * scale)];
      pdfium.FPDF_PageToDevice(page, 0, 0, w, h, 0, x, y, at, at + 4);
      return [intAt(pdfium, at) / scale, intAt(pdfium, at + 4) / scale];
    };
    const [ox, oy] = place(0, 0);
    const [ax, ay] = place(1000, 0);
    const [bx, by] = place(0, 1000);
    return [(ax - ox) / 1000, (ay - oy) / 1000, (bx - ox) / 1000, (by - oy) / 1000, ox, oy];
  });
}

class PageWalk {
  readonly #pdfium: Pdfium;
  readonly #content: PageContent;
  readonly #toScreen: Matrix;
  readonly #texts: Map<number, ObjectText>;
  readonly #fonts = new Map<number, string>();
  /** Marks whose replacement text has been used: further objects of the span add nothing. */
  readonly #spentMarks = new Map<number, TextRun | undefined>();

  constructor(pdfium: Pdfium, content: PageContent, toScreen: Matrix, texts: Map<number, ObjectText>) {
    this.#pdfium = pdfium;
    this.#content = content;
    this.#toScreen = toScreen;
    this.#texts = texts;
  }

  visit(handle: number, matrix: Matrix, depth: number): void {
    const type = this.#pdfium.FPDFPageObj_GetType(handle);
    if (type === objectTypes.text) this.#addText(handle, matrix);
    else if (type === objectTypes.path) this.#addRules(handle, matrix);
    else if (type === objectTypes.image) this.#addPicture(handle, matrix);
    else if (type === objectTypes.form && depth < formDepthLimit) {
      const inner = multiply(this.#matrixOf(handle), matrix);
      const count = Math.min(this.#pdfium.FPDFFormObj_CountObjects(handle), objectLimit);
      for (let i = 0; i < count; i += 1) {
        this.visit(this.#pdfium.FPDFFormObj_GetObject(handle, i), inner, depth + 1);
      }
    }
  }

  #addText(handle: number, outer: Matrix): void {
    const own = this.#matrixOf(handle);
    const matrix = multiply(multiply(own, outer), this.#toScreen);
    const box = this.#boundsOf(handle, outer);
    if (box === undefined) return;
    const size = this.#fontSizeOf(handle) * Math.hypot(matrix[2], matrix[3]);
    // Text that does not run from left to right is a watermark or a stamp, not a row of the sheet.
    if (Math.abs(matrix[1]) > 0.05 * Math.abs(matrix[0]) || matrix[0] <= 0) return;
    if (this.#texts.get(handle)?.isRepeat === true) return;
    const isOwn = this.#texts.get(handle)?.isOwn === true;
    const mark = isOwn ? undefined : this.#replacementMark(handle);
    const stretches = this.#texts.get(handle)?.stretches ?? [];
    const ends = stretches.map((stretch) => apply(this.#toScreen, stretch.endX, stretch.endY)[0]);
    const common = { baseline: matrix[5], size, font: this.#fontOf(handle, isOwn) };
    if (mark !== undefined) {
      const end = Math.max(box.right, ...ends);
      const first = this.#spentMarks.get(mark.handle);
      if (first !== undefined) {
        first.right = Math.max(first.right, box.right);
        first.end = Math.max(first.end, end);
      }
      if (this.#spentMarks.has(mark.handle)) return;
      if (this.#drawsOnLast(mark.text, box, stretches.length === 0, size)) return;
      const run = {
        ...common,
        spaces: [],
        text: mark.text,
        left: Math.min(matrix[4], box.right),
        right: box.right,
        end,
      };
      this.#spentMarks.set(mark.handle, run);
      if (run.text !== '') this.#content.runs.push(run);
      return;
    }
    for (const [index, { text, penX, penY, spaces: pens, glyphs }] of stretches.entries()) {
      if (text === '') continue;
      // The ink box is known only for the whole object, and includes spaces far after it.
      const right = stretches.length === 1 ? Math.min(box.right, ends[index]! + 0.3 * size) : ends[index]!;
      const pen = apply(this.#toScreen, penX, penY)[0];
      // PDFium leaves out spaces before the first letter of an object.
      const left = stretches.length === 1 && pen - matrix[4] < 0.15 * size ? matrix[4] : pen;
      const spaces = pens.map((pen) => apply(this.#toScreen, pen, penY)[0]);
      this.#content.runs.push({
        ...common,
        text,
        left: Math.min(left, right),
        right,
        end: ends[index]!,
        spaces,
        glyphs: glyphs.map((glyph) => ({
          ...glyph,
          left: apply(this.#toScreen, glyph.left, penY)[0],
          right: apply(this.#toScreen, glyph.right, penY)[0],
        })),
      });
    }
  }

  /** A glyph without a letter in PDFium, or a mark that lies within it, draws on the cluster before it, which has the same text. */
  #drawsOnLast(text: string, box: { left: number; right: number }, hasNoLetter: boolean, size: number) {
    const last = this.#content.runs.at(-1);
    if (last === undefined || last.text !== text) return false;
    if (hasNoLetter) return box.left < last.end + 0.1 * size;
    return text.normalize('NFC').length > 1 && box.left >= last.left && box.right <= last.end + 0.05 * size;
  }

  /** The /ActualText of the span around the object: the producer's own statement of what the glyphs mean. */
  #replacementMark(handle: number): { handle: number; text: string } | undefined {
    const pdfium = this.#pdfium;
    const count = pdfium.FPDFPageObj_CountMarks(handle);
    for (let i = 0; i < count; i += 1) {
      const mark = pdfium.FPDFPageObj_GetMark(handle, i);
      const text = withMemory(pdfium, 4, (lengthAt) => {
        if (!pdfium.FPDFPageObjMark_GetParamBlobValue(mark, 'ActualText', 0, 0, lengthAt)) return undefined;
        const length = intAt(pdfium, lengthAt);
        if (length <= 0) return '';
        return withMemory(pdfium, length, (at) => {
          pdfium.FPDFPageObjMark_GetParamBlobValue(mark, 'ActualText', at, length, lengthAt);
          return pdfString(bytesOf(pdfium).slice(at, at + length));
        });
      });
      if (text !== undefined) return { handle: mark, text };
    }
    return undefined;
  }

  #addRules(handle: number, outer: Matrix): void {
    const pdfium = this.#pdfium;
    const matrix = multiply(multiply(this.#matrixOf(handle), outer), this.#toScreen);
    const rendered = withMemory(pdfium, 8, (at) => {
      pdfium.FPDFPath_GetDrawMode(handle, at, at + 4);
      return { filled: intAt(pdfium, at) !== 0, stroked: intAt(pdfium, at + 4) !== 0 };
    });
    if (!rendered.filled && !rendered.stroked) return;
    const points = this.#pathPoints(handle, matrix);
    for (const rule of rulesOfPath(points, rendered.stroked)) this.#content.rules.push(rule);
  }

  #pathPoints(handle: number, matrix: Matrix): PathPoint[] {
    const pdfium = this.#pdfium;
    const count = Math.min(pdfium.FPDFPath_CountSegments(handle), 400);
    return withMemory(pdfium, 8, (at) => {
      const points: PathPoint[] = [];
      for (let i = 0; i < count; i += 1) {
        const segment = pdfium.FPDFPath_GetPathSegment(handle, i);
        pdfium.FPDFPathSegment_GetPoint(segment, at, at + 4);
        const [x, y] = apply(matrix, floatAt(pdfium, at), floatAt(pdfium, at + 4));
        points.push({
          x,
          y,
          type: pdfium.FPDFPathSegment_GetType(segment),
          closes: Boolean(pdfium.FPDFPathSegment_GetClose(segment)),
        });
      }
      return points;
    });
  }

  #addPicture(handle: number, outer: Matrix): void {
    const matrix = multiply(multiply(this.#matrixOf(handle), outer), this.#toScreen);
    const corners = [apply(matrix, 0, 0), apply(matrix, 1, 0), apply(matrix, 0, 1), apply(matrix, 1, 1)];
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    this.#content.pictures.push({
      handle,
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    });
  }

  #matrixOf(handle: number): Matrix {
    const pdfium = this.#pdfium;
    return withMemory(pdfium, 24, (at) => {
      if (!pdfium.FPDFPageObj_GetMatrix(handle, at)) return identity;
      const f = (i: number) => floatAt(pdfium, at + 4 * i);
      return [f(0), f(1), f(2), f(3), f(4), f(5)] as const;
    });
  }

  #boundsOf(handle: number, outer: Matrix): { left: number; right: number } | undefined {
    const pdfium = this.#pdfium;
    return withMemory(pdfium, 16, (at) => {
      if (!pdfium.FPDFPageObj_GetBounds(handle, at, at + 4, at + 8, at + 12)) return undefined;
      const map = multiply(outer, this.#toScreen);
      const [x0] = apply(map, floatAt(pdfium, at), floatAt(pdfium, at + 4));
      const [x1] = apply(map, floatAt(pdfium, at + 8), floatAt(pdfium, at + 12));
      return { left: Math.min(x0, x1), right: Math.max(x0, x1) };
    });
  }

  #fontSizeOf(handle: number): number {
    return withMemory(this.#pdfium, 4, (at) =>
      this.#pdfium.FPDFTextObj_GetFontSize(handle, at) ? floatAt(this.#pdfium, at) : 10,
    );
  }

  #fontOf(handle: number, isOwn: boolean): string {
    const pdfium = this.#pdfium;
    const font = pdfium.FPDFTextObj_GetFont(handle);
    let name = this.#fonts.get(font);
    if (name === undefined) {
      name = withMemory(pdfium, 256, (at) => {
        const length = pdfium.FPDFFont_GetBaseFontName(font, at, 256);
        if (length < 1 || length > 256) return '';
        return Buffer.from(bytesOf(pdfium).subarray(at, at + length - 1)).toString('utf8');
      }).replace(/^[A-Z]{6}\+/, '');
      // Type 3 fonts have none; those of one page divide the letters among them.
      if (name === '') name = 'nameless';
      this.#fonts.set(font, name);
    }
    return isOwn ? name + spelledMark : name;
  }
}

/** Applies `a` first, then `b`. */
function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ];
}

function apply(m: Matrix, x: number, y: number): [number, number] {
  return [m[0] * x + m[2] * y + m[4], m[1] * x + m[3] * y + m[5]];
}

/** A PDF text string: UTF-16 or UTF-8 with a byte order mark, otherwise Latin-1. */
function pdfString(bytes: Uint8Array): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb) return new TextDecoder().decode(bytes.subarray(3));
  return Buffer.from(bytes).toString('latin1');
}
