// Reads parts of a page in few calls of the recogniser: the parts are stacked on a sheet, so that it sees one column of lines and nothing in between.

import type { PixelBox } from './page-raster.ts';
import type { Grey } from './raster.ts';
import { recognise, recogniserCount, type Word } from './recognise.ts';
import type { Script } from './recogniser-thread.ts';

/** White around each part, in pixels. */
const margin = 12;
/** A taller sheet costs more memory than the calls it saves. */
const highest = 2600;
/** A lower stack takes less time than a second sheet costs. */
const worthSharing = 300;
/** More than a sheet can have: numbers of lines are unique over all sheets. */
const linesOfSheet = 10_000;

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
  letters = '',
): Promise<Word[][]> {
  const read: Word[][] = boxes.map(() => []);
  const sheets = sheetsOf(boxes);
  const readSheet = async (number: number, lane: number) => {
    const sheet = sheets[number]!;
    const words = await recognise(renderSheet(page, sheet, paper), dpi, script, lane, { letters });
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
        line: (number * linesOfSheet + word.line) * boxes.length + place.index,
      });
    }
  };
  const inLane = async (lane: number) => {
    for (let number = lane; number < sheets.length; number += recogniserCount) await readSheet(number, lane);
  };
  await Promise.all(Array.from({ length: recogniserCount }, (_, lane) => inLane(lane)));
  return read;
}

/** As many sheets as there are recognisers, or a multiple; each sheet has about the same area. */
function sheetsOf(boxes: readonly PixelBox[]): Placed[][] {
  const total = boxes.reduce((sum, box) => sum + box.height + margin, 0);
  const count = total < worthSharing ? 1 : recogniserCount * Math.ceil(total / (recogniserCount * highest));
  const sheets = Array.from({ length: count }, () => ({ boxes: [] as Placed[], area: 0 }));
  const largestFirst = boxes
    .map((box, index) => ({ box, index }))
    .sort((a, b) => areaOf(b.box) - areaOf(a.box));
  for (const { box, index } of largestFirst) {
    const sheet = sheets.reduce((least, other) => (other.area < least.area ? other : least));
    sheet.boxes.push({ box, index, top: 0 });
    sheet.area += areaOf(box);
  }
  return sheets.flatMap((sheet) => {
    let top = margin;
    const placed = sheet.boxes
      .sort((a, b) => a.index - b.index)
      .map((one) => {
        const at = { ...one, top };
        top += one.box.height + margin;
        return at;
      });
    return placed.length === 0 ? [] : [placed];
  });
}

const areaOf = (box: PixelBox) => (box.width + margin) * (box.height + margin);

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
