// The glyphs (signs) of well-known fonts by the measures of their outlines, each with its text in drawing order.

import { readFileSync } from 'node:fs';
import { least, type Measures } from './outline-measures.ts';

/** A font whose signs are known. */
interface KnownFont {
  name: string;
  texts: string[];
  /** Of each text, one after the other. */
  measures: Int16Array;
}

const count = 10;
/** How far measures of the same outline may differ: many programs subset and rewrite fonts, and some move the outline a little. */
const tolerance = 5;
const leftTolerance = 8;
/** Share of a font's drawn glyphs that must occur in a known font. */
const minShare = 0.9;

let loaded: KnownFont[] | undefined;

/** Loaded at the first call. */
function knownFonts(): readonly KnownFont[] {
  loaded ??= parseKnownSigns(readFileSync(new URL('./known-signs.txt', import.meta.url), 'utf8'));
  return loaded;
}

/** A line per font, and one for each of its signs: measures and text. */
export function parseKnownSigns(file: string): KnownFont[] {
  const fonts: KnownFont[] = [];
  for (const part of file.split(/^# /mu).slice(1)) {
    const [name, ...lines] = part.trimEnd().split('\n') as [string, ...string[]];
    const measures = new Int16Array(count * lines.length);
    const texts = lines.map((line, at) => {
      measures.set(unpackMeasures(line.slice(0, 2 * count)), count * at);
      return line.slice(2 * count);
    });
    fonts.push({ name, texts, measures });
  }
  return fonts;
}

/** Two letters of the alphabet of base64 for each measure. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function packMeasures(measures: Measures): string {
  return measures
    .map((measure) => {
      const code = measure - least;
      return `${alphabet[code >> 6]}${alphabet[code & 63]}`;
    })
    .join('');
}

function unpackMeasures(text: string): number[] {
  return Array.from(
    { length: text.length / 2 },
    (_, at) => least + 64 * alphabet.indexOf(text[2 * at]!) + alphabet.indexOf(text[2 * at + 1]!),
  );
}

/**
 * Returns the text of each glyph of a font by its key; undefined if the font is unknown. `drawn` holds the measures of the glyphs that leave ink.
 */
export function textsOfSigns<Key>(drawn: ReadonlyMap<Key, Measures>): Map<Key, string> | undefined {
  if (drawn.size === 0) return undefined;
  let best = new Map<Key, string>();
  for (const font of knownFonts()) {
    const found = new Map<Key, string>();
    for (const [key, measures] of drawn) {
      const text = textIn(font, measures);
      if (text !== undefined) found.set(key, text);
    }
    if (found.size > best.size) best = found;
  }
  return best.size >= minShare * drawn.size ? best : undefined;
}

function textIn({ texts, measures }: KnownFont, wanted: Measures): string | undefined {
  let nearest = tolerance + 1;
  let text: string | undefined;
  for (let at = 0; at < texts.length; at += 1) {
    if (Math.abs(wanted[0]! - measures[count * at]!) > leftTolerance) continue;
    let apart = 0;
    for (let index = 1; index < count && apart < nearest; index += 1)
      apart = Math.max(apart, Math.abs(wanted[index]! - measures[count * at + index]!));
    if (apart >= nearest) continue;
    nearest = apart;
    text = texts[at];
  }
  return text;
}
