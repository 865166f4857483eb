// Reads scanned pages: renders each, levels it, removes rules and pictures, recognises its columns of text and pairs labels and values as on any
// other page.

import type { Pdfium } from '../../pdfium.ts';
import { rowsOfPage } from '../labelled-rows.ts';
import { withPage } from '../page-content.ts';
import { jpegOf } from '../pictures.ts';
import { carryOver, type Row } from '../rows.ts';
import { RulingGrid } from '../ruling-grid.ts';
import { type ImageReading, readingLimits } from '../signed-copy-reading.ts';
import type { Piece } from '../text-pieces.ts';
import type { PagePicture } from './cut-outs.ts';
import { correctIllumination } from './light/correct-illumination.ts';
import { removeFaintInk } from './light/remove-faint-ink.ts';
import { type Attempt, withUprightPage } from './page-orientation.ts';
import { type PixelBox, renderGrey, renderPart } from './page-raster.ts';
import { chooseInkContrast, downscale, findPaperGrey, type Grey, thresholdInk } from './raster.ts';
import type { Word } from './recognise.ts';
import { repairWord } from './repair-text.ts';
import { rereadValues } from './reread-values.ts';
import { completeRules } from './rules/complete-rules.ts';
import { fill, findRules, rulesInPoints, type ScanRules, wipeRules } from './rules/scan-rules.ts';
import { findScanPictures } from './scan-pictures.ts';
import { unifyDigitScript } from './short/digit-script.ts';
import { readLostLetters } from './short/lost-letters.ts';
import { measureSlant, type Slant, straighten, toOriginalPosition } from './straighten.ts';
import { findTextRegions, removeSpecks } from './text-regions.ts';
import { groupByLine, readBoxes } from './two-readings.ts';

/** Enough for 7-point Bengali; more costs time and reads no better. */
export const scanDpi = 200;

export interface ScanReading {
  rows: Row[];
  /** Whether any page was taken to lie on its side. */
  looksTurned: boolean;
  /** Whether a page was read well but is not a sheet. */
  isForeign: boolean;
  /** By page number. */
  pictures: Map<number, PagePicture>;
  photo: ImageReading | undefined;
  signature: ImageReading | undefined;
}

/** A page with this many words and fewer labels is not a sheet, or was read the wrong way up: the pages after it are not read. */
const minText = 20;
const minLabels = 3;

/** Reads the rows and pictures of a scanned document. */
export async function readScan(
  pdfium: Pdfium,
  document: number,
  pages: number,
  attempt: Attempt,
): Promise<ScanReading> {
  const reading: ScanReading = {
    rows: [],
    looksTurned: false,
    isForeign: false,
    pictures: new Map(),
    photo: undefined,
    signature: undefined,
  };
  const onSide = () => {
    reading.looksTurned = true;
  };
  let isForeign = false;
  for (let index = 0; index < Math.min(pages, readingLimits.picturedPages) && !isForeign; index += 1) {
    await withPage(pdfium, document, index, async (_, pageHandle) => {
      const wantsPictures = reading.photo === undefined;
      const page = await withUprightPage(pdfium, pageHandle, attempt, onSide, () =>
        readScannedPage(pdfium, pageHandle, index + 1, wantsPictures),
      );
      if (page === undefined) return;
      carryOver(reading.rows, page);
      reading.rows.push(...page.rows);
      reading.pictures.set(index + 1, page.picture);
      reading.photo ??= page.photo;
      reading.signature ??= page.signature;
      const labels = page.rows.filter(({ target }) => target.kind === 'field').length;
      isForeign = page.words >= minText && labels < minLabels;
      reading.isForeign ||= isForeign && page.sureWords > 0.5 * page.words;
    });
  }
  return reading;
}

async function readScannedPage(pdfium: Pdfium, pageHandle: number, page: number, wantsPictures: boolean) {
  const rendered = renderGrey(pdfium, pageHandle, scanDpi);
  if (rendered === undefined) return undefined;
  const paper = findPaperGrey(rendered);
  const slant = measureSlant(thresholdInk(downscale(rendered, 2), scanDpi / 20, 18));
  const straight = correctIllumination(straighten(rendered, slant, paper), paper);
  const ink = thresholdInk(straight, Math.round(scanDpi / 11), 16);
  const rules = completeRules(findRules(ink, scanDpi), straight, ink, scanDpi);
  const found = findScanPictures(straight, scanDpi, paper, tableOf(rules));
  const picture: PagePicture = { grey: straight, dpi: scanDpi };
  const grey = { ...straight, data: straight.data.slice() };
  wipeRules(grey, ink, rules, paper);
  for (const box of [found.photo, found.signature]) {
    if (box !== undefined)
      fill(grey, box.left - 6, box.left + box.width + 6, box.top - 6, box.top + box.height + 6, paper);
  }
  const scale = 72 / scanDpi;
  const grid = new RulingGrid(rulesInPoints(rules, scanDpi), grey.width * scale, grey.height * scale);
  const clean = thresholdInk(grey, Math.round(scanDpi / 11), chooseInkContrast(straight));
  removeFaintInk(grey, clean, paper);
  removeSpecks(clean, grey, scanDpi, paper);
  const words = (await readBoxes(grey, findTextRegions(clean, grid, scanDpi), scanDpi, paper)).flat();
  words.push(...(await readLostLetters(grey, clean, words, scanDpi, paper)));
  const read = rowsOfPage(piecesOfWords(unifyDigitScript(words)), grid, page, 1);
  await rereadValues(read.rows, grey, scanDpi, paper);
  const cut = (box: PixelBox | undefined) =>
    box === undefined || !wantsPictures
      ? undefined
      : cutPicture(pdfium, pageHandle, page, rendered, slant, box);
  const sureWords = words.filter(({ confidence }) => confidence > 0.8).length;
  return {
    ...read,
    picture,
    words: words.length,
    sureWords,
    photo: await cut(found.photo),
    signature: await cut(found.signature),
  };
}

/** Returns the area of ruled rows, between the outermost vertical rules. */
export function tableOf(rules: ScanRules): PixelBox | undefined {
  const { upright } = rules;
  if (upright.length < 2) return undefined;
  const left = Math.min(...upright.map((line) => line.first));
  const top = Math.min(...upright.map((line) => line.from));
  return {
    left,
    top,
    width: Math.max(...upright.map((line) => line.last)) - left,
    height: Math.max(...upright.map((line) => line.to)) - top,
  };
}

/** Turns words into pieces in points. A wide gap in a line separates two pieces. */
export function piecesOfWords(words: readonly Word[]): Piece[] {
  const scale = 72 / scanDpi;
  const heights = words.map((word) => word.bottom - word.top).sort((a, b) => a - b);
  const usual = Math.max(8, heights[Math.floor(heights.length / 2)] ?? 0) * scale;
  const pieces: Piece[] = [];
  let lineOfLast = -1;
  for (const row of groupByLine(words)) {
    const { line } = row[0]!;
    // Descenders and marks differ from word to word; the line has one baseline.
    const feet = row.map((word) => word.bottom).sort((a, b) => a - b);
    const baseline = feet[Math.floor(feet.length / 2)]! * scale - 0.2 * usual;
    for (const word of row) {
      const text = repairWord(word, row);
      if (text === '') continue;
      const last = pieces.at(-1);
      if (last !== undefined && lineOfLast === line && word.left * scale - last.right < 1.3 * usual) {
        last.text += ` ${text}`;
        last.right = word.right * scale;
        continue;
      }
      pieces.push({
        text,
        left: word.left * scale,
        right: word.right * scale,
        top: baseline - 0.8 * usual,
        bottom: baseline + 0.25 * usual,
        baseline,
        size: usual,
        isPictured: true,
      });
      lineOfLast = line;
    }
  }
  return pieces;
}

/** Cuts a picture from the page as it was scanned, in colour. */
async function cutPicture(
  pdfium: Pdfium,
  pageHandle: number,
  page: number,
  rendered: Grey,
  slant: Slant,
  box: PixelBox,
): Promise<ImageReading | undefined> {
  const [x, y] = toOriginalPosition(box.left + box.width / 2, box.top + box.height / 2, rendered, slant);
  const place = {
    left: Math.max(0, Math.round(x - box.width / 2)),
    top: Math.max(0, Math.round(y - box.height / 2)),
    width: box.width,
    height: box.height,
  };
  const pixels = renderPart(pdfium, pageHandle, scanDpi, place);
  if (pixels === undefined) return undefined;
  return { jpeg: await jpegOf(pixels), width: pixels.width, height: pixels.height, page, unchanged: false };
}
