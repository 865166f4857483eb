// Cuts out the doubtful parts of a page's lines and places them side by side, so that recognition sees nothing whose text is already known.

import type { Piece, Segment } from '../text-pieces.ts';
import type { PixelBox } from './page-raster.ts';
import type { Grey } from './raster.ts';
import type { Word } from './recognise.ts';

/** White between the slices of a strip, and between strips, in pixels. */
const between = 28;

/** White added at a written space, so that it is seen even where letters lean over it. */
const betweenWords = 10;

/** The picture of a doubtful segment, or of one of its words: where it stands on the page, and where on the strip of its piece. */
export interface Slice extends PixelBox {
  segment: Segment;
  stripLeft: number;
}

/** Segments in reliable fonts are left out: their text is known, and in another script they would only mislead. */
export function cutSlices(page: Grey, paper: number, piece: Piece, box: PixelBox, dpi: number): Slice[] {
  const scale = dpi / 72;
  const segments = piece.segments!;
  const slices: Slice[] = [];
  let stripLeft = 0;
  for (const [index, segment] of segments.entries()) {
    if (!segment.isDoubtful) continue;
    const [before, after] = [segments[index - 1], segments[index + 1]];
    // Between known segments everything belongs to it: letters without a code have no place of their own.
    const isSeam = before?.isDoubtful === true;
    const last = slices.at(-1);
    const from =
      before === undefined
        ? box.left
        : isSeam && last !== undefined
          ? last.left + last.width
          : Math.round(Math.min(before.right, segment.left) * scale);
    if (isSeam) stripLeft -= between;
    const to =
      after === undefined ? box.left + box.width : Math.round(Math.max(after.left, segment.right) * scale);
    const left = Math.max(from, box.left);
    const right = Math.max(left + 1, Math.min(to, box.left + box.width));
    const cuts = segment.spaces
      .map((space) => Math.round(space * scale))
      .filter((x) => x > left && x < right && isBlank(page, paper, box, x));
    for (const [start, end] of pairsOf([left, ...cuts, right])) {
      slices.push({ ...box, left: start, width: end - start, segment, stripLeft });
      stripLeft += end - start + (end === right ? between : betweenWords);
    }
  }
  return slices;
}

function pairsOf(edges: readonly number[]): [number, number][] {
  return edges.slice(1).map((edge, index) => [edges[index]!, edge]);
}

/** A column without ink: the headline joins the letters of a word. */
function isBlank(page: Grey, paper: number, box: PixelBox, x: number): boolean {
  for (let y = box.top; y < box.top + box.height; y += 1) {
    if (page.data[y * page.width + x]! < paper - 40) return false;
  }
  return true;
}

/** Makes a sheet with the strips below one another. @returns the sheet, and the box of each strip on it */
export function layOutStrips(page: Grey, strips: readonly (readonly Slice[])[], paper: number) {
  const boxes: PixelBox[] = [];
  let top = 0;
  for (const slices of strips) {
    const last = slices.at(-1)!;
    boxes.push({ left: 0, top, width: last.stripLeft + last.width, height: last.height });
    top += last.height + between;
  }
  const width = Math.max(1, ...boxes.map((box) => box.width));
  const data = new Uint8Array(width * Math.max(1, top)).fill(paper);
  for (const [index, slices] of strips.entries()) {
    for (const slice of slices) {
      for (let y = 0; y < slice.height; y += 1) {
        const from = (slice.top + y) * page.width + slice.left;
        const at = (boxes[index]!.top + y) * width + slice.stripLeft;
        data.set(page.data.subarray(from, from + slice.width), at);
      }
    }
  }
  return { sheet: { data, width, height: Math.max(1, top) }, boxes };
}

/** Finds the slice of a strip that a word was read from. */
export function sliceAt(word: Word, slices: readonly Slice[]): Slice {
  const middle = (word.left + word.right) / 2;
  const distance = ({ stripLeft, width }: Slice) =>
    Math.max(stripLeft - middle, middle - stripLeft - width, 0);
  return slices.reduce((nearest, slice) => (distance(slice) < distance(nearest) ? slice : nearest));
}
