// Thousands of mutated PDFs and pictures: each is read or clearly refused within its time limit, in a process whose crash does not affect the portal.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, expect, it } from 'vitest';
import { closeReaders, readSignedCopy } from '#engines/reading/read-signed-copy.ts';
import { readingLimits, UnreadablePdfError } from '#engines/reading/signed-copy-reading.ts';
import { createPictures } from '#server/documents/pictures.ts';
import { Fault } from '#server/platform/fault.ts';
import { proofSeed, recordCounts, seededRandom } from '../support/proof-counts.ts';
import { startStopwatch } from '../support/stopwatch.ts';

const wanted = Number(process.env.HOSTILE_FILES ?? 40);
/** A copy with corrupted text is read by OCR, which takes half a minute: the short run uses pictures only. */
const isShort = wanted < 50;
/** The time limit of a reader process for text and scan together, plus the time to start another on a busy machine. */
const allowedMs = readingLimits.textMilliseconds + readingLimits.scanMilliseconds + 10_000;
const folder = join(import.meta.dirname, '../../src/engines/fixtures/signed-copies');
const pdfs = [
  's01-l1-chromium-notosans',
  's07-l1-libreoffice-html-hindsiliguri',
  's11-l1-pdfkit-hindsiliguri',
  'own-zebra',
].map((name) => readFileSync(join(folder, `${name}.pdf`)));
const pictures = createPictures();
afterAll(() => Promise.all([pictures.close(), closeReaders()]));

function drawPicture(format: 'image/png' | 'image/jpeg'): Buffer {
  const canvas = createCanvas(120, 150);
  const context = canvas.getContext('2d');
  for (let line = 0; line < 150; line += 1) {
    context.fillStyle = `rgb(${line}, ${(line * 7) % 255}, ${(line * 13) % 255})`;
    context.fillRect(0, line, 120, 1);
  }
  return canvas.toBuffer(format as 'image/png');
}

const numbers = ['0', '-1', '99999999999', '2147483648', '1e308', '0x7fffffff'];

/** Corrupts a file in one of eight ways: bits, cut, repeated, zeroed, swapped, numbers of the syntax, inserted noise, another file in its middle. */
function mutate(bytes: Buffer, random: () => number, other: Buffer): Buffer {
  const at = (length: number) => Math.floor(random() * length);
  const copy = Buffer.from(bytes);
  const [from, size] = [at(copy.length), 1 + at(2_000)];
  const to = Math.min(copy.length, from + size);
  switch (at(8)) {
    case 0:
      for (let bit = 0; bit < 1 + at(200); bit += 1) {
        const place = at(copy.length);
        copy[place] = copy[place]! ^ (1 << at(8));
      }
      return copy;
    case 1:
      return copy.subarray(0, from);
    case 2:
      return Buffer.concat([copy.subarray(0, to), copy.subarray(from)]);
    case 3:
      return copy.fill(0, from, to);
    case 4:
      return Buffer.concat([copy.subarray(0, from), copy.subarray(to), copy.subarray(from, to)]);
    case 5: {
      // One character a byte, so that compressed parts stay as they are.
      const chance = 0.05 * random();
      const text = copy.toString('latin1');
      return Buffer.from(
        text.replace(/(?<= )\d{1,10}(?=[ \n\]/])/g, (digits) =>
          random() < chance ? numbers[at(6)]! : digits,
        ),
        'latin1',
      );
    }
    case 6:
      return Buffer.concat([
        copy.subarray(0, from),
        Buffer.from(Array.from({ length: at(500) }, () => at(256))),
        copy.subarray(from),
      ]);
    default:
      return Buffer.concat([copy.subarray(0, from), other, copy.subarray(from)]);
  }
}

it(
  'reads or refuses every mutated file without a crash and in time',
  async () => {
    const random = seededRandom(proofSeed);
    const images = [drawPicture('image/png'), drawPicture('image/jpeg')];
    const counts = { files: 0, read: 0, refused: 0, readersEnded: 0, crashes: 0, late: 0, slowestMs: 0 };
    const wrong: string[] = [];
    let next = 0;
    const readOne = async (turn: number) => {
      const isPicture = isShort || turn % 5 === 0;
      const list = isPicture ? images : pdfs;
      const bytes = mutate(list[turn % list.length]!, random, list[(turn + 1) % list.length]!);
      const stop = startStopwatch();
      try {
        if (isPicture) await pictures.readBytes(bytes, 'png', 400, `owner ${turn}`);
        else await readSignedCopy(bytes, `owner ${turn}`);
        counts.read += 1;
      } catch (error) {
        const isRefusal =
          error instanceof UnreadablePdfError || (error instanceof Fault && error.code === 'image_refused');
        if (isRefusal) counts.refused += 1;
        else {
          counts.crashes += 1;
          wrong.push(`${turn}: ${String(error)}`);
        }
        if (error instanceof UnreadablePdfError && error.code === 'timeout') counts.readersEnded += 1;
      }
      counts.files += 1;
      const ms = Math.round(stop());
      counts.slowestMs = Math.max(counts.slowestMs, ms);
      if (ms > allowedMs) counts.late += 1;
    };
    const worker = async () => {
      while (next < wanted) {
        const turn = next;
        next += 1;
        await readOne(turn);
      }
    };
    await Promise.all([worker(), worker()]);
    recordCounts('mutated files', counts);
    expect(wrong).toEqual([]);
    expect(counts).toMatchObject({ crashes: 0, late: 0 });
    expect(counts.refused).toBeGreaterThan(0);
    // A good file can still be read afterwards.
    await expect(readSignedCopy(pdfs[0]!)).resolves.toBeDefined();
  },
  120_000 + wanted * 2_000,
);
