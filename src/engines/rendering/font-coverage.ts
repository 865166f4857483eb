// The document fonts and the characters they can draw. Typst would print an empty box for any other character, so text is checked before
// typesetting: a wrong document is worse than a refused one. Text is set in Hind Siliguri. Its ১ is no larger than a comma, so Bengali digits and
// the taka sign come from Noto Sans Bengali.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

const weights = ['400Regular', '500Medium', '600SemiBold'];
const textFonts = weights.map((weight) =>
  require.resolve(`@expo-google-fonts/hind-siliguri/${weight}/HindSiliguri_${weight}.ttf`),
);
const digitFonts = weights.map((weight) =>
  require.resolve(`@expo-google-fonts/noto-sans-bengali/${weight}/NotoSansBengali_${weight}.ttf`),
);

/** The text font, in its three weights. */
export const readTextFonts = () => textFonts.map((path) => readFileSync(path));

/** The font of Bengali digits and the taka sign, in the same weights; it draws Bengali and Latin text as well. */
export const readDigitFonts = () => digitFonts.map((path) => readFileSync(path));

let covered: Set<number> | undefined;

/** Characters of the text that the document font cannot draw, each once, in order of appearance. */
export function findUndrawableCharacters(text: string): string[] {
  covered ??= readCoveredCodePoints(readFileSync(textFonts[0]!));
  const missing = new Set<string>();
  for (const character of text) {
    if (character !== '\n' && !covered.has(character.codePointAt(0)!)) missing.add(character);
  }
  return [...missing];
}

/** Reads the `cmap` table, subtable format 4 (OpenType 1.9, "cmap - Character to Glyph Index Mapping Table"). */
function readCoveredCodePoints(font: Buffer): Set<number> {
  const tableCount = font.readUInt16BE(4);
  for (let index = 0; index < tableCount; index++) {
    const entry = 12 + index * 16;
    if (font.toString('latin1', entry, entry + 4) === 'cmap') {
      return readSegments(font, font.readUInt32BE(entry + 8));
    }
  }
  throw new Error('The document font has no cmap table.');
}

function readSegments(font: Buffer, cmap: number): Set<number> {
  const codePoints = new Set<number>();
  const subtableCount = font.readUInt16BE(cmap + 2);
  for (let index = 0; index < subtableCount; index++) {
    const subtable = cmap + font.readUInt32BE(cmap + 4 + index * 8 + 4);
    if (font.readUInt16BE(subtable) !== 4) continue;
    const segmentsTwice = font.readUInt16BE(subtable + 6);
    for (let segment = 0; segment < segmentsTwice; segment += 2) {
      const last = font.readUInt16BE(subtable + 14 + segment);
      const first = font.readUInt16BE(subtable + 16 + segmentsTwice + segment);
      for (let codePoint = first; codePoint <= last && codePoint < 0xffff; codePoint++) {
        codePoints.add(codePoint);
      }
    }
  }
  return codePoints;
}
