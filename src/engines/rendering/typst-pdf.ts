// Opens the PDF that Typst wrote, passes each page's content on for rewriting and puts the new content in its place. All other bytes stay as Typst
// wrote them; only offsets move.
import { deflateSync } from 'node:zlib';
import { PDF, PdfArray, PdfDict, PdfNumber, type PdfObject, PdfRef, PdfStream } from '@libpdf/core';

export interface DocumentFont {
  /** Text of each glyph. */
  texts: Map<number, string>;
  /** Advance width of each glyph in thousandths of the size. */
  widths: Map<number, number>;
}

/** The fonts of one page, by their names in its resources. */
export interface PageFonts {
  /** Undefined for an unknown name. */
  read(name: string): DocumentFont | undefined;
  /** The name of the same font with glyphs that stand for no text. */
  silence(name: string): string;
  /** The codes of a text in the font `copiedFont`, as hexadecimal. */
  encode(text: string): string;
}

/** A font for text that is copied but not drawn. */
export const copiedFont = {
  name: 'copied',
  /** The text in pieces of one code each. A joiner stays with what follows it: some readers drop it when it is alone. */
  split: (text: string): readonly string[] =>
    text.match(/\p{Cf}*(?:\P{Cf}|$)/gu)?.filter((piece) => piece !== '') ?? [],
  /** In thousandths of the size. A sign above or below a letter has no width: some readers do not advance past it. */
  widthOf: (piece: string) => (/\p{Mn}/u.test(piece) ? 0 : 500),
};

/** Rewrites the content of every page. Throws when the file does not have the form that Typst writes. */
export async function rewritePages(
  pdf: Uint8Array,
  rewrite: (content: string, fonts: PageFonts) => string,
): Promise<Uint8Array> {
  const file = await PDF.load(pdf);
  const objects = openObjects(asBuffer(pdf));
  const added = addFonts(objects);
  const resolve = (object: PdfObject | undefined): PdfObject | undefined =>
    object instanceof PdfRef ? (file.getObject(object) ?? undefined) : object;
  const known = new Map<PdfObject, DocumentFont | undefined>();
  for (const page of file.getPages()) {
    const fonts = resolve(page.getResources().get('Font'));
    const contentRef = page.dict.get('Contents');
    const content = resolve(contentRef);
    if (!(fonts instanceof PdfDict && contentRef instanceof PdfRef && content instanceof PdfStream)) {
      throw new Error('A page of the typeset file has no text of the expected shape.');
    }
    const names = new Map<string, number>();
    const text = rewrite(asBuffer(content.getDecodedData()).toString('latin1'), {
      read(name) {
        const font = resolve(fonts.get(name));
        if (!(font instanceof PdfDict)) return undefined;
        if (!known.has(font)) known.set(font, readFont(font, resolve));
        return known.get(font);
      },
      silence(name) {
        const font = fonts.get(name);
        if (!(font instanceof PdfRef))
          throw new Error('A font of the typeset file is not an object of its own.');
        names.set(`${name}s`, added.silence(font.objectNumber));
        return `${name}s`;
      },
      encode(text) {
        names.set(copiedFont.name, added.copied);
        return added.encode(text);
      },
    });
    objects.replace(contentRef.objectNumber, asStream(text));
    if (names.size > 0) {
      const entries = [...names].map(([name, number]) => `\n/${name} ${number} 0 R`).join('');
      const before = objects.read(page.ref.objectNumber);
      const after = before.replace(/\/Font <</, (opening) => opening + entries);
      if (after === before)
        throw new Error('A page of the typeset file does not hold its own list of fonts.');
      objects.replace(page.ref.objectNumber, Buffer.from(after, 'latin1'));
    }
  }
  added.finish();
  return objects.write();
}

/** The fonts that copied text needs, embedded once for all pages. */
function addFonts(objects: Objects) {
  const silent = new Map<number, number>();
  const silentText = objects.reserve();
  const copied = objects.reserve();
  const codes = new Map<string, number>();
  return {
    copied,
    silence(font: number): number {
      const reserved = silent.get(font) ?? objects.reserve();
      silent.set(font, reserved);
      return reserved;
    },
    encode(text: string): string {
      return copiedFont
        .split(text)
        .map((piece) => {
          const code = codes.get(piece) ?? codes.size + 1;
          codes.set(piece, code);
          return code.toString(16).padStart(4, '0');
        })
        .join('');
    },
    finish(): void {
      const [base] = silent.keys();
      const descendant =
        base === undefined ? undefined : /\/DescendantFonts \[(\d+) 0 R\]/.exec(objects.read(base))?.[1];
      const drawn = descendant === undefined ? '' : objects.read(Number(descendant));
      const program = /\/BaseFont (\S+)[\s\S]*\/FontDescriptor (\d+ 0 R)/.exec(drawn);
      const font = (toUnicode: number, rest: string) =>
        Buffer.from(
          `<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode ${toUnicode} 0 R${rest}>>\n`,
          'latin1',
        );
      for (const [visible, reserved] of silent) {
        const [, name, inner] = /\/BaseFont (\S+)[\s\S]*\/DescendantFonts (\[[^\]]*\])/.exec(
          objects.read(visible),
        )!;
        objects.replace(reserved, font(silentText, `/BaseFont ${name}/DescendantFonts ${inner}`));
      }
      objects.replace(silentText, silentMap);
      if (!program) {
        objects.replace(copied, Buffer.from('null\n'));
        return;
      }
      // None of it is drawn, but an archivable file needs a font program for each font.
      const [inner, text] = [objects.reserve(), objects.reserve()];
      const widths = [...codes.keys()].map(copiedFont.widthOf);
      objects.replace(copied, font(text, `/BaseFont ${program[1]}/DescendantFonts[${inner} 0 R]`));
      objects.replace(
        inner,
        Buffer.from(
          `<</Type/Font/Subtype/CIDFontType2/BaseFont ${program[1]}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>` +
            `/FontDescriptor ${program[2]}/DW 0/W[1[${widths.join(' ')}]]/CIDToGIDMap/Identity>>\n`,
          'latin1',
        ),
      );
      objects.replace(
        text,
        asStream(writeToUnicode([...codes].map(([character, code]) => [code, character] as const))),
      );
    },
  };
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

/** A ToUnicode CMap with two-byte codes (ISO 32000-1, 9.10.3). */
function writeToUnicode(texts: readonly (readonly [code: number, text: string])[]): string {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
  let lists = '';
  for (let at = 0; at < texts.length; at += 100) {
    const list = texts.slice(at, at + 100);
    const lines = list.map(([code, text]) => `<${code.toString(16).padStart(4, '0')}><${hex(text)}>\n`);
    lists += `${list.length} beginbfchar\n${lines.join('')}endbfchar\n`;
  }
  return (
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n' +
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n' +
    `${lists}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`
  );
}

/** A stream's dictionary and its deflated bytes, as they stand between `obj` and `endobj`. */
function asStream(text: string): Buffer {
  const deflated = deflateSync(Buffer.from(text, 'latin1'), { level: 3 });
  return Buffer.concat([
    Buffer.from(`<<\n  /Length ${deflated.length}\n  /Filter /FlateDecode\n>>\nstream\n`),
    deflated,
    Buffer.from('\nendstream\n'),
  ]);
}

// A reader that goes by glyphs alone leaves out format characters, of which this is one.
const silentMap = asStream(
  writeToUnicode(Array.from({ length: 1000 }, (_, glyph) => [glyph, '\u200b'] as const)),
);

interface Objects {
  /** The text between `obj` and `endobj`, as Latin-1, in its newest version. */
  read(number: number): string;
  replace(number: number, body: Buffer): void;
  /** The number of a new object, to be filled by `replace`. */
  reserve(): number;
  /** The whole file, with a new cross-reference table. */
  write(): Uint8Array;
}

/** The objects of a file with one plain cross-reference table. */
function openObjects(pdf: Buffer): Objects {
  const tail = pdf.toString('latin1', pdf.lastIndexOf('startxref'));
  const tableAt = Number(/^startxref\s+(\d+)/.exec(tail)?.[1]);
  const table = pdf.toString('latin1', tableAt);
  const entries = [...table.matchAll(/^(\d{10}) (\d{5}) ([nf])/gm)];
  if (!table.startsWith('xref\n0 ') || entries.length === 0) {
    throw new Error('The typeset file has no plain cross-reference table.');
  }
  const inUse = entries
    .map((entry, number) => ({ number, offset: Number(entry[1]), kind: entry[3] }))
    .filter(({ kind }) => kind === 'n')
    .sort((one, other) => one.offset - other.offset);
  const bytesOf = new Map(
    inUse.map(({ number, offset }, index) => [
      number,
      pdf.subarray(offset, inUse[index + 1]?.offset ?? tableAt),
    ]),
  );
  const replaced = new Map<number, Buffer>();
  let size = entries.length;
  return {
    read(number) {
      const body = replaced.get(number);
      if (body) return body.toString('latin1');
      const bytes = bytesOf.get(number)?.toString('latin1') ?? '';
      return bytes.slice(bytes.indexOf('obj') + 'obj'.length, bytes.lastIndexOf('endobj'));
    },
    replace(number, body) {
      replaced.set(number, body);
    },
    reserve: () => size++,
    write() {
      const head = pdf.subarray(0, inUse[0]!.offset);
      const parts = [head];
      const offsets = new Map<number, number>();
      let length = head.length;
      const added = Array.from({ length: size - entries.length }, (_, at) => entries.length + at);
      for (const number of [...inUse.map((object) => object.number), ...added]) {
        const body = replaced.get(number);
        const part = body
          ? Buffer.concat([Buffer.from(`${number} 0 obj\n`), body, Buffer.from('endobj\n\n')])
          : bytesOf.get(number)!;
        parts.push(part);
        offsets.set(number, length);
        length += part.length;
      }
      const lines = Array.from({ length: size }, (_, number) => {
        const offset = offsets.get(number);
        // Each line is 20 bytes long (ISO 32000-1, 7.5.4).
        return offset === undefined
          ? `${entries[number]![0]} \n`
          : `${String(offset).padStart(10, '0')} 00000 n \n`;
      });
      const trailer = table
        .slice(table.indexOf('trailer'))
        .replace(/\/Size \d+/, `/Size ${size}`)
        .replace(/startxref\s+\d+/, `startxref\n${length}`);
      return Buffer.concat([...parts, Buffer.from(`xref\n0 ${size}\n${lines.join('')}${trailer}`, 'latin1')]);
    },
  };
}
