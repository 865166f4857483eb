// Reads the text of a Typst page: what is drawn, where, and what it stands for. It knows the exact forms in which Typst 0.14 writes text; any other
// block is left alone.
import type { DocumentFont, PageFonts } from './typst-pdf.ts';

/** One cluster, or a part of one, in drawing order. */
export interface Unit {
  /** The operator that positions it; absent when it follows the unit before it in the same string. */
  placed: Placing | undefined;
  /** What positions the string in which it stands. */
  readonly inString: Placing;
  /** The inside of a TJ array: kerning numbers between spaces, and hexadecimal glyph strings. */
  drawing: string;
  text: string;
  readonly firstGlyph: number;
  /** The position of its first glyph, and the pen position after it, in points from the left of the page. */
  readonly start: number;
  end: number;
  /** The widths of its glyphs without the shifts between them. */
  width: number;
  spanned: boolean;
}

export interface Placing {
  readonly font: string;
  readonly size: number;
  /** On the page, in points, y upwards. */
  readonly x: number;
  readonly y: number;
}

/** Text drawn under one transformation, from its `cm` to its `ET`. */
export interface Block {
  readonly x: number;
  readonly y: number;
  /** Colour operators between `cm` and `BT`. */
  readonly colour: string;
  readonly units: Unit[];
}

export const blocks =
  /q\n1 0 0 -1 ([-\d.]+) ([-\d.]+) cm\n((?:[^\n]+ (?:cs|scn|gs|CS|SCN)\n)*)BT\n([\s\S]*?)\bET\nQ\n/g;
/** Text is upright: y runs downwards in it. */
export const upright = '1 0 0 -1';
const spanOpens = '/Span <<\n  /ActualText <';
const spanGoesOn = '>\n>> BDC\n';
const spanCloses = 'EMC\n';

/** @returns undefined for a block that has another form */
export function readBlock(match: RegExpMatchArray, fonts: PageFonts): Block | undefined {
  const [x, y] = [Number(match[1]), Number(match[2])];
  const units = readUnits(match[4]!, x, y, fonts);
  return units && units.length > 0 ? { x, y, colour: match[3]!, units } : undefined;
}

function readUnits(inside: string, x: number, y: number, fonts: PageFonts): Unit[] | undefined {
  const cursor = { text: inside, at: 0 };
  const units: Unit[] = [];
  while (cursor.at < inside.length) {
    const isSpan = take(cursor, spanOpens);
    const text = isSpan ? takeUntil(cursor, spanGoesOn) : undefined;
    const first = units.length;
    do {
      const placed = readPlacing(cursor, x, y);
      const font = placed && fonts.read(placed.font);
      if (!font || !readShown(cursor, placed, font, units)) return undefined;
    } while (isSpan && !take(cursor, spanCloses));
    if (!isSpan) continue;
    for (let at = first + 1; at < units.length; at += 1) if (units[at]!.placed) return undefined;
    if (text === undefined) return undefined;
    joinUnits(units, first, Buffer.from(text.replace(/^FEFF/, ''), 'hex').swap16().toString('utf16le'));
  }
  return units;
}

interface Cursor {
  readonly text: string;
  at: number;
}

function take(cursor: Cursor, word: string): boolean {
  const isThere = cursor.text.startsWith(word, cursor.at);
  if (isThere) cursor.at += word.length;
  return isThere;
}

function takeUntil(cursor: Cursor, end: string): string | undefined {
  const at = cursor.text.indexOf(end, cursor.at);
  if (at < 0) return undefined;
  const taken = cursor.text.slice(cursor.at, at);
  cursor.at = at + end.length;
  return taken;
}

function readPlacing(cursor: Cursor, x: number, y: number): Placing | undefined {
  if (!take(cursor, '0 Tr\n/')) return undefined;
  const font = takeUntil(cursor, ' ');
  const size = Number(takeUntil(cursor, ' Tf\n'));
  if (!take(cursor, `${upright} `)) return undefined;
  const right = Number(takeUntil(cursor, ' '));
  const down = Number(takeUntil(cursor, ' Tm\n'));
  if (font === undefined || Number.isNaN(size + right + down)) return undefined;
  return { font, size, x: x + right, y: y - down };
}

const opensLiteral = 0x28;
const closesLiteral = 0x29;
const opensHex = 0x3c;
const backslash = 0x5c;
const closesMany = 0x5d;

/** Reads the operand of Tj or TJ, and the operator. @returns false for anything else */
function readShown(cursor: Cursor, placed: Placing, font: DocumentFont, units: Unit[]): boolean {
  const first = units.length;
  const isMany = take(cursor, '[');
  const { text } = cursor;
  let numbers = '';
  let pen = placed.x;
  for (;;) {
    const code = text.charCodeAt(cursor.at);
    if (code === opensLiteral || code === opensHex) {
      const glyphs = code === opensLiteral ? readLiteral(cursor) : readHex(cursor);
      for (const glyph of glyphs) {
        const meaning = font.texts.get(glyph);
        if (meaning === undefined) return false;
        const width = ((font.widths.get(glyph) ?? 0) / 1000) * placed.size;
        units.push({
          placed: units.length === first ? placed : undefined,
          inString: placed,
          drawing: `${numbers}<${glyph.toString(16).padStart(4, '0')}>`,
          text: meaning,
          firstGlyph: glyph,
          start: pen,
          end: pen + width,
          width,
          spanned: false,
        });
        pen += width;
        numbers = '';
      }
      if (!isMany) break;
    } else if (code === closesMany) {
      cursor.at += 1;
      break;
    } else if (isMany && code === 0x20) {
      cursor.at += 1;
    } else {
      const number = isMany ? readNumber(cursor) : '';
      if (number === '') return false;
      numbers += ` ${number} `;
      pen -= (Number(number) / 1000) * placed.size;
    }
  }
  const last = units.at(-1);
  if (units.length === first || !take(cursor, isMany ? ' TJ\n' : ' Tj\n')) return false;
  last!.end = pen;
  last!.drawing += numbers;
  return true;
}

function readNumber(cursor: Cursor): string {
  const from = cursor.at;
  for (;;) {
    const code = cursor.text.charCodeAt(cursor.at);
    if (!((code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e || code === 0x2b)) break;
    cursor.at += 1;
  }
  return cursor.text.slice(from, cursor.at);
}

const pairs = (bytes: readonly number[]): number[] => {
  const glyphs: number[] = [];
  for (let at = 0; at + 1 < bytes.length; at += 2) glyphs.push(bytes[at]! * 256 + bytes[at + 1]!);
  return glyphs;
};

function readHex(cursor: Cursor): number[] {
  cursor.at += 1;
  return pairs([...Buffer.from(takeUntil(cursor, '>') ?? '', 'hex')]);
}

const escapes: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };
const isOctal = (code: number) => code >= 0x30 && code <= 0x37;

/** Brackets in a literal string need no backslash as long as they are balanced (ISO 32000-1, 7.3.4.2). */
function readLiteral(cursor: Cursor): number[] {
  const { text } = cursor;
  const bytes: number[] = [];
  let depth = 1;
  let at = cursor.at + 1;
  for (; at < text.length; at += 1) {
    let code = text.charCodeAt(at);
    if (code === backslash) {
      at += 1;
      code = text.charCodeAt(at);
      if (isOctal(code)) {
        let value = code - 0x30;
        for (let more = 0; more < 2 && isOctal(text.charCodeAt(at + 1)); more += 1) {
          at += 1;
          value = value * 8 + text.charCodeAt(at) - 0x30;
        }
        code = value & 0xff;
      } else code = escapes[text[at]!] ?? code;
    } else if (code === opensLiteral) depth += 1;
    else if (code === closesLiteral) {
      depth -= 1;
      if (depth === 0) break;
    }
    bytes.push(code);
  }
  cursor.at = at + 1;
  return pairs(bytes);
}

/** Joins the units from the first one on into one, with this text. */
function joinUnits(units: Unit[], first: number, text: string): void {
  const joined = units[first]!;
  for (let at = first + 1; at < units.length; at += 1) {
    joined.drawing += units[at]!.drawing;
    joined.width += units[at]!.width;
    joined.end = units[at]!.end;
  }
  joined.text = text;
  joined.spanned = true;
  units.length = first + 1;
}
