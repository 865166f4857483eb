// Opens the PDF that Typst wrote, passes each page's content on for rewriting and puts the new content in its place.
import { deflateSync } from 'node:zlib';
import { type Objects, openObjects } from '../pdf-objects.ts';

export interface DocumentFont {
  /** Text of each glyph. */
  texts: Map<number, string>;
  /** Advance width of each glyph in thousandths of the size. */
  widths: Map<number, number>;
}

/** A text in the font `copiedFont`. */
export interface CopiedText {
  /** Hexadecimal. */
  readonly codes: string;
  /** In thousandths of the size. */
  readonly width: number;
}

/** The fonts of one page, by their names in its resources. */
export interface PageFonts {
  /** Undefined for an unknown name. */
  read(name: string): DocumentFont | undefined;
  /** The name of the same font with glyphs that stand for no text. */
  silence(name: string): string;
  encode(text: string): CopiedText;
}

/** The name of a font for text that is copied but not drawn. */
export const copiedFont = 'copied';

/** A text in pieces of one code each. A joiner stays with what follows it: some readers drop it when it is alone. */
const splitCopied = (text: string): readonly string[] =>
  text.match(/\p{Cf}*(?:\P{Cf}|$)/gu)?.filter((piece) => piece !== '') ?? [];
/** In thousandths of the size. A sign above or below a letter has no width: some readers do not advance past it. */
const widthOfCopied = (piece: string) => (/\p{Mn}/u.test(piece) ? 0 : 500);

/** Hexadecimal. */
const fourDigits = (code: number) => code.toString(16).padStart(4, '0');

const listOfFonts = /\/Font <<([\s\S]*?)>>/;
const fontsIn = (page: string) =>
  new Map(
    [...(listOfFonts.exec(page)?.[1] ?? '').matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name, number]) => [
      name!,
      Number(number),
    ]),
  );

/** Rewrites the content of every page. Throws when the file does not have the form that Typst writes. */
export function rewritePages(
  pdf: Uint8Array,
  rewrite: (content: string, fonts: PageFonts) => string,
): Uint8Array {
  const objects = openObjects(pdf);
  const added = addFonts(objects);
  const known = new Map<number, DocumentFont | undefined>();
  const knownFont = (font: number) => {
    if (!known.has(font)) known.set(font, readFont(objects, font));
    return known.get(font);
  };
  for (const number of objects.pages()) {
    const page = objects.read(number);
    const fonts = fontsIn(page);
    const content = Number(/\/Contents (\d+) 0 R/.exec(page)?.[1]);
    if (fonts.size === 0 || !content)
      throw new Error('A page of the typeset file has no text of the expected shape.');
    const names = new Map<string, number>();
    const text = rewrite(objects.readStream(content), {
      read(name) {
        const font = fonts.get(name);
        return font === undefined ? undefined : knownFont(font);
      },
      silence(name) {
        names.set(`${name}s`, added.silence(fonts.get(name)!));
        return `${name}s`;
      },
      encode(text) {
        names.set(copiedFont, added.copied);
        return added.encode(text);
      },
    });
    objects.replace(content, asStream(text));
    if (names.size > 0) {
      const entries = [...names].map(([name, number]) => `\n/${name} ${number} 0 R`).join('');
      const listed = page.replace(listOfFonts, (list) => list.replace('<<', (opening) => opening + entries));
      objects.replace(number, Buffer.from(listed, 'latin1'));
    }
  }
  added.finish();
  return objects.write();
}

/** Embeds the fonts for copied text, once for all pages. */
function addFonts(objects: Objects) {
  const silent = new Map<number, number>();
  const silentText = objects.reserve();
  const copied = objects.reserve();
  const codes = new Map<string, CopiedText>();
  const encoded = new Map<string, CopiedText>();
  return {
    copied,
    silence(font: number): number {
      const reserved = silent.get(font) ?? objects.reserve();
      silent.set(font, reserved);
      return reserved;
    },
    encode(text: string): CopiedText {
      const before = encoded.get(text);
      if (before) return before;
      const now = { codes: '', width: 0 };
      for (const piece of splitCopied(text)) {
        let code = codes.get(piece);
        if (!code) {
          code = { codes: fourDigits(codes.size + 1), width: widthOfCopied(piece) };
          codes.set(piece, code);
        }
        now.codes += code.codes;
        now.width += code.width;
      }
      encoded.set(text, now);
      return now;
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
      const widths = [...codes.values()].map(({ width }) => width);
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
        asStream(writeToUnicode([...codes].map(([character, { codes }]) => [codes, character] as const))),
      );
    },
  };
}

function readFont(objects: Objects, number: number): DocumentFont | undefined {
  const font = objects.read(number);
  const map = /\/ToUnicode (\d+) 0 R/.exec(font)?.[1];
  const descendant = /\/DescendantFonts \[(\d+) 0 R\]/.exec(font)?.[1];
  const widths =
    descendant === undefined
      ? undefined
      : /\/W \[([\d\s.[\]-]*)\]/.exec(objects.read(Number(descendant)))?.[1];
  if (map === undefined || widths === undefined) return undefined;
  return { texts: readToUnicode(objects.readStream(Number(map))), widths: readWidths(widths) };
}

/** `first [w w …]` and `first last w` entries (ISO 32000-1, 9.7.4.3). */
function readWidths(list: string): Map<number, number> {
  const widths = new Map<number, number>();
  for (const [, first, each, last, all] of list.matchAll(/(\d+)\s+(?:\[([^\]]*)\]|(\d+)\s+([-\d.]+))/g)) {
    const from = Number(first);
    if (each !== undefined)
      each
        .trim()
        .split(/\s+/)
        .forEach((width, index) => {
          widths.set(from + index, Number(width));
        });
    else for (let glyph = from; glyph <= Number(last); glyph++) widths.set(glyph, Number(all));
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
function writeToUnicode(texts: readonly (readonly [code: string, text: string])[]): string {
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
  let lists = '';
  for (let at = 0; at < texts.length; at += 100) {
    const list = texts.slice(at, at + 100);
    const lines = list.map(([code, text]) => `<${code}><${hex(text)}>\n`);
    lists += `${list.length} beginbfchar\n${lines.join('')}endbfchar\n`;
  }
  return (
    '/CIDInit /ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def\n' +
    '/CMapName /Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n<0000><ffff>\nendcodespacerange\n' +
    `${lists}endcmap\nCMapName currentdict /CMap defineresource pop\nend\nend`
  );
}

/** Writes a stream as it appears between `obj` and `endobj`: its dictionary and its deflated bytes. */
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
  writeToUnicode(Array.from({ length: 1000 }, (_, glyph) => [fourDigits(glyph), '\u200b'] as const)),
);
