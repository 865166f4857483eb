// Reads the pages again by glyph codes: in fonts whose outlines are known, each glyph yields the text that it stands for.

import type { Pdfium } from '../../pdfium.ts';
import { type PageContent, readPage, withPage } from '../page-content.ts';
import { doubleAt, floatAt, withDocument, withMemory } from '../pdfium.ts';
import { UnreadablePdfError } from '../signed-copy-reading.ts';
import { isGlyphCode, mapTextToGlyphCodes } from './glyph-codes.ts';
import { textsOfSigns } from './known-signs.ts';
import { type Measures, measuresOf } from './outline-measures.ts';
import { outlineOf } from './outline-path.ts';
import { type Signs, unknownSign } from './signs.ts';

/**
 * Returns the pages with the text of doubted fonts derived from outlines; undefined if none of these fonts is known. `isDoubted` receives a font's name.
 */
export async function spelledContents(
  pdfium: Pdfium,
  pdf: Uint8Array,
  document: number,
  isDoubted: (font: string) => boolean,
): Promise<PageContent[] | undefined> {
  const coded = await mapTextToGlyphCodes(pdf, isDoubted).catch(() => undefined);
  if (coded === undefined) return undefined;
  return withDocument(pdfium, coded, (own, pages) => {
    // PDFium releases the fonts of a closed page, so all pages stay open until they are read.
    const open = (
      handles: readonly number[],
    ): Promise<PageContent[] | undefined> | PageContent[] | undefined =>
      handles.length < pages
        ? withPage(pdfium, own, handles.length, (_, handle) => open([...handles, handle]))
        : contentsOf(handles);
    const contentsOf = async (handles: readonly number[]) => {
      const fonts = new OutlineFonts(pdfium);
      for (const handle of handles) fonts.collect(handle);
      if (!fonts.identify()) return undefined;
      const contents: PageContent[] = [];
      for (const [index, handle] of handles.entries()) {
        const stored = await withPage(pdfium, document, index, (_, page) => storedTexts(pdfium, page));
        contents.push(readPage(pdfium, handle, index + 1, fonts.signsOf(stored ?? new Map())));
      }
      return contents;
    };
    return open([]);
  }).catch((error: unknown) => {
    // A file that cannot be rewritten, or is too large afterwards, is read as it is.
    if (error instanceof UnreadablePdfError) return undefined;
    throw error;
  });
}

const placeOf = (x: number, y: number) => `${x} ${y}`;

/** The stored text of each pen position of a page. */
function storedTexts(pdfium: Pdfium, page: number): Map<string, string> {
  const texts = new Map<string, string>();
  eachLetter(pdfium, page, (textPage, at) => {
    const place = withMemory(pdfium, 16, (memory) => {
      pdfium.FPDFText_GetCharOrigin(textPage, at, memory, memory + 8);
      return placeOf(doubleAt(pdfium, memory), doubleAt(pdfium, memory + 8));
    });
    const code = pdfium.FPDFText_GetUnicode(textPage, at);
    const letter = code === 2 ? '-' : String.fromCodePoint(code);
    texts.set(place, (texts.get(place) ?? '') + letter);
  });
  return texts;
}

function eachLetter(pdfium: Pdfium, page: number, visit: (textPage: number, at: number) => void): void {
  const textPage = pdfium.FPDFText_LoadPage(page);
  if (textPage === 0) return;
  try {
    const count = pdfium.FPDFText_CountChars(textPage);
    for (let at = 0; at < count; at += 1)
      if (pdfium.FPDFText_IsGenerated(textPage, at) !== 1) visit(textPage, at);
  } finally {
    pdfium.FPDFText_ClosePage(textPage);
  }
}

/** Above this share of the em square a sign without ink is a space. */
const minSpace = 0.05;

class OutlineFonts {
  readonly #pdfium: Pdfium;
  /** Font → letter that stands for a code → the outline that is drawn. */
  readonly #drawn = new Map<number, Map<number, Measures | undefined>>();
  readonly #texts = new Map<number, Map<number, string>>();

  constructor(pdfium: Pdfium) {
    this.#pdfium = pdfium;
  }

  collect(page: number): void {
    const pdfium = this.#pdfium;
    eachLetter(pdfium, page, (textPage, at) => {
      const letter = pdfium.FPDFText_GetUnicode(textPage, at);
      const object = pdfium.FPDFText_GetTextObject(textPage, at);
      if (!isGlyphCode(letter) || object === 0) return;
      const font = pdfium.FPDFTextObj_GetFont(object);
      if (pdfium.FPDFFont_GetIsEmbedded(font) !== 1) return;
      const letters = this.#drawn.get(font) ?? new Map<number, Measures | undefined>();
      this.#drawn.set(font, letters);
      if (!letters.has(letter)) letters.set(letter, measuresOf(outlineOf(pdfium, font, letter)));
    });
  }

  /** Whether any of the fonts is known. */
  identify(): boolean {
    for (const [font, letters] of this.#drawn) {
      const inked = [...letters].filter((entry): entry is [number, Measures] => entry[1] !== undefined);
      const texts = textsOfSigns(new Map(inked));
      if (texts !== undefined) this.#texts.set(font, texts);
    }
    return this.#texts.size > 0;
  }

  signsOf(stored: ReadonlyMap<string, string>): Signs {
    return {
      textOf: (object, letter, x, y) => {
        if (!isGlyphCode(letter)) return undefined;
        const font = this.#pdfium.FPDFTextObj_GetFont(object);
        const texts = this.#texts.get(font);
        const isKnown = texts !== undefined;
        const text = isKnown ? texts.get(letter) : stored.get(placeOf(x, y));
        if (text !== undefined) return { text, isKnown };
        if (this.#drawn.get(font)?.get(letter) !== undefined) return { text: unknownSign, isKnown };
        return { text: this.#widthOf(font, letter) > minSpace ? ' ' : '', isKnown };
      },
    };
  }

  #widthOf(font: number, letter: number): number {
    return withMemory(this.#pdfium, 4, (at) =>
      this.#pdfium.FPDFFont_GetGlyphWidth(font, letter, 1, at) ? floatAt(this.#pdfium, at) : 0,
    );
  }
}
