// Reads the letters of a page by text object, with their positions. An object may hold letters that are far apart, and several glyphs may each carry the
// text of the whole cluster that they draw.

import type { Pdfium } from '../../pdfium.ts';
import { type Signs, unknownSign } from '../outlines/signs.ts';
import { doubleAt, floatAt, withMemory } from '../pdfium.ts';

/** One drawn glyph. Those with the same key are the same glyph of their font, whatever text they carry. */
export interface DrawnGlyph {
  key: string;
  /** The text that is stored for it. */
  text: string;
  /** What it stands for, where its outline is known. */
  meaning?: string;
  /** Pen positions. */
  left: number;
  right: number;
}

/** A glyph, or the adjacent glyphs of an object, in the page's own coordinates. */
export interface Stretch {
  text: string;
  /** The pen position before the first glyph, and after the last one. */
  penX: number;
  penY: number;
  endX: number;
  endY: number;
  /** The middle of each space within it. */
  spaces: number[];
  glyphs: DrawnGlyph[];
}

export interface ObjectText {
  stretches: Stretch[];
  /** It only draws a cluster whose text another object already carries. */
  isRepeat: boolean;
  /** All of its signs are those of a known font: no replacement text stands for them. */
  isOwn: boolean;
}

interface Glyph {
  object: number;
  text: string;
  /** Pen position before and after. */
  x: number;
  y: number;
  endX: number;
  endY: number;
  /** Left edge of its box: a mark reaches back over the letter before it. */
  left: number;
  /** From the font's descent to its ascent. */
  height: number;
  /** Distinguishes glyphs: the size of the ink, and its height above the baseline. */
  shape: string;
  /** The signs at its pen position: one of no width stands where the next one does. */
  signs: Omit<DrawnGlyph, 'left'>[];
  /** PDFium would insert a space before it. */
  spaced: boolean;
  isRepeat: boolean;
  /** It stands for its text alone: no cluster is drawn by it and others. */
  isOwn: boolean;
}

/** Returns the text of each text object, in stretches separated by gaps. */
export function charactersOf(pdfium: Pdfium, page: number, signs?: Signs): Map<number, ObjectText> {
  const textPage = pdfium.FPDFText_LoadPage(page);
  if (textPage === 0) return new Map();
  let glyphs: Glyph[];
  try {
    glyphs = withMemory(pdfium, 64, (at) => glyphsOf(pdfium, textPage, at, signs));
  } finally {
    pdfium.FPDFText_ClosePage(textPage);
  }
  return objectsOf(withoutRepeats(glyphs));
}

function glyphsOf(pdfium: Pdfium, textPage: number, at: number, signs: Signs | undefined): Glyph[] {
  const glyphs: Glyph[] = [];
  const count = pdfium.FPDFText_CountChars(textPage);
  let spaced = false;
  for (let i = 0; i < count; i += 1) {
    // A character that PDFium inserted (a guessed space) belongs to no object.
    if (pdfium.FPDFText_IsGenerated(textPage, i) === 1) {
      spaced = true;
      continue;
    }
    const letter = letterAt(pdfium, textPage, i, at, signs);
    const { object, text, x, y, endX, left, key, code, meaning } = letter;
    const last = glyphs.at(-1);
    // The letters of one glyph share its pen position.
    if (last !== undefined && last.object === object && last.x === x && last.y === y && text !== ' ') {
      last.text += text;
      last.endX = Math.max(last.endX, endX);
      last.left = Math.min(last.left, left);
      const sign = last.signs.at(-1)!;
      if (sign.key.endsWith(` ${key}`)) {
        sign.text += text;
        sign.key = `${code} ${sign.key}`;
      } else last.signs.push({ key: `${code} ${key}`, text, ...meaning, right: endX });
    } else glyphs.push(glyphOf(letter, spaced));
    spaced = false;
  }
  return glyphs;
}

type Letter = ReturnType<typeof letterAt>;

function letterAt(pdfium: Pdfium, textPage: number, i: number, at: number, signs: Signs | undefined) {
  const code = pdfium.FPDFText_GetUnicode(textPage, i);
  const object = pdfium.FPDFText_GetTextObject(textPage, i);
  pdfium.FPDFText_GetCharOrigin(textPage, i, at, at + 8);
  const [x, y] = [doubleAt(pdfium, at), doubleAt(pdfium, at + 8)];
  const sign = signs?.textOf(object, code, x, y);
  // PDFium marks a hyphen at the end of a line with U+0002.
  const text = sign?.text ?? (code === 2 ? '-' : String.fromCodePoint(code));
  const isLoose = pdfium.FPDFText_GetLooseCharBox(textPage, i, at);
  const [endX, endY] = isLoose ? [floatAt(pdfium, at + 8), floatAt(pdfium, at + 12)] : [x, y];
  const left = isLoose ? floatAt(pdfium, at) : x;
  const height = isLoose ? Math.max(1, floatAt(pdfium, at + 4) - endY) : 10;
  pdfium.FPDFText_GetCharBox(textPage, i, at, at + 8, at + 16, at + 24);
  const [inkLeft, right, bottom, top] = [0, 8, 16, 24].map((more) => doubleAt(pdfium, at + more)) as number[];
  const ink = [right! - inkLeft!, top! - bottom!, inkLeft! - x, bottom! - y];
  const key = ink.map((one) => ((300 * one) / height).toFixed(0)).join(' ');
  const isOwn = sign?.isKnown === true;
  const meaning = isOwn && text !== unknownSign ? { meaning: text } : {};
  return { object, code, text, x, y, endX, endY, left, height, ink, key, isOwn, meaning };
}

function glyphOf(letter: Letter, spaced: boolean): Glyph {
  const { object, code, text, x, y, endX, endY, left, height, ink, key, isOwn, meaning } = letter;
  // Codes without a letter: of a space, which leaves no ink, or of a glyph without a map.
  const isInked = ink[0]! > 0.05 && ink[1]! > 0.05;
  const shown = /\p{Cc}/u.test(text) ? (isInked ? unknownSign : ' ') : text;
  const shape = ink.map((one) => one.toFixed(1)).join(' ');
  // A wrong map may call a letter a space.
  const stored = isInked && shown === ' ' ? unknownSign : shown;
  const signs = [{ key: `${code} ${key}`, text: stored, ...meaning, right: endX }];
  return {
    object,
    text: shown,
    x,
    y,
    endX,
    endY,
    left,
    height,
    shape,
    signs,
    spaced,
    isRepeat: false,
    isOwn,
  };
}

interface Cluster {
  /** The glyph that carries the text. */
  glyph: Glyph;
  text: string;
  left: number;
  shapes: Set<string>;
}

/** How many clusters back another glyph of the same one may follow: PDFium sorts objects by position. */
const clustersBack = 6;

/**
 * Removes repeated texts: glyphs that touch and carry the same cluster draw it together, so only the first keeps the text. If a shape is repeated, the
 * cluster really is written twice (মামা).
 */
function withoutRepeats(glyphs: Glyph[]): Glyph[] {
  const clusters: Cluster[] = [];
  for (const glyph of glyphs) {
    const text = glyph.text.normalize('NFC');
    const isCluster = !glyph.isOwn && text.length > 1 && /[\u0980-\u09ff]/u.test(text);
    const near = 0.08 * glyph.height;
    const drawn = clusters
      .slice(-clustersBack)
      .findLast(
        (one) =>
          isCluster &&
          one.text === text &&
          Math.abs(one.glyph.y - glyph.y) < 0.8 * glyph.height &&
          glyph.left < one.glyph.endX + near &&
          glyph.endX > one.left - near,
      );
    if (drawn === undefined || drawn.shapes.has(glyph.shape)) {
      clusters.push({ glyph, text: isCluster ? text : '', left: glyph.left, shapes: new Set([glyph.shape]) });
      continue;
    }
    drawn.shapes.add(glyph.shape);
    drawn.left = Math.min(drawn.left, glyph.left);
    drawn.glyph.endX = Math.max(drawn.glyph.endX, glyph.endX);
    glyph.text = '';
    glyph.isRepeat = true;
  }
  return glyphs;
}

/** In line heights: a gap that separates two stretches of one object, and a step back that does. */
const gapAhead = 0.1;
const gapBack = 0.6;
/** And one that is a space in text without any. */
const minSpace = 0.08;

function objectsOf(glyphs: readonly Glyph[]): Map<number, ObjectText> {
  const isUnspaced = hasNoSpaces(glyphs);
  const objects = new Map<number, ObjectText>();
  for (const glyph of glyphs) {
    let object = objects.get(glyph.object);
    if (object === undefined) {
      object = { stretches: [], isRepeat: true, isOwn: true };
      objects.set(glyph.object, object);
    }
    object.isRepeat &&= glyph.isRepeat;
    object.isOwn &&= glyph.isOwn;
    const open = object.stretches.at(-1);
    const isApart =
      open !== undefined &&
      (glyph.x - open.endX > gapAhead * glyph.height || glyph.x < open.penX - gapBack * glyph.height);
    const drawn = glyph.signs.map((one) => ({ ...one, left: glyph.x }));
    if (open === undefined || isApart) {
      object.stretches.push({
        glyphs: drawn,
        text: glyph.text,
        penX: glyph.x,
        penY: glyph.y,
        endX: glyph.endX,
        endY: glyph.endY,
        spaces: [],
      });
      continue;
    }
    open.glyphs.push(...drawn);
    if (glyph.text === ' ') open.spaces.push((glyph.x + glyph.endX) / 2);
    // PDFium guesses by the widths of the letters that it believes to see.
    const isSpace = !glyph.isOwn || glyph.x - open.endX > minSpace * glyph.height;
    open.text += glyph.spaced && isUnspaced && isSpace ? ` ${glyph.text}` : glyph.text;
    if (glyph.endX > open.endX) {
      open.endX = glyph.endX;
      open.endY = glyph.endY;
    }
  }
  return objects;
}

/** Whether the document contains no spaces: then those that PDFium guesses from gaps are used. */
function hasNoSpaces(glyphs: readonly Glyph[]): boolean {
  const spaces = glyphs.filter(({ text }) => /^\s$/.test(text)).length;
  return spaces * 60 < glyphs.length;
}
