// Reads parts of a page in few calls: the parts are stacked on a sheet of their own, so that recognition sees one column of lines and nothing in
// between.

import type { PixelBox } from './page-raster.ts';
import type { Grey } from './raster.ts';
import { recognise, type Script, type Word } from './recognise.ts';

/** White around each part, in pixels. */
const margin = 12;
/** A taller sheet costs more memory than the calls it saves. */
const highest = 2600;

interface Placed {
  box: PixelBox;
  index: number;
  top: number;
}

/** The words of each box in page pixels. Words of one line share a number, which is unique to their box. */
export async function readStacked(
  page: Grey,
  boxes: readonly PixelBox[],
  dpi: number,
  paper: number,
  script: Script,
): Promise<Word[][]> {
  const read: Word[][] = boxes.map(() => []);
  let lines = 0;
  for (const sheet of sheetsOf(boxes)) {
    const words = await recognise(renderSheet(page, sheet, paper), dpi, script, '6');
    for (const word of words) {
      const middle = (word.top + word.bottom) / 2;
      const place = sheet.find(
        ({ top, box }) => middle >= top - margin / 2 && middle < top + box.height + margin / 2,
      );
      if (place === undefined) continue;
      const [right, down] = [place.box.left - margin, place.box.top - place.top];
      read[place.index]!.push({
        ...word,
        left: word.left + right,
        right: word.right + right,
        top: word.top + down,
        bottom: word.bottom + down,
        line: lines + word.line * boxes.length + place.index,
      });
    }
    lines += 10_000 * boxes.length;
  }
  return read;
}

function sheetsOf(boxes: readonly PixelBox[]): Placed[][] {
  const sheets: Placed[][] = [];
  let top = highest;
  for (const [index, box] of boxes.entries()) {
    if (top + box.height > highest) {
      sheets.push([]);
      top = margin;
    }
    sheets.at(-1)!.push({ box, index, top });
    top += box.height + margin;
  }
  return sheets;
}

function renderSheet(page: Grey, sheet: readonly Placed[], paper: number): Grey {
  const width = Math.max(...sheet.map(({ box }) => box.width)) + 2 * margin;
  const last = sheet.at(-1)!;
  const height = last.top + last.box.height + margin;
  const data = new Uint8Array(width * height).fill(paper);
  for (const { box, top } of sheet) {
    for (let y = 0; y < box.height; y += 1) {
      const from = (box.top + y) * page.width + box.left;
      data.set(page.data.subarray(from, from + box.width), (top + y) * width + margin);
    }
  }
  return { data, width, height };
}
