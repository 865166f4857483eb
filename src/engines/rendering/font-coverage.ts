// The document fonts and the characters they can draw. Typst would print an empty box for any other character, so text is checked before
// typesetting: a wrong document is worse than a refused one. Text is set in Hind Siliguri. Its ১ is no larger than a comma, so Bengali digits and
// the taka sign come from Noto Sans Bengali.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const weights = ['400Regular', '500Medium', '600SemiBold'];
/** Looked up lazily, because locating six files takes a twentieth of a portal's start. */
const findTextFonts = () =>
  weights.map((weight) =>
    require.resolve(`@expo-google-fonts/hind-siliguri/${weight}/HindSiliguri_${weight}.ttf`),
  );
const findDigitFonts = () =>
  weights.map((weight) =>
    require.resolve(`@expo-google-fonts/noto-sans-bengali/${weight}/NotoSansBengali_${weight}.ttf`),
  );

/** Bengali digits and the taka sign: the first and last code point of each run. */
const digitRuns = [
  [0x9e6, 0x9ef],
  [0x9f3, 0x9f3],
] as const;

/**
 * Reads the text font in its three weights, without digits, which the typesetter then takes from the next font. Naming the characters of each font in the
 * template does the same, but takes a third longer.
 */
export const readTextFonts = () =>
  findTextFonts().map((path) => {
    const font = readFileSync(path);
    for (const [first, last] of digitRuns) hideCharacters(font, first, last);
    return font;
  });

/** Reads the font of Bengali digits and the taka sign, in the same weights; it also has Bengali and Latin letters. */
export const readDigitFonts = () => findDigitFonts().map((path) => readFileSync(path));

let covered: Set<number> | undefined;

/** Endless marks or joined letters, as from a key that was held down: about twice as many crash the shaper. Words have up to ten. */
const endlessSyllable = /(?:[\p{M}\p{Join_Control}]|(?<=\u09cd\p{Join_Control}*)\p{L}){60,}/gu;

/** Finds the characters that the document font cannot draw, each once, in order of appearance; then syllables that cannot be shaped. */
export function findUndrawableCharacters(text: string): string[] {
  covered ??= readCoveredCodePoints(readFileSync(findTextFonts()[0]!));
  const missing = new Set<string>();
  for (const character of text) {
    if (character !== '\n' && !covered.has(character.codePointAt(0)!)) missing.add(character);
  }
  return [...missing, ...(text.match(endlessSyllable) ?? [])];
}

/** A run of characters in a `cmap` subtable of format 4 (OpenType 1.9, "cmap - Character to Glyph Index Mapping Table"). */
interface Segment {
  readonly first: number;
  readonly last: number;
  /** Where its first code point stands in the font file. */
  readonly firstAt: number;
  /** Its glyphs follow one another, so that it may begin later without moving any. */
  readonly isPlain: boolean;
}

function readSegments(font: Buffer): Segment[] {
  const cmap = findTable(font, 'cmap');
  const segments: Segment[] = [];
  for (let index = 0; index < font.readUInt16BE(cmap + 2); index++) {
    const subtable = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    if (font.readUInt16BE(subtable) !== 4) continue;
    const twice = font.readUInt16BE(subtable + 6);
    for (let segment = 0; segment < twice; segment += 2) {
      const firstAt = subtable + 16 + twice + segment;
      segments.push({
        first: font.readUInt16BE(firstAt),
        last: font.readUInt16BE(subtable + 14 + segment),
        firstAt,
        isPlain: font.readUInt16BE(firstAt + 2 * twice) === 0,
      });
    }
  }
  return segments;
}

function findTable(font: Buffer, name: string): number {
  for (let index = 0; index < font.readUInt16BE(4); index++) {
    const entry = 12 + index * 16;
    if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8);
  }
  throw new Error(`The document font has no ${name} table.`);
}

/** Removes characters from a font in memory. Each segment that contains any of them must begin with them. */
function hideCharacters(font: Buffer, first: number, last: number): void {
  for (const segment of readSegments(font)) {
    if (segment.last < first || segment.first > last) continue;
    if (segment.first !== first || segment.last <= last || !segment.isPlain)
      throw new Error('The document font holds its digits in another way than expected.');
    font.writeUInt16BE(last + 1, segment.firstAt);
  }
}

function readCoveredCodePoints(font: Buffer): Set<number> {
  const codePoints = new Set<number>();
  for (const { first, last } of readSegments(font))
    for (let codePoint = first; codePoint <= last && codePoint < 0xffff; codePoint++)
      codePoints.add(codePoint);
  return codePoints;
}
