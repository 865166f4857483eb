// Opens the PDF that Typst wrote, hands out each page's content for rewriting and puts the new content in its place.
// All other bytes stay as Typst wrote them; only offsets move.
import { deflateSync } from 'node:zlib';
import { PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';

export interface DocumentFont {
  /** Text of each glyph. */
  texts: Map<number, string>;
  /** Advance width of each glyph in thousandths of the size. */
  widths: Map<number, number>;
}

/** A font by its name in the page's resources; undefined for an unknown name. */
export type FontReader = (resourceName: string) => DocumentFont | undefined;

/** Rewrites the content of every page. Throws when the file is not of the shape that Typst writes. */
export async function rewritePages(
  pdf: Uint8Array,
  rewrite: (content: string, fonts: FontReader) => string,
): Promise<Uint8Array> {
  const file = await PDF.load(pdf);
  const resolve = (object: PdfObject | undefined): PdfObject | undefined =>
    object instanceof PdfRef ? (file.getObject(object) ?? undefined) : object;
  const known = new Map<PdfObject, DocumentFont | undefined>();
  const rewritten = new Map<number, Buffer>();
  for (const page of file.getPages()) {
    const fonts = resolve(page.getResources().get('Font'));
    const contentRef = page.dict.get('Contents');
    const content = resolve(contentRef);
    if (!(fonts instanceof PdfDict && contentRef instanceof PdfRef && content instanceof PdfStream)) {
      throw new Error('A page of the typeset file has no text of the expected shape.');
    }
    const fontNamed: FontReader = (name) => {
      const font = resolve(fonts.get(name));
      if (!(font instanceof PdfDict)) return undefined;
      if (!known.has(font)) known.set(font, readFont(font, resolve));
      return known.get(font);
    };
    const text = rewrite(asBuffer(content.getDecodedData()).toString('latin1'), fontNamed);
    rewritten.set(contentRef.objectNumber, deflateSync(Buffer.from(text, 'latin1')));
  }
  return replaceStreams(asBuffer(pdf), rewritten);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function readFont(
  font: PdfDict,
  resolve: (object: PdfObject | undefined) => PdfObject | undefined,
): DocumentFont | undefined {
  const map = resolve(font.get('ToUnicode'));
  const descendants = resolve(font.get('DescendantFonts'));
  const descendant = descendants instanceof PdfArray ? resolve(descendants.at(0)) : undefined;
  const widths = descendant instanceof PdfDict ? resolve(descendant.get('W')) : undefined;
  if (!(map instanceof PdfStream && widths instanceof PdfArray)) return undefined;
  return {
    texts: readToUnicode(asBuffer(map.getDecodedData()).toString('latin1')),
    widths: readWidths(widths, resolve),
  };
}

/** `first [w w …]` and `first last w` entries (ISO 32000-1, 9.7.4.3). */
function readWidths(
  list: PdfArray,
  resolve: (object: PdfObject | undefined) => PdfObject | undefined,
): Map<number, number> {
  const widths = new Map<number, number>();
  const number = (object: PdfObject | undefined) => (object instanceof PdfNumber ? object.value : 0);
  for (let at = 0; at + 1 < list.length; ) {
    const first = number(list.at(at));
    const second = resolve(list.at(at + 1));
    if (second instanceof PdfArray) {
      for (let index = 0; index < second.length; index++) widths.set(first + index, number(second.at(index)));
      at += 2;
    } else {
      for (let glyph = first; glyph <= number(second); glyph++) widths.set(glyph, number(list.at(at + 2)));
      at += 3;
    }
  }
  return widths;
}

/** The bfchar and bfrange lists of a ToUnicode CMap with two-byte codes (ISO 32000-1, 9.10.3). */
function readToUnicode(cmap: string): Map<number, string> {
  const texts = new Map<number, string>();
  const decode = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, list] of cmap.matchAll(/beginbfchar\s([\s\S]*?)endbfchar/g)) {
    for (const [, glyph, text] of list!.matchAll(/<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>/g)) {
      texts.set(Number.parseInt(glyph!, 16), decode(text!));
    }
  }
  for (const [, list] of cmap.matchAll(/beginbfrange\s([\s\S]*?)endbfrange/g)) {
    for (const [, first, last, text] of list!.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g)) {
      const start = Number.parseInt(first!, 16);
      const base = decode(text!);
      for (let glyph = start; glyph <= Number.parseInt(last!, 16); glyph++) {
        const unit = base.charCodeAt(base.length - 1) + glyph - start;
        texts.set(glyph, base.slice(0, -1) + String.fromCharCode(unit));
      }
    }
  }
  return texts;
}

/** The file with some streams replaced by deflated ones, and its cross-reference table made anew. */
function replaceStreams(pdf: Buffer, streams: Map<number, Buffer>): Buffer {
  const tail = pdf.toString('latin1', pdf.lastIndexOf('startxref'));
  const tableAt = Number(/^startxref\s+(\d+)/.exec(tail)?.[1]);
  const table = pdf.toString('latin1', tableAt);
  const entries = [...table.matchAll(/^(\d{10}) (\d{5}) ([nf])/gm)];
  if (!table.startsWith('xref\n0 ') || entries.length === 0) {
    throw new Error('The typeset file has no plain cross-reference table.');
  }
  const objects = entries
    .map((entry, number) => ({ number, offset: Number(entry[1]), inUse: entry[3] === 'n' }))
    .filter((object) => object.inUse)
    .sort((one, other) => one.offset - other.offset);
  const parts: Buffer[] = [pdf.subarray(0, objects[0]!.offset)];
  let length = objects[0]!.offset;
  const offsets = new Map<number, number>();
  objects.forEach(({ number, offset }, index) => {
    const stream = streams.get(number);
    const part = stream
      ? Buffer.concat([
          Buffer.from(
            `${number} 0 obj\n<<\n  /Length ${stream.length}\n  /Filter /FlateDecode\n>>\nstream\n`,
          ),
          stream,
          Buffer.from('\nendstream\nendobj\n\n'),
        ])
      : pdf.subarray(offset, objects[index + 1]?.offset ?? tableAt);
    parts.push(part);
    offsets.set(number, length);
    length += part.length;
  });
  let number = 0;
  const moved = table
    .replace(/^\d{10} (\d{5} [nf])/gm, (line, kind: string) => {
      const offset = offsets.get(number++);
      return offset === undefined ? line : `${String(offset).padStart(10, '0')} ${kind}`;
    })
    .replace(/startxref\s+\d+/, `startxref\n${length}`);
  return Buffer.concat([...parts, Buffer.from(moved, 'latin1')]);
}
