// Makes the text of a Typst page copy and search as it was entered. Typst repeats a cluster's text for every part that it draws at another height
// (শ্রী comes out as শ্রীশ্রী), and viewers guess spaces from the gaps that zero-width signs leave ("কু লসুম"). The remedy: every Bengali word
// becomes one span whose /ActualText is the word itself (ISO 32000-1, 14.9.4). No glyph moves, so the page looks the same to the last pixel.
// Viewers without support for /ActualText (PDF.js) go by glyphs: for them the word's glyphs stand for nothing, and the word itself is written over
// them in an invisible font.
import { type Block, blocks, type Placing, readBlock, type Unit, upright } from './typeset-text.ts';
import { copiedFont, type PageFonts } from './typst-pdf.ts';

/** What separates two blocks of one line: nothing, or the boundary of two marked-content sequences. */
const joints = /^(?:EMC\n(\/Span <<\n {2}\/MCID \d+\n(?: {2}\/Lang \([\w-]+\)\n)?>> BDC\n))?$/;

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
  for (const match of content.matchAll(blocks)) {
    const between = content.slice(done, match.index);
    done = match.index + match[0].length;
    const block = readBlock(match, fonts);
    const joint = joints.exec(between);
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

function writeBlock(block: Block, fonts: PageFonts): string {
  silenceRepeatedClusters(block.units);
  return `q\n1 0 0 -1 ${block.x} ${block.y} cm\n${block.colour}BT\n${writeWords(block, fonts)}ET\nQ\n`;
}

/**
 * Removes the text of parts that repeat the cluster before them at another height, and so belong to that cluster. A part that starts with the same glyph
 * is kept, because then the word really repeats the cluster.
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
  for (const { units } of parts) units[0]!.placed ??= placingOf(units[0]!);
  return parts
    .map(({ units, word }) => (word ? inSpan(units, block, fonts) : writeUnits(units, block, (font) => font)))
    .join('');
}

const placingOf = ({ placed, inString, start }: Unit): Placing => placed ?? { ...inString, x: start };

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
  const { size } = space.inString;
  const step = 0.01 * size;
  const target = Math.min(Math.max(space.start, latest + step), earliest - step);
  if (target === space.start || target <= latest) return;
  const shift = decimal(((target - space.start) / size) * 1000);
  space.drawing = ` ${-Number(shift)} ${space.drawing} ${shift} `;
}

function isSpace(unit: Unit): boolean {
  return unit.text === ' ' && !unit.spanned;
}

function inSpan(units: Unit[], block: Block, fonts: PageFonts): string {
  let text = '';
  for (const unit of units) text += unit.text;
  const drawn = writeUnits(units, block, fonts.silence);
  return `/Span <</ActualText <FEFF${hexOf(text)}>>> BDC\n${drawn}${writeCopied(text, units, block, fonts)}EMC\n`;
}

const hexOfByte = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

/** Encodes a text as UTF-16, big endian. */
function hexOf(text: string): string {
  let hex = '';
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    hex += hexOfByte[code >> 8]! + hexOfByte[code & 0xff]!;
  }
  return hex;
}

/** Writes the text over the area of its glyphs, invisibly. */
function writeCopied(text: string, units: Unit[], block: Block, fonts: PageFonts): string {
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const unit of units) {
    if (unit.start < start) start = unit.start;
    if (unit.end > end) end = unit.end;
  }
  const { size, y } = units[0]!.inString;
  const { codes, width } = fonts.encode(text);
  const unscaled = width * (size / 1000);
  const scale = unscaled === 0 ? '100' : decimal((100 * Math.max(end - start, 0.01)) / unscaled);
  const at = `${upright} ${decimal(start - block.x)} ${decimal(block.y - y)}`;
  return `3 Tr\n/${copiedFont} ${size} Tf\n${scale} Tz\n${at} Tm\n<${codes}> Tj\n100 Tz\n`;
}

function writeUnits(units: Unit[], block: Block, font: (name: string) => string): string {
  let written = '';
  let open = '';
  const close = () => {
    if (open !== '') written += `[${open.replaceAll('><', '')}] TJ\n`;
    open = '';
  };
  for (const { placed, drawing } of units) {
    if (placed) {
      close();
      const at = `${decimal(placed.x - block.x)} ${decimal(block.y - placed.y)}`;
      written += `0 Tr\n/${font(placed.font)} ${placed.size} Tf\n${upright} ${at} Tm\n`;
    }
    open += drawing;
  }
  close();
  return written;
}

/** Formats a number without an exponent, which PDF does not allow. */
function decimal(value: number): string {
  return String(Number(value.toFixed(5)));
}
