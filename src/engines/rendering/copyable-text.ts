// Makes the text of a Typst page copy and search as it was entered. Typst repeats a cluster's text for every part that it draws at another height
// (শ্রী comes out as শ্রীশ্রী), and viewers guess spaces from the gaps that zero-width signs leave ("কু লসুম"). The remedy: every Bengali word
// becomes one span whose /ActualText is the word itself (ISO 32000-1, 14.9.4). No glyph moves, so the page looks the same to the last pixel.
// Viewers without support for /ActualText (PDF.js) go by glyphs: for them the word's glyphs stand for nothing, and the word itself is written over
// them in an invisible font.
import { copiedFont, type DocumentFont, type PageFonts } from './typst-pdf.ts';

/** One cluster, or a part of one, in drawing order. */
interface Unit {
  /** The operator that positions it; absent when it follows the unit before it in the same string. */
  placed: Placing | undefined;
  /** Its absolute position, whatever precedes it. */
  at: Placing;
  /** Elements of a TJ array: kerning numbers and hexadecimal glyph strings. */
  drawing: string[];
  text: string;
  firstGlyph: number;
  /** The position of its first glyph, and the pen position after it, in points from the left of the page. */
  start: number;
  end: number;
  /** The widths of its glyphs without the shifts between them. */
  width: number;
  size: number;
  spanned: boolean;
}

interface Placing {
  font: string;
  size: number;
  matrix: string;
  /** On the page, in points, y upwards. */
  x: number;
  y: number;
}

/** Text drawn under one transformation, from its `cm` to its `ET`. */
interface Block {
  x: number;
  y: number;
  /** Colour operators between `cm` and `BT`. */
  colour: string;
  units: Unit[];
}

// The exact forms in which Typst 0.14 writes text; any other block is left as it is.
const BLOCK =
  /q\n1 0 0 -1 ([-\d.]+) ([-\d.]+) cm\n((?:[^\n]+ (?:cs|scn|gs|CS|SCN)\n)*)BT\n([\s\S]*?)\bET\nQ\n/g;
/** What separates two blocks of one line: nothing, or the boundary of two marked-content sequences. */
const JOINT = /^(?:EMC\n(\/Span <<\n {2}\/MCID \d+\n(?: {2}\/Lang \([\w-]+\)\n)?>> BDC\n))?$/;
const PLACING = /0 Tr\n\/(\w+) ([-\d.]+) Tf\n(1 0 0 -1) ([-\d.]+) ([-\d.]+) Tm\n/y;
const SPAN_OPENS = /\/Span <<\n {2}\/ActualText <([0-9A-F]+)>\n>> BDC\n/y;
const SPAN_CLOSES = /EMC\n/y;
const SHOWS_ONE = /(<[0-9A-Fa-f]*>) Tj\n/y;
const SHOWS_MANY = /\[([^\]]*)\] TJ\n/y;

/** Rewrites the text of one page's content, given as Latin-1. */
export function makeTextCopyable(content: string, fonts: PageFonts): string {
  let written = '';
  let open: Block | undefined;
  let emptied: string[] = [];
  let done = 0;
  const close = () => {
    if (open) written += writeBlock(open, fonts) + emptied.map((mark) => `EMC\n${mark}`).join('');
    open = undefined;
    emptied = [];
  };
  for (const match of content.matchAll(BLOCK)) {
    const between = content.slice(done, match.index);
    done = match.index + match[0].length;
    const block = readBlock(match, fonts);
    const joint = JOINT.exec(between);
    if (open && block && joint && continuesLine(open, block)) {
      open.units.push(...block.units);
      // The structure tree refers to the sequence, so it stays, but empty.
      if (joint[1]) emptied.push(joint[1]);
      continue;
    }
    close();
    written += between;
    if (block) open = block;
    else written += match[0];
  }
  close();
  return written + content.slice(done);
}

/** Typst splits a line of one style where a sign is drawn at another height, right after its consonant, and where the font changes. */
function continuesLine(open: Block, next: Block): boolean {
  const at = open.units.findLastIndex((unit) => unit.placed);
  const last = open.units[at]!.placed!;
  const placed = next.units[0]!.placed!;
  if (open.colour !== next.colour || last.size !== placed.size) return false;
  const near = 0.2 * placed.size;
  // A string may end on a shifted sign without the shift being undone; then only the widths tell where it ended.
  const byWidths = open.units.slice(at).reduce((x, unit) => x + unit.width, last.x);
  const adjoins = [open.units.at(-1)!.end, byWidths].some((x) => Math.abs(placed.x - x) < near);
  return adjoins && Math.abs(placed.y - last.y) < 3 * near;
}

function readBlock(match: RegExpMatchArray, fonts: PageFonts): Block | undefined {
  const [, x, y, colour, inside] = match;
  const units = readUnits(withHexStrings(inside!), { x: Number(x), y: Number(y) }, fonts);
  return units && units.length > 0 ? { x: Number(x), y: Number(y), colour: colour!, units } : undefined;
}

function writeBlock(block: Block, fonts: PageFonts): string {
  silenceRepeatedClusters(block.units);
  return `q\n1 0 0 -1 ${block.x} ${block.y} cm\n${block.colour}BT\n${writeWords(block, fonts)}ET\nQ\n`;
}

function readUnits(inside: string, origin: { x: number; y: number }, fonts: PageFonts): Unit[] | undefined {
  const units: Unit[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(inside);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < inside.length) {
    const span = take(SPAN_OPENS);
    const glyphs: Unit[] = [];
    do {
      const tokens = take(PLACING);
      const shown = take(SHOWS_ONE) ?? take(SHOWS_MANY);
      const font = tokens ? fonts.read(tokens[1]!) : undefined;
      if (!tokens || !shown || !font) return undefined;
      const placed = {
        font: tokens[1]!,
        size: Number(tokens[2]),
        matrix: tokens[3]!,
        x: origin.x + Number(tokens[4]),
        y: origin.y - Number(tokens[5]),
      };
      const drawn = readShownGlyphs(shown[1]!, placed, font);
      if (!drawn) return undefined;
      glyphs.push(...drawn);
    } while (span && !take(SPAN_CLOSES));
    if (span && glyphs.some((glyph, index) => index > 0 && glyph.placed)) return undefined;
    if (span) units.push(joinUnits(glyphs, readUtf16(span[1]!)));
    else units.push(...glyphs);
  }
  return units;
}

function readShownGlyphs(shown: string, placed: Placing, font: DocumentFont): Unit[] | undefined {
  const units: Unit[] = [];
  const { size } = placed;
  let numbers: string[] = [];
  let pen = placed.x;
  for (const [element] of shown.matchAll(/<[0-9A-Fa-f]*>|[-+.\d]+/g)) {
    if (element[0] !== '<') {
      numbers.push(element);
      pen -= (Number(element) / 1000) * size;
      continue;
    }
    const bytes = Buffer.from(element.slice(1, -1), 'hex');
    for (let index = 0; index + 1 < bytes.length; index += 2) {
      const glyph = bytes.readUInt16BE(index);
      const text = font.texts.get(glyph);
      if (text === undefined) return undefined;
      const start = pen;
      const at = { ...placed, x: pen };
      const width = ((font.widths.get(glyph) ?? 0) / 1000) * size;
      pen += width;
      units.push({
        placed: units.length === 0 ? placed : undefined,
        at,
        drawing: [...numbers, `<${glyph.toString(16).padStart(4, '0')}>`],
        text,
        firstGlyph: glyph,
        start,
        end: pen,
        width,
        size,
        spanned: false,
      });
      numbers = [];
    }
  }
  const last = units.at(-1);
  if (!last) return undefined;
  last.end = pen;
  last.drawing.push(...numbers);
  return units;
}

function joinUnits(glyphs: Unit[], text: string): Unit {
  return {
    ...glyphs[0]!,
    drawing: glyphs.flatMap((glyph) => glyph.drawing),
    end: glyphs.at(-1)!.end,
    width: glyphs.reduce((sum, glyph) => sum + glyph.width, 0),
    text,
    spanned: true,
  };
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Every literal string as a hexadecimal one. Brackets in a string need no backslash as long as they are balanced (ISO 32000-1, 7.3.4.2). */
function withHexStrings(inside: string): string {
  let written = '';
  let done = 0;
  for (let opens = inside.indexOf('('); opens >= 0; opens = inside.indexOf('(', done)) {
    const closes = endOfLiteral(inside, opens);
    const literal = inside
      .slice(opens + 1, closes)
      .replace(/\\([0-7]{1,3}|[\s\S])/g, (_, escaped: string) => unescaped(escaped));
    written += `${inside.slice(done, opens)}<${Buffer.from(literal, 'latin1').toString('hex')}>`;
    done = closes + 1;
  }
  return written + inside.slice(done);
}

/** The place of the bracket that closes the string; the end of the text when none does. */
function endOfLiteral(text: string, opens: number): number {
  let depth = 0;
  for (let at = opens; at < text.length; at++) {
    const sign = text[at];
    if (sign === '\\') at++;
    else if (sign === '(') depth++;
    else if (sign === ')' && --depth === 0) return at;
  }
  return text.length;
}

const unescaped = (escaped: string): string =>
  /[0-7]/.test(escaped)
    ? String.fromCharCode(Number.parseInt(escaped, 8) & 0xff)
    : (ESCAPES[escaped] ?? escaped);

function readUtf16(hex: string): string {
  return Buffer.from(hex.replace(/^FEFF/, ''), 'hex').swap16().toString('utf16le');
}

/**
 * A part that repeats the text of the cluster before it, at another height, belongs to that cluster and adds no text of its own; unless it starts
 * with the same glyph, for then the word really repeats the cluster.
 */
function silenceRepeatedClusters(units: Unit[]): void {
  let cluster: Unit | undefined;
  let y = 0;
  for (const unit of units) {
    const continues =
      cluster !== undefined &&
      unit.placed !== undefined &&
      unit.placed.y !== y &&
      unit.text === cluster.text &&
      unit.firstGlyph !== cluster.firstGlyph;
    y = unit.placed?.y ?? y;
    if (continues) {
      unit.text = '';
      unit.spanned = true;
    } else {
      cluster = unit;
    }
  }
}

function writeWords(block: Block, fonts: PageFonts): string {
  const parts = splitIntoParts(block.units);
  parts.forEach((part, index) => {
    keepSpaceBetween(parts[index - 1], part, parts[index + 1]);
  });
  // A reader that skips a word's glyphs does not advance past them, so what follows states its own position.
  for (const { units } of parts) units[0]!.placed ??= units[0]!.at;
  return parts
    .map(({ units, word }) => (word ? inSpan(units, block, fonts) : writeUnits(units, block, (font) => font)))
    .join('');
}

/** A part is one word that needs a span, or everything between two such words. */
interface Part {
  units: Unit[];
  word: boolean;
}

function splitIntoParts(units: Unit[]): Part[] {
  const parts: Part[] = [];
  for (let start = 0; start < units.length; ) {
    let end = start + 1;
    while (!isSpace(units[start]!) && end < units.length && !isSpace(units[end]!)) end++;
    const piece = units.slice(start, end);
    const word = piece.some((unit) => unit.spanned || /[\u0980-\u09ff]/.test(unit.text));
    const before = parts.at(-1);
    if (before && !word && !before.word) before.units.push(...piece);
    else parts.push({ units: piece, word });
    start = end;
  }
  return parts;
}

/**
 * PDFium orders the content of a line by where each string starts. A sign may start after the space that follows its word, or before the space in
 * front of it, and would draw the word's span over the space; so the space, which is invisible, moves between the two.
 */
function keepSpaceBetween(before: Part | undefined, part: Part, after: Part | undefined): void {
  const space = part.units[0]!;
  if (part.word || !isSpace(space)) return;
  const starts = ({ units }: Part) =>
    units.filter((unit, at) => at === 0 || unit.placed).map((unit) => unit.start);
  const latest = Math.max(...(before ? starts(before) : [-Infinity]));
  const earliest = Math.min(...(after ? starts(after) : [Infinity]));
  const step = 0.01 * space.size;
  const target = Math.min(Math.max(space.start, latest + step), earliest - step);
  if (target === space.start || target <= latest) return;
  const shift = decimal(((target - space.start) / space.size) * 1000);
  space.drawing = [`${-Number(shift)}`, ...space.drawing, shift];
}

function isSpace(unit: Unit): boolean {
  return unit.text === ' ' && !unit.spanned;
}

function inSpan(units: Unit[], block: Block, fonts: PageFonts): string {
  const text = units.map((unit) => unit.text).join('');
  const hex = Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
  const drawn = writeUnits(units, block, fonts.silence);
  return `/Span <</ActualText <FEFF${hex}>>> BDC\n${drawn}${writeCopied(text, units, block, fonts)}EMC\n`;
}

/** The text over the area of its glyphs, invisible. */
function writeCopied(text: string, units: Unit[], block: Block, fonts: PageFonts): string {
  const start = Math.min(...units.map((unit) => unit.start));
  const end = Math.max(...units.map((unit) => unit.end));
  const { size, matrix, y } = units[0]!.at;
  const codes = fonts.encode(text);
  const unscaled =
    copiedFont.split(text).reduce((sum, piece) => sum + copiedFont.widthOf(piece), 0) * (size / 1000);
  const scale = unscaled === 0 ? '100' : decimal((100 * Math.max(end - start, 0.01)) / unscaled);
  const at = `${matrix} ${decimal(start - block.x)} ${decimal(block.y - y)}`;
  return `3 Tr\n/${copiedFont.name} ${size} Tf\n${scale} Tz\n${at} Tm\n<${codes}> Tj\n100 Tz\n`;
}

function writeUnits(units: Unit[], block: Block, font: (name: string) => string): string {
  let written = '';
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) written += `[${open.join('').replaceAll('><', '')}] TJ\n`;
    open = [];
  };
  for (const { placed, drawing } of units) {
    if (placed) {
      close();
      const x = decimal(placed.x - block.x);
      const y = decimal(block.y - placed.y);
      written += `0 Tr\n/${font(placed.font)} ${placed.size} Tf\n${placed.matrix} ${x} ${y} Tm\n`;
    }
    // A space separates two numbers; brackets separate everything else.
    open.push(...drawing.map((element) => (element[0] === '<' ? element : ` ${element} `)));
  }
  close();
  return written;
}

/** A plain decimal: PDF has no exponents. */
function decimal(value: number): string {
  return String(Number(value.toFixed(5)));
}
