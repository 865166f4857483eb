// Makes test copies from seeds: an invented person on a sheet, through a producer, and perhaps through a scanner. A seed gives the same copy as
// long as the same programs are installed.

import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { inventPhoto } from '#engines/rendering/invented-documents.test-support.ts';
import { damageEncoding, toBijoy, withBijoyFont } from './encodings.ts';
import { bilingualLayouts, laterLayoutNames } from './later-layouts.ts';
import { markupLayouts } from './markup-layouts.ts';
import { isDevelopmentLayout, officeLayoutNames } from './office-layouts.ts';
import { inventOfficeSheet } from './office-sheet.ts';
import { otherPaperNames } from './other-papers.ts';
import { findProducers, type Producer } from './producers.ts';
import { inventScanSettings, simulateScan } from './scanner.ts';
import { createDice, type Dice } from './seeded-random.ts';
import { type ExpectedReading, inventSheet, type Sheet, type SheetRow } from './sheet.ts';
import { strangerLayoutNames } from './stranger-layouts.ts';
import { inventStrangerSheet } from './stranger-sheet.ts';
import { unseenLayoutNames } from './unseen-layouts.ts';
import { wildLayoutNames } from './wild-layouts.ts';
import { inventWildSheet } from './wild-sheet.ts';

/** 'other' is no copy of one person. */
export type CopyKind = 'text' | 'bijoy' | 'scan' | 'broken' | 'other';

export interface ExpectedCopy extends ExpectedReading {
  kind: CopyKind;
  layout: string;
  producer: string;
  font: string;
  seed: number;
  note: string;
}

/** Every tenth copy is held out: it is scored, but not inspected while improving the reader. Of the offices' copies half of the layouts are. */
export const isSetAside = (seed: number, layout: string) =>
  seed >= firstOffice ? !isDevelopmentLayout(layout) : seed % 10 === 7;

const fonts = [
  'Noto Sans Bengali', 'Noto Serif Bengali', 'Lohit Bengali', 'Mukti', 'Ani', 'Likhan', 'Jamrul', 'Mitra', 'FreeSans', 'FreeSerif',
]; // biome-ignore format: a list

/** Their Latin letters are designed for headlines, or drawn one by one. */
const ornate = new Set(['Ani', 'Likhan', 'Jamrul', 'Mitra', 'Mukti']);

/** From here on copies have layouts, labels and dates that the others lack. */
const firstUnseen = 1001;
/** And from here on yet others. */
const firstLater = 5001;
/** And from here on everything is as a stranger would make it. */
const firstStranger = 8001;
/** And from here on as programs and shops in the wild make it, and papers that are something else. */
const firstWild = 9001;
/** And from here on as offices and print shops make it. */
const firstOffice = 10_001;

function kindOf(seed: number): CopyKind {
  if (seed >= firstOffice) return 'text';
  if (seed >= firstWild) return seed % 5 === 0 ? 'other' : 'text';
  if (seed >= firstStranger) {
    const kinds = { 3: 'bijoy', 9: 'scan', 14: 'broken', 18: 'scan' } as const;
    return kinds[(seed % 20) as keyof typeof kinds] ?? 'text';
  }
  if (seed >= firstUnseen) return 'text';
  // By the seed's position among twenty, so that every hundred has the same mixture.
  const place = (seed * 7 + Math.floor(seed / 20) * 3) % 20;
  if (place < 12) return 'text';
  if (place < 13) return 'bijoy';
  return place < 17 ? 'scan' : 'broken';
}

export interface Copy {
  name: string;
  pdf: Uint8Array;
  expected: ExpectedCopy;
}

async function pictures(dice: Dice): Promise<{ photo: Uint8Array; signature: Uint8Array }> {
  const canvas = createCanvas(360, 84);
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, 360, 84);
  context.strokeStyle = '#12224f';
  context.lineWidth = 4;
  context.beginPath();
  const wave = dice.whole(9, 22);
  for (let x = 15; x < 345; x += 4) context.lineTo(x, 42 + 26 * Math.sin(x / wave) * Math.cos(x / 60));
  context.stroke();
  return {
    photo: inventPhoto(dice.pick(['#bcd3e6', '#d9d2c4', '#cfe3cf'])),
    signature: await canvas.encode('jpeg', 85),
  };
}

/** The sheet with its Bengali in the Bijoy code page; undefined when it lacks a letter. */
function inBijoy(sheet: Sheet): Sheet | undefined {
  const isBengali = (text: string) => /[\u0980-\u09ff]/u.test(text);
  let isWhole = true;
  const coded = (text: string) => {
    if (!isBengali(text)) return text;
    const bijoy = toBijoy(text);
    if (bijoy === undefined) isWhole = false;
    return `\ue000${bijoy ?? ''}\ue001`;
  };
  const row = ({ label, value, ...more }: SheetRow): SheetRow => ({
    ...more,
    label: coded(label),
    value: coded(value),
  });
  const inCode: Sheet = {
    ...sheet,
    title: 'Signed Copy',
    rows: sheet.rows.map(row),
    addresses: sheet.addresses.map((address) => ({
      label: coded(address.label),
      text: address.text === undefined ? undefined : coded(address.text),
      parts: address.parts.map(row),
    })),
  };
  return isWhole ? inCode : undefined;
}

export async function makeCopy(seed: number): Promise<Copy> {
  const dice = createDice(seed);
  const kind = kindOf(seed);
  const { producers } = findProducers();
  const isOffice = seed >= firstOffice;
  const isWild = seed >= firstWild;
  const isStranger = seed >= firstStranger;
  const isUnseen = seed >= firstUnseen && !isStranger;
  const fits = (producer: Producer) =>
    isStranger
      ? fitsKind(producer)
      : isUnseen
        ? producer.layouts.length > markupLayouts.length || producer.name === 'reportlab'
        : producer.name !== 'reportlab' && fitsKind(producer);
  const fitsKind = (producer: Producer) =>
    kind === 'bijoy' || kind === 'other'
      ? ['chromium', 'weasyprint', 'wkhtmltopdf'].includes(producer.name)
      : true;
  const takesHtmlLayouts = (one: Producer) => one.layouts.length > markupLayouts.length;
  const usable = producers.filter((one) => fits(one) && (!isOffice || takesHtmlLayouts(one)));
  const producer = usable[(seed * 5 + Math.floor(seed / 11)) % usable.length]!;
  const takesHtml = takesHtmlLayouts(producer);
  const newNames =
    kind === 'other'
      ? otherPaperNames
      : isWild
        ? wildLayoutNames
        : isStranger
          ? strangerLayoutNames
          : seed >= firstLater
            ? laterLayoutNames
            : unseenLayoutNames;
  // Each of the offices' layouts comes equally often.
  const officeLayout = officeLayoutNames[seed % officeLayoutNames.length]!;
  const layout = isOffice
    ? officeLayout
    : dice.pick((isUnseen || isStranger) && takesHtml ? newNames : producer.layouts);
  const invented = () =>
    isOffice
      ? inventOfficeSheet(dice, officeLayout)
      : isWild
        ? inventWildSheet(dice)
        : isStranger
          ? inventStrangerSheet(dice, kind === 'bijoy')
          : inventSheet(
              dice,
              isUnseen
                ? { isUnseen, isBilingual: bilingualLayouts.includes(layout) }
                : kind === 'bijoy'
                  ? { bengaliOnly: true }
                  : undefined,
            );
  let { sheet, expected } = invented();
  const others = kind === 'other' ? Array.from({ length: 8 }, () => invented().sheet) : [];
  // Of two sheets one after the other the first is read.
  if (kind === 'other' && layout !== 'two-people') expected = { fields: {} };
  // XeLaTeX finds no Bengali letters in Mitra.
  const font = dice.pick(fonts.filter((one) => producer.name !== 'xelatex' || one !== 'Mitra'));
  if (kind === 'bijoy') {
    let coded = inBijoy(sheet);
    while (coded === undefined) {
      ({ sheet, expected } = invented());
      coded = inBijoy(sheet);
    }
    sheet = coded;
  }
  const folder = await mkdtemp(join(tmpdir(), 'signed-copy-'));
  try {
    const { photo, signature } = await pictures(dice);
    await writeFile(join(folder, 'photo.jpg'), photo);
    await writeFile(join(folder, 'signature.jpg'), signature);
    const asData = (jpeg: Uint8Array) => `data:image/jpeg;base64,${Buffer.from(jpeg).toString('base64')}`;
    const latinFirst = ornate.has(font) || dice.chance(0.5);
    const drawing = {
      sheet,
      others,
      font,
      latinFirst,
      dice,
      photo: asData(photo),
      signature: asData(signature),
    };
    let pdf = await producer.make({ layout, drawing, folder });
    if (kind === 'bijoy') pdf = await withBijoyFont(pdf, folder);
    let note = '';
    if (kind === 'broken') {
      const damage = dice.pick(['no map', 'wrong map'] as const);
      pdf = await damageEncoding(pdf, damage, dice, folder);
      note = damage;
    }
    if (kind === 'scan') {
      const settings = inventScanSettings(dice);
      pdf = await simulateScan(pdf, settings, dice);
      note = JSON.stringify(settings);
    }
    const name = `g${String(seed).padStart(3, '0')}-${kind}-${layout}-${producer.name}`;
    return { name, pdf, expected: { ...expected, kind, layout, producer: producer.name, font, seed, note } };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Makes the copies of `seeds` in `folder`; existing ones stay. */
export async function makeCopies(folder: string, seeds: readonly number[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  const left = seeds.filter((seed) => !existsSync(join(folder, `seed-${seed}`)));
  const worker = async () => {
    for (let seed = left.shift(); seed !== undefined; seed = left.shift()) {
      try {
        const { name, pdf, expected } = await makeCopy(seed);
        await writeFile(join(folder, `${name}.pdf`), pdf);
        await writeFile(join(folder, `${name}.json`), `${JSON.stringify(expected, undefined, 1)}\n`);
        await writeFile(join(folder, `seed-${seed}`), '');
      } catch (error) {
        console.error(`seed ${seed}: ${(error as Error).message.slice(0, 300)}`);
      }
    }
  };
  await Promise.all([worker(), worker()]);
}
