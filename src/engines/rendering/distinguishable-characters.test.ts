// A reader relies on what the eye sees: at the size of the small print each character must be distinguishable from every other of its kind, and
// digits must also be equally large.
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { expect, it } from 'vitest';
import { readPublishedTextFont } from './bengali-clusters.test-support.ts';
import { readDigitFonts, readTextFonts } from './font-coverage.ts';
import { renderPdfPage } from './inspect-pdf.ts';
import { type Pixels, readPixels } from './page-pixels.test-support.ts';

const dotsPerInch = 300;
const smallPrint = 8;
/** Cell in points: no character of the small print is wider or taller, and every cell starts on a whole pixel. */
const cell = 18;
const columns = 20;
/** A quarter of a pixel beyond a whole one: the same character falls on the same pixels in every cell. */
const inset = 2.46;

const digits = [...'০১২৩৪৫৬৭৮৯'];
const latinDigits = [...'0123456789'];
const consonants = [...'কখগঘঙচছজঝঞটঠডঢণতথদধনপফবভমযরলশষসহ', 'ড়', 'ঢ়', 'য়', 'ৎ'];
const vowels = [...'অআইঈউঊঋএঐওঔ'];
const syllables = 'কা কি কী কু কূ কৃ কে কৈ কো কৌ কং কঃ কঁ ক্ক র্ক ক্র ক্য'.split(' ');
const words =
  'নাম পিতা মাতা জন্ম মৃত্যু তারিখ ঠিকানা গ্রাম ডাকঘর উপজেলা জেলা বিভাগ পুরুষ মহিলা হিজড়া বিবাহিত অবিবাহিত ইসলাম হিন্দু টাকা'.split(' ');
const capitals = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

interface Sign {
  readonly text: string;
  /** Of the ink, in pixels. */
  readonly width: number;
  readonly height: number;
  /** Darkness from 0 to 255, row by row, of the cell shifted so that the ink starts at its left edge. */
  readonly ink: Uint8Array;
}

const side = Math.round((cell * dotsPerInch) / 72);

function readSign(page: Pixels, text: string, index: number): Sign {
  const scale = dotsPerInch / 72;
  const [left, top] = [
    Math.round((index % columns) * cell * scale),
    Math.round(Math.floor(index / columns) * cell * scale),
  ];
  const dark = (x: number, y: number) => 255 - (page.data[((top + y) * page.width + left + x) * 4] ?? 255);
  let [first, last, upper, lower] = [side, -1, side, -1];
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++)
      if (dark(x, y) > 100)
        [first, last, upper, lower] = [Math.min(first, x), Math.max(last, x), Math.min(upper, y), y];
  const ink = new Uint8Array(side * side);
  for (let y = 0; y < side; y++) for (let x = first; x < side; x++) ink[y * side + x - first] = dark(x, y);
  return { text, width: last - first + 1, height: lower - upper + 1, ink };
}

async function render(
  texts: readonly string[],
  typeface: string,
  fonts = [...readTextFonts(), ...readDigitFonts()],
): Promise<Sign[]> {
  const compiler = NodeCompiler.create({
    workspace: fileURLToPath(new URL('../../../templates', import.meta.url)),
    fontArgs: [{ fontBlobs: fonts }],
  });
  const rows = Math.ceil(texts.length / columns);
  const pdf = compiler.pdf({
    mainFileContent: `#import "layout.typ": typeface as document-typeface
      #set page(width: ${columns * cell}pt, height: ${rows * cell}pt, margin: 0pt)
      #set text(font: ${typeface}, fallback: false, size: ${smallPrint}pt, lang: "bn", top-edge: 0.92em, bottom-edge: -0.38em)
      #for (i, sign) in json(bytes(sys.inputs.signs)).enumerate() {
        place(top + left, dx: calc.rem(i, ${columns}) * ${cell}pt + ${inset}pt, dy: calc.quo(i, ${columns}) * ${cell}pt + ${inset}pt, sign)
      }`,
    inputs: { signs: JSON.stringify(texts) },
  });
  const page = await readPixels(await renderPdfPage(pdf, 1, dotsPerInch));
  return texts.map((text, index) => readSign(page, text, index));
}

/** Share of the ink of two characters that only one of them has; 0 for equal pictures. */
function difference(one: Sign, other: Sign): number {
  let [apart, together] = [0, 0];
  for (let i = 0; i < one.ink.length; i++) {
    apart += Math.abs(one.ink[i]! - other.ink[i]!);
    together += one.ink[i]! + other.ink[i]!;
  }
  return apart / together;
}

/** Pairs of characters that look alike. */
const findAlike = (signs: readonly Sign[]): string[] =>
  signs.flatMap((sign, i) =>
    signs
      .slice(i + 1)
      .filter((other) => difference(sign, other) < 0.015)
      .map((other) => `${sign.text}=${other.text}`),
  );

/** Digits that take less than three fifths of the room of a usual one. */
function findSmall(signs: readonly Sign[]): string[] {
  const rooms = signs.map(({ width, height }) => width * height);
  const usual = rooms.toSorted((a, b) => a - b)[Math.floor(rooms.length / 2)]!;
  return signs.filter((_, i) => rooms[i]! < 0.6 * usual).map(({ text }) => text);
}

const printed = 'document-typeface';

it('draws every digit as large as a digit', async () => {
  expect(findSmall(await render(digits, printed))).toEqual([]);
  // The ১ of the text font is no larger than a comma.
  expect(findSmall(await render(digits, '"Hind Siliguri"', [readPublishedTextFont()]))).toEqual(['১']);
});

it.each([
  ['Bengali digits', digits],
  ['Latin digits', latinDigits],
  ['consonants', consonants],
  ['vowels', vowels],
  ['vowel signs and others at a consonant', syllables],
  ['capitals', capitals],
  ['words for values and labels', words],
])('tells %s apart in the small print', async (_, texts) => {
  expect(findAlike(await render(texts, printed))).toEqual([]);
});

it('finds two signs that look the same', async () => {
  expect(findAlike(await render(['O', 'O ', 'P'], printed))).toEqual(['O=O ']);
});
